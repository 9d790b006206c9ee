/**
 * Explains messages that wallets sign for Hyperliquid: transfers and powers in plain text, and agents' actions by hash
 * only.
 */
import type { Finding } from '../../../../shared/model/index.ts';
import { burntFinding, danger, isBurnt, row } from '../../../crypto/index.ts';
import type { Arguments, Standard } from '../standard.ts';
import { type MessageRule, named, powerFinding } from './rule.ts';

const BASIS = 'Hyperliquid';
const USD = 'USDC';
/** The exchange's placeholder for a contract in the domain. */
const NO_CONTRACT = `0x${'0'.repeat(40)}`;
const chainRow = (of: Arguments) => row('Exchange chain', of.text('hyperliquidChain'));

/** Texts inside a sentence must match these forms, because other text could change its meaning. */
const FORMS: Readonly<Record<string, RegExp>> = {
  hyperliquidChain: /^(?:Mainnet|Testnet)$/,
  amount: /^\d{1,30}(?:\.\d{1,30})?$/,
  destination: /^0x[0-9a-fA-F]{40}$/,
  token: /^[A-Za-z0-9]{1,32}(?::0x[0-9a-fA-F]{32})?$/,
  maxFeeRate: /^\d{1,6}(?:\.\d{1,18})?%$/,
};

function formFindings(of: Arguments): Finding[] {
  return Object.entries(FORMS).flatMap(([name, form]) =>
    of.text(name) === '' || form.test(of.text(name))
      ? []
      : [
          danger(`The member ${name} is not written as the exchange writes it.`, {
            field: name,
            basis: BASIS,
            mark: of.mark,
          }),
        ],
  );
}

function action(members: string, rule: Pick<Standard, 'does' | 'rows' | 'findings'>): MessageRule {
  return {
    signature: `HyperliquidTransaction:${members}`,
    basis: BASIS,
    ...named('HyperliquidSignTransaction', '1', NO_CONTRACT),
    ...rule,
    rows: (of) => [...(rule.rows?.(of) ?? []), chainRow(of)],
    findings: (of) => [...formFindings(of), ...(rule.findings?.(of) ?? [])],
  };
}

const sent = (verb: string) => ({
  does: (of: Arguments) => `${verb} ${of.text('amount')} ${USD} to ${of.text('destination')}`,
  rows: (of: Arguments) => [
    row('To', of.text('destination'), 'address'),
    row('Amount', `${of.text('amount')} ${USD}`, 'amount'),
  ],
  findings: lostFindings,
});

/** The exchange writes addresses as text. */
function lostFindings(of: Arguments): Finding[] {
  const to = of.text('destination');
  return isBurnt(to) ? [burntFinding(to, 'destination')] : [];
}

export const HYPERLIQUID: readonly MessageRule[] = [
  action('UsdSend(string hyperliquidChain,string destination,string amount,uint64 time)', sent('Send')),
  action('Withdraw(string hyperliquidChain,string destination,string amount,uint64 time)', sent('Withdraw')),
  action('SpotSend(string hyperliquidChain,string destination,string token,string amount,uint64 time)', {
    does: (of) => `Send ${of.text('amount')} of the token ${of.text('token')} to ${of.text('destination')}`,
    rows: (of) => [
      row('To', of.text('destination'), 'address'),
      row('Token', of.text('token')),
      row('Amount', of.text('amount'), 'amount'),
    ],
    findings: lostFindings,
  }),
  action('UsdClassTransfer(string hyperliquidChain,string amount,bool toPerp,uint64 nonce)', {
    does: (of) =>
      `Move ${of.text('amount')} ${USD} to the account's ${of.text('toPerp') === 'true' ? 'perpetual' : 'spot'} balance`,
    rows: (of) => [row('Amount', `${of.text('amount')} ${USD}`, 'amount')],
  }),
  action('ApproveAgent(string hyperliquidChain,address agentAddress,string agentName,uint64 nonce)', {
    does: (of) => `Let ${of.text('agentAddress')} trade for the account`,
    rows: (of) => [row('Agent', of.text('agentAddress'), 'address'), row('Name of the agent', of.text('agentName'))],
    findings: (of) => [
      powerFinding(
        `${of.text('agentAddress')} can open and close every position of the account, and lose all that it holds there.`,
        {
          field: 'agentAddress',
          basis: BASIS,
        },
      ),
    ],
  }),
  action('ApproveBuilderFee(string hyperliquidChain,string maxFeeRate,address builder,uint64 nonce)', {
    does: (of) => `Let ${of.text('builder')} take a fee of up to ${of.text('maxFeeRate')} of each order`,
    rows: (of) => [row('Builder', of.text('builder'), 'address'), row('Fee rate at most', of.text('maxFeeRate'))],
  }),
  {
    signature: 'Agent(string source,bytes32 connectionId)',
    basis: BASIS,
    ...named('Exchange', '1', NO_CONTRACT),
    does: () => 'Sign an action for Hyperliquid that is hidden behind its hash',
    findings: (of) => [
      danger('Only the hash of an action is here: an order, a withdrawal or a transfer can be behind it.', {
        field: 'connectionId',
        basis: BASIS,
        mark: of.mark,
      }),
    ],
  },
];
