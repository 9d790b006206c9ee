/**
 * Explains messages that wallets sign for Hyperliquid: transfers and powers in plain text, and agents' actions by hash
 * only.
 */
import { type DecodedField, decimalText, type Finding } from '../../../../shared/model/index.ts';
import { burntFinding, care, danger, forAccount, isBurnt, momentText, row } from '../../../crypto/index.ts';
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
  amount: /^(?:0|[1-9]\d{0,29})(?:\.\d{1,30})?$/,
  destination: /^0x[0-9a-fA-F]{40}$/,
  token: /^[A-Za-z0-9]{1,32}(?::0x[0-9a-fA-F]{32})?$/,
  maxFeeRate: /^\d{1,6}(?:\.\d{1,18})?%$/,
  sourceDex: /^[A-Za-z0-9]{0,32}$/,
  destinationDex: /^[A-Za-z0-9]{0,32}$/,
  fromSubAccount: /^(?:0x[0-9a-fA-F]{40})?$/,
  abstraction: /^[A-Za-z]{1,32}$/,
  signers: /^(?:null|\{"authorizedUsers":\[(?:"0x[0-9a-fA-F]{40}"(?:,"0x[0-9a-fA-F]{40}")*)?\],"threshold":\d{1,3}\})$/,
};

function formFindings(members: string, of: Arguments): Finding[] {
  return Object.entries(FORMS).flatMap(([name, form]) =>
    !members.includes(`string ${name}`) || form.test(of.text(name))
      ? []
      : [
          danger(`The member ${name} does not have the form that the exchange uses.`, {
            field: name,
            basis: BASIS,
            mark: of.mark,
          }),
        ],
  );
}

/** The members before those of an action, where one of the signers of an account signs it. */
const OF_SEVERAL = 'address payloadMultiSigUser,address outerSigner,';
const FIRST = 'string hyperliquidChain,';

/** An action, as an account signs it, and as one of several signers does. */
function action(members: string, rule: Pick<Standard, 'does' | 'rows' | 'findings'>): MessageRule[] {
  return [members, members.replace(FIRST, `${FIRST}${OF_SEVERAL}`)].map((each, index) => ({
    signature: `HyperliquidTransaction:${each}`,
    basis: BASIS,
    ...named('HyperliquidSignTransaction', '1', NO_CONTRACT),
    does: (of) => (index === 0 ? rule.does(of) : forAccount(of.text('payloadMultiSigUser'), rule.does(of))),
    rows: (of) => [
      ...(rule.rows?.(of) ?? []),
      chainRow(of),
      ...(of.text('time') === '' ? [] : [row('Time', momentText(of.number('time'), 'ms'), 'time')]),
    ],
    findings: (of) => [...formFindings(members, of), ...(rule.findings?.(of) ?? [])],
  }));
}

/** An action of which only the hash is here. */
const hidden = (field: string): Pick<Standard, 'does' | 'findings'> => ({
  does: () => 'Sign the hash of an unknown action for Hyperliquid',
  findings: (of) => [
    danger('Only the hash of the action is known: it can be an order, a withdrawal or a transfer.', {
      field,
      basis: BASIS,
      mark: of.mark,
    }),
  ],
});

/** The percentage that the exchange lets a builder take of what is sold at most. */
const USUAL_FEE = 1;
/** The exchange's own coin has eight decimals here. */
const hype = (of: Arguments) => `${decimalText(of.number('wei'), 8)} HYPE`;
const staked = (does: (amount: string) => string): Pick<Standard, 'does' | 'rows'> => ({
  does: (of) => does(hype(of)),
  rows: (of) => [row('Amount', hype(of), 'amount')],
});
/** The signers of an account, and how many of them are needed. */
function signersOf(of: Arguments) {
  const text = of.text('signers');
  return {
    needed: Number(/"threshold":(\d+)/.exec(text)?.[1] ?? Number.NaN),
    signers: text.match(/0x[0-9a-fA-F]{40}/g) ?? [],
  };
}

/** `2 of 0x…, 0x…`. Text that the exchange does not write stays as it is. */
function signersText(of: Arguments): string {
  const { needed, signers } = signersOf(of);
  return FORMS.signers?.test(of.text('signers')) === true && !Number.isNaN(needed)
    ? `${needed} of ${signers.join(', ') || 'nobody'}`
    : of.text('signers');
}

