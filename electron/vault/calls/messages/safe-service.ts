/**
 * Messages for Safe's transaction service, which collects the signatures of owners: its delegates, and proposals that are
 * taken off its list. After safe-global/safe-transaction-service.
 */
import { care, row, untilText } from '../../../crypto/index.ts';
import type { Arguments } from '../standard.ts';
import { handedIn, type MessageRule, named } from './rule.ts';

const BASIS = 'Safe Transaction Service';
const HOUR = 3600n;

/** The service takes the number of the running hour, and of the hour before it. */
const hourRow = (of: Arguments) => row('Valid until', untilText((of.number('totp') + 2n) * HOUR), 'time');

export const SAFE_SERVICE: readonly MessageRule[] = [
  {
    signature: 'Delegate(address delegateAddress,uint256 totp)',
    basis: BASIS,
    ...named(BASIS, '1.0'),
    does: (of) => `Add ${of.text('delegateAddress')} as a delegate at Safe’s transaction service, or remove it`,
    rows: (of) => [row('Delegate', of.text('delegateAddress'), 'address'), hourRow(of)],
    findings: (of) => [
      ...handedIn('add or remove the delegate within the hour', BASIS),
      care(
        `${of.text('delegateAddress')} can propose transactions of the account’s Safes to their owners. It cannot sign them.`,
        { field: 'delegateAddress', basis: BASIS },
      ),
    ],
  },
  {
    signature: 'DeleteRequest(bytes32 safeTxHash,uint256 totp)',
    basis: BASIS,
    isFor: ({ domain, to }) =>
      to !== null && domain.get('name') === BASIS && domain.get('version') === '1.0' && !domain.has('salt'),
    does: (of) =>
      `Take the proposal ${of.text('safeTxHash')} of the Safe ${of.contract} off the list of Safe’s transaction service`,
    rows: (of) => [row('Proposal', of.text('safeTxHash'), 'hash'), hourRow(of)],
    findings: () => [
      ...handedIn('take it off within the hour', BASIS),
      care('Whoever has the signatures of the proposal can still carry it out.', { field: 'safeTxHash', basis: BASIS }),
    ],
  },
];
