/** Messages that give somebody power over the account's assets, and votes. */
import { care, danger, information, row } from '../../../crypto/index.ts';
import { handedIn, type MessageRule, nonceRow, powerFinding } from './rule.ts';

const SUPPORT: Readonly<Record<string, string>> = {
  '0': 'against',
  '1': 'for',
  '2': 'abstaining on',
  false: 'against',
  true: 'for',
};
/** Aave's numbers of powers. */
const POWERS: Readonly<Record<string, string>> = { '0': 'voting', '1': 'proposing' };
/** A delegation that names no power is one of votes, and of proposals where the token has them. */
const powerText = (kind: string): string =>
  kind === '' || kind === '0' ? 'vote' : kind === '1' ? 'make proposals' : 'use an unknown power';

/** A vote of OpenZeppelin's Governor and of Compound's. */
const vote = (signature: string): MessageRule => ({
  signature,
  basis: 'Governor',
  does: (of) =>
    `Vote ${SUPPORT[of.text('support')] ?? `${of.text('support')} on`} the proposal ${of.text('proposalId')} of ${of.contract}`,
  rows: (of) => [...(of.text('reason') === '' ? [] : [row('Reason', of.text('reason'))]), ...nonceRow(of)],
  findings: (of) => [
    ...handedIn('cast this vote', 'Governor'),
    ...(Object.hasOwn(SUPPORT, of.text('support'))
      ? []
      : [
          danger(
            `Its choice ${of.text('support')} is not 0 (against), 1 (for) or 2 (abstain): the governor decides its effect.`,
            {
              field: 'support',
              basis: 'Governor',
              mark: of.mark,
            },
          ),
        ]),
    ...(of.bytes('params').length === 0
      ? []
      : [
          danger('The extra data of the vote is not decoded: it can change the weight of the vote.', {
            field: 'params',
            basis: 'Governor',
            mark: of.mark,
          }),
        ]),
  ],
});

/** A manager acts for the account in everything that the contract does. */
const manager = (
  signature: string,
  basis: string,
  { given, allowed }: { readonly given: string; readonly allowed: string },
): MessageRule => ({
  signature,
  basis,
  does: (of) =>
    of.text(allowed) === 'true'
      ? `Let ${of.text(given)} act for the account in all that it has at ${of.contract}`
      : `Take from ${of.text(given)} the power to act for the account at ${of.contract}`,
  rows: nonceRow,
  findings: (of) =>
    of.text(allowed) === 'true'
      ? [
          powerFinding(
            `${of.text(given)} can withdraw, borrow and move everything that the account has there, at any time.`,
            {
              field: given,
              basis,
            },
          ),
        ]
      : [information('It takes a power away.', { field: allowed, basis })],
});

/** Delegations of votes, and of the right to propose, in tokens like those of Aave. */
const delegation = (signature: string, basis: string, from: string, kind = 'delegationType'): MessageRule => ({
  signature,
  basis,
  does: (of) =>
    `Let ${of.text('delegatee')} ${powerText(of.text(kind))} with the tokens of ${of.contract} that the account has`,
  rows: (of) => [
    ...(from === '' ? [] : [row('Of', of.text(from), 'address')]),
    ...(of.text(kind) === '' ? [] : [row('Power', POWERS[of.text(kind)] ?? of.text(kind))]),
    ...nonceRow(of),
  ],
  findings: (of) => [
    care('It is valid until votes are delegated again.', { field: 'delegatee', basis }),
    ...(of.text(kind) === '' || Object.hasOwn(POWERS, of.text(kind))
      ? []
      : [
          danger(`Its power ${of.text(kind)} is not 0 (voting) or 1 (proposing): the token decides its effect.`, {
            field: kind,
            basis,
            mark: of.mark,
          }),
        ]),
  ],
});

export const MESSAGE_POWERS: readonly MessageRule[] = [
  manager('Authorization(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry)', 'Compound III', {
    given: 'manager',
    allowed: 'isAllowed',
  }),
  manager(
    'Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline)',
    'Morpho',
    { given: 'authorized', allowed: 'isAuthorized' },
  ),
  {
    signature: 'DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)',
    basis: 'Aave',
    does: (of) =>
      of.number('value') === 0n
        ? `Let ${of.text('delegatee')} borrow nothing more in the name of the account`
        : `Let ${of.text('delegatee')} borrow ${of.isAll('value') ? 'without limit' : `up to ${of.tokens('value')}`} in the name of the account`,
    rows: (of) => [
      row('Debt token', of.contract, 'address'),
      row('May be borrowed', of.isAll('value') ? 'without limit' : of.tokens('value'), 'amount'),
      ...nonceRow(of),
    ],
    findings: (of) =>
      of.number('value') === 0n
        ? []
        : [
            powerFinding(
              `The account owes what ${of.text('delegatee')} borrows, and its collateral can be sold for it.`,
              {
                field: 'delegatee',
                basis: 'Aave',
              },
            ),
          ],
  },
  delegation('Delegation(address delegatee,uint256 nonce,uint256 expiry)', 'ERC-5805', ''),
  delegation('Delegate(address delegatee,uint256 nonce,uint256 expiry)', 'Aave', ''),
  delegation('Delegate(address delegator,address delegatee,uint256 nonce,uint256 deadline)', 'Aave', 'delegator'),
  delegation(
    'DelegateByType(address delegator,address delegatee,uint8 delegationType,uint256 nonce,uint256 deadline)',
    'Aave',
    'delegator',
  ),
  delegation('DelegateByType(address delegatee,uint256 type,uint256 nonce,uint256 expiry)', 'Aave', '', 'type'),
  vote('Ballot(uint256 proposalId,bool support)'),
  vote('Ballot(uint256 proposalId,uint8 support)'),
  vote('Ballot(uint256 proposalId,uint8 support,address voter,uint256 nonce)'),
  vote('OverrideBallot(uint256 proposalId,uint8 support,address voter,uint256 nonce,string reason)'),
  vote('ExtendedBallot(uint256 proposalId,uint8 support,string reason,bytes params)'),
  vote('ExtendedBallot(uint256 proposalId,uint8 support,address voter,uint256 nonce,string reason,bytes params)'),
];