/** About an account for which nobody could sign any more, or everybody. */
function reachFindings(of: Arguments): Finding[] {
  if (of.text('signers') === 'null') return [];
  const { needed, signers } = signersOf(of);
  if (needed >= 1 && needed <= new Set(signers.map((signer) => signer.toLowerCase())).size) return [];
  const text = 'The number of signatures is none that these signers can give: the account can be lost.';
  return [danger(text, { field: 'signers', basis: BASIS, mark: of.mark })];
}

/** A dex by its name. The first one has none. */
const dex = (of: Arguments, name: string) => of.text(name) || 'the first dex';

const sent = (verb: string) => ({
  does: (of: Arguments) => `${verb} ${of.text('amount')} ${USD} to ${of.text('destination')}`,
  rows: (of: Arguments) => [
    row('To', of.text('destination'), 'address'),
    row('Amount', `${of.text('amount')} ${USD}`, 'amount'),
  ],
  findings: lostFindings,
});

/** The ids of tokens on the exchange's main network. Anyone can list a token under any name. */
const TOKEN_IDS: Readonly<Record<string, string>> = {
  USDC: '0x6d1e7cde53ba9467b783cb7c530ce054',
  HYPE: '0x0d01dc56dcaaca66ad901c959b4011ec',
};

/** The name of a token whose id is known, else the name with the id. */
function unitOf(of: Arguments): string {
  const [name = '', id = ''] = of.text('token').split(':');
  return TOKEN_IDS[name] === id.toLowerCase() ? name : of.text('token');
}

/** About a token with the name of one that is known here and another id. */
function tokenFindings(of: Arguments): Finding[] {
  const [name = '', id] = of.text('token').split(':');
  const isKnown = Object.hasOwn(TOKEN_IDS, name) && of.text('hyperliquidChain') === 'Mainnet';
  if (id === undefined || !isKnown || unitOf(of) === name) return [];
  return [danger(`The id of the token is not that of ${name}: it is another token.`, { field: 'token', basis: BASIS })];
}

/** The exchange writes addresses as text. */
function lostFindings(of: Arguments): Finding[] {
  const to = of.text('destination');
  return isBurnt(to) ? [burntFinding(to, 'destination')] : [];
}

/** The exchange reads the end of an agent's power out of its name, in milliseconds since 1970: `bot valid_until 1790000000000`. */
function agentEndRows(of: Arguments): DecodedField[] {
  const end = / valid_until (\d{1,16})$/.exec(of.text('agentName'))?.[1];
  return end === undefined ? [] : [row('Valid until', momentText(BigInt(end), 'ms'), 'time')];
}

