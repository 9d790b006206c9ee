/** Messages that wallets sign for Orderly, an exchange with accounts of its own: registration, keys and withdrawals. */
import { ethereumChainName, type Finding, inQuotes } from '../../../../shared/model/index.ts';
import { care, danger, isForEver, momentText, row, type TypedMessage } from '../../../crypto/index.ts';
import type { Arguments, Standard } from '../standard.ts';
import { blindFinding, handedIn, type MessageRule, powerFinding } from './rule.ts';

const BASIS = 'Orderly';
/** The placeholder for messages that no contract verifies. */
const NO_CONTRACT = '0xcccccccccccccccccccccccccccccccccccccccc';
/** The ledgers of the main network and of the test network, which verify all other messages. */
const LEDGERS = ['0x6f7a338f2aa472838defd3283eb360d4dff5d203', '0x1826b75e2ef249173fc735149ae4b8e9ea10abff'];
/** Texts inside a sentence must match these forms, because other text could change its meaning. */
const FORMS: Readonly<Record<string, RegExp>> = {
  brokerId: /^[a-z0-9_-]{1,64}$/i,
  token: /^[A-Z0-9.]{1,32}$/i,
  orderlyKey: /^ed25519:[1-9A-HJ-NP-Za-km-z]{40,46}$/,
  scope: /^(?:read|trading|asset)(?:,(?:read|trading|asset)){0,2}$/,
};

const isAt =
  (contracts: readonly string[]) =>
  ({ domain, to }: TypedMessage) =>
    domain.get('name') === 'Orderly' &&
    domain.get('version') === '1' &&
    !domain.has('salt') &&
    contracts.includes(to?.toLowerCase() ?? '');

function message(
  signature: string,
  contracts: readonly string[],
  rule: Pick<Standard, 'does' | 'rows' | 'findings'>,
): MessageRule {
  const members = Object.keys(FORMS).filter((name) => signature.includes(`string ${name}`));
  return {
    signature,
    basis: BASIS,
    isFor: isAt(contracts),
    hasOwnEnd: true,
    does: rule.does,
    rows: (of) => [
      ...(rule.rows?.(of) ?? []),
      row('Broker', inQuotes(of.text('brokerId'))),
      row('Time', momentText(of.number('timestamp'), 'ms'), 'time'),
    ],
    findings: (of) => [
      ...members
        .filter((name) => FORMS[name]?.test(of.text(name)) !== true)
        .map((name) =>
          blindFinding(of, `The member ${name} does not have the form that the exchange uses.`, {
            field: name,
            basis: BASIS,
          }),
        ),
      ...(of.chain === ethereumChainName(of.text('chainId'))
        ? []
        : [
            blindFinding(of, 'The chain of the account is not the one of the domain.', {
              field: 'chainId',
              basis: BASIS,
            }),
          ]),
      ...(rule.findings?.(of) ?? []),
    ],
  };
}

const MILLISECONDS = 1000n;
const endFindings = (of: Arguments): Finding[] =>
  isForEver(of.number('expiration') / MILLISECONDS)
    ? [danger('It never expires: it can be used at any time.', { field: 'expiration', basis: BASIS })]
    : [];

function keyFindings(of: Arguments): Finding[] {
  const scopes = of.text('scope').split(',');
  const from = { field: 'orderlyKey', basis: BASIS };
  if (scopes.every((scope) => scope === 'read'))
    return [care('Whoever has this key can read all of the account.', from)];
  const can = scopes.includes('asset')
    ? 'trade with and move all that the account holds there'
    : 'trade with, and so lose, all that the account holds there';
  return [powerFinding(`Whoever has this key can ${can}.`, from)];
}

export const ORDERLY: readonly MessageRule[] = [
  message('Registration(string brokerId,uint256 chainId,uint64 timestamp,uint256 registrationNonce)', [NO_CONTRACT], {
    does: (of) => `Open an account at Orderly with the broker ${inQuotes(of.text('brokerId'))}`,
  }),
  message(
    'AddOrderlyKey(string brokerId,uint256 chainId,string orderlyKey,string scope,uint64 timestamp,uint64 expiration)',
    [NO_CONTRACT],
    {
      does: (of) => `Let the key ${of.text('orderlyKey')} act for the account at Orderly (${of.text('scope')})`,
      rows: (of) => [row('Valid until', momentText(of.number('expiration'), 'ms'), 'time')],
      findings: (of) => [...keyFindings(of), ...endFindings(of)],
    },
  ),
  message(
    'Withdraw(string brokerId,uint256 chainId,address receiver,string token,uint256 amount,uint64 withdrawNonce,uint64 timestamp)',
    LEDGERS,
    {
      does: (of) => `Withdraw ${unitsOf(of)} from Orderly to ${of.text('receiver')}`,
      rows: (of) => [row('To', of.text('receiver'), 'address'), row('Amount', unitsOf(of), 'amount')],
      findings: () => handedIn('have this withdrawal made once', BASIS),
    },
  ),
  message('SettlePnl(string brokerId,uint256 chainId,uint64 settleNonce,uint64 timestamp)', LEDGERS, {
    does: () => 'Settle the profits and losses of the account at Orderly',
  }),
];

/** The exchange lists many tokens, whose decimals are not in the message. */
function unitsOf(of: Arguments): string {
  return `${of.number('amount')} of the smallest units of ${of.text('token')}`;
}