export const HYPERLIQUID: readonly MessageRule[] = [
  ...action('UsdSend(string hyperliquidChain,string destination,string amount,uint64 time)', sent('Send')),
  ...action('Withdraw(string hyperliquidChain,string destination,string amount,uint64 time)', sent('Withdraw')),
  ...action('SpotSend(string hyperliquidChain,string destination,string token,string amount,uint64 time)', {
    does: (of) => `Send ${of.text('amount')} of the token ${of.text('token')} to ${of.text('destination')}`,
    rows: (of) => [
      row('To', of.text('destination'), 'address'),
      row('Token', of.text('token')),
      row('Amount', `${of.text('amount')} ${unitOf(of)}`, 'amount'),
    ],
    findings: (of) => [...tokenFindings(of), ...lostFindings(of)],
  }),
  ...action('UsdClassTransfer(string hyperliquidChain,string amount,bool toPerp,uint64 nonce)', {
    does: (of) =>
      `Move ${of.text('amount')} ${USD} to the account's ${of.text('toPerp') === 'true' ? 'perpetual' : 'spot'} balance`,
    rows: (of) => [row('Amount', `${of.text('amount')} ${USD}`, 'amount')],
  }),
  ...action('ApproveAgent(string hyperliquidChain,address agentAddress,string agentName,uint64 nonce)', {
    does: (of) =>
      isBurnt(of.text('agentAddress'))
        ? `Replace an agent of the account with ${of.text('agentAddress')}, which has no key`
        : `Let ${of.text('agentAddress')} trade for the account`,
    rows: (of) => [
      row('Agent', of.text('agentAddress'), 'address'),
      row('Name of the agent', of.text('agentName')),
      ...agentEndRows(of),
    ],
    findings: (of) =>
      isBurnt(of.text('agentAddress'))
        ? [
            care(
              'Nobody can trade as this agent. An agent of the same name that was there before cannot trade any longer.',
              { field: 'agentAddress', basis: BASIS },
            ),
          ]
        : [
            powerFinding(
              `${of.text('agentAddress')} can open and close every position of the account, and lose all that it holds there.`,
              { field: 'agentAddress', basis: BASIS },
            ),
          ],
  }),
  ...action('ApproveBuilderFee(string hyperliquidChain,string maxFeeRate,address builder,uint64 nonce)', {
    does: (of) => `Let ${of.text('builder')} take a fee of up to ${of.text('maxFeeRate')} of each order`,
    rows: (of) => [row('Builder', of.text('builder'), 'address'), row('Fee rate at most', of.text('maxFeeRate'))],
    findings: (of) => [
      care('It is valid for every order until it is changed.', { field: 'builder', basis: BASIS }),
      ...(Number.parseFloat(of.text('maxFeeRate')) > USUAL_FEE
        ? [danger(`A fee of ${of.text('maxFeeRate')} is much.`, { field: 'maxFeeRate', basis: BASIS })]
        : []),
    ],
  }),
  ...action(
    'SendAsset(string hyperliquidChain,string destination,string sourceDex,string destinationDex,string token,string amount,string fromSubAccount,uint64 nonce)',
    {
      does: (of) =>
        `Send ${of.text('amount')} of the token ${of.text('token')} from ${dex(of, 'sourceDex')} to ${of.text('destination')} at ${dex(of, 'destinationDex')}`,
      rows: (of) => [
        row('To', of.text('destination'), 'address'),
        row('Token', of.text('token')),
        row('Amount', `${of.text('amount')} ${unitOf(of)}`, 'amount'),
        ...(of.text('fromSubAccount') === '' ? [] : [row('Of the sub-account', of.text('fromSubAccount'), 'address')]),
      ],
      findings: (of) => [...tokenFindings(of), ...lostFindings(of)],
    },
  ),
  ...action(
    'CDeposit(string hyperliquidChain,uint64 wei,uint64 nonce)',
    staked((amount) => `Stake ${amount}`),
  ),
  ...action(
    'CWithdraw(string hyperliquidChain,uint64 wei,uint64 nonce)',
    staked((amount) => `Take ${amount} out of the stake`),
  ),
  ...action('TokenDelegate(string hyperliquidChain,address validator,uint64 wei,bool isUndelegate,uint64 nonce)', {
    does: (of) =>
      of.text('isUndelegate') === 'true'
        ? `Take ${hype(of)} back from the validator ${of.text('validator')}`
        : `Delegate ${hype(of)} to the validator ${of.text('validator')}`,
    rows: (of) => [row('Amount', hype(of), 'amount')],
  }),
  ...action('ConvertToMultiSigUser(string hyperliquidChain,string signers,uint64 nonce)', {
    does: (of) =>
      of.text('signers') === 'null'
        ? 'Let the account alone sign for itself again'
        : `Let only other signers sign for the account: ${signersText(of)}`,
    rows: (of) => [row('Signers', signersText(of))],
    findings: (of) => [
      powerFinding(
        of.text('signers') === 'null'
          ? 'The signers of the account change: its own key signs alone again, without the others.'
          : 'The signers of the account change: the key that signs this can no longer sign alone.',
        { field: 'signers', basis: BASIS },
      ),
      ...reachFindings(of),
    ],
  }),
  ...action('UserDexAbstraction(string hyperliquidChain,address user,bool enabled,uint64 nonce)', {
    does: (of) =>
      `${of.text('enabled') === 'true' ? 'Let' : 'No longer let'} the balances of ${of.text('user')} at all dexes stand for its positions`,
    findings: abstractionFindings,
  }),
  ...action('UserSetAbstraction(string hyperliquidChain,address user,string abstraction,uint64 nonce)', {
    does: (of) => `Set how the balances of ${of.text('user')} stand for its positions: ${of.text('abstraction')}`,
    findings: abstractionFindings,
  }),
  ...action(
    'SendMultiSig(string hyperliquidChain,bytes32 multiSigActionHash,uint64 nonce)',
    hidden('multiSigActionHash'),
  ),
  {
    signature: 'Agent(string source,bytes32 connectionId)',
    basis: BASIS,
    ...named('Exchange', '1', NO_CONTRACT),
    ...hidden('connectionId'),
  },
];

/** The positions of an account can then be closed with more of its balances. */
function abstractionFindings(): Finding[] {
  return [care('It changes which balances can be lost with a position.', { field: 'user', basis: BASIS })];
}
