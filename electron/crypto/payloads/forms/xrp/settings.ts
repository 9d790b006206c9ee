/** The settings of an account of the XRP Ledger. */
import { decimalText } from '../../../../../shared/model/index.ts';
import { care, danger, row } from '../../../meaning.ts';
import { quotedOrHex } from '../effect.ts';
import type { Of, XrpRule } from './rule.ts';

/** A setting of an account: the steps that switch it on and off, and the dangers of both. */
interface Setting {
  readonly on: string;
  readonly off: string;
  readonly warning?: string;
  readonly offWarning?: string;
}

const MINTER = 10n;
const SETTINGS: Readonly<Record<string, Setting>> = {
  1: { on: 'Refuse payments without a destination tag', off: 'Take payments without a destination tag' },
  2: { on: 'Allow only approved accounts to hold its currencies', off: 'Allow every account to hold its currencies' },
  3: { on: 'Ask others not to send XRP', off: 'Take XRP' },
  4: {
    on: 'Disable the master key of the account',
    off: 'Enable the master key of the account',
    warning:
      'The master key can no longer sign: whoever has the regular key or is on the list of signers controls the account.',
    offWarning: 'Whoever has the master key can sign for the account again.',
  },
  5: { on: 'Record its last transaction', off: 'Stop to record its last transaction' },
  6: {
    on: 'Give up for ever the right to freeze its currencies',
    off: 'Try to take back the right to freeze its currencies',
    warning: 'It cannot be undone.',
  },
  7: {
    on: 'Freeze all its currencies',
    off: 'Lift the freeze of all its currencies',
    warning: 'Nobody can send its currencies but back to it.',
  },
  8: {
    on: 'Let payments of others pass through its balances',
    off: 'Stop payments of others through its balances',
    warning: 'Others can exchange its balances for the same currency of another issuer.',
  },
  9: { on: 'Take payments only from approved accounts', off: 'Take payments from every account' },
  10: {
    on: 'Let another account mint tokens for it',
    off: 'Let no other account mint tokens for it',
    warning: 'The other account can issue tokens in its name.',
  },
  12: { on: 'Refuse offers for tokens', off: 'Take offers for tokens' },
  13: { on: 'Refuse checks', off: 'Take checks' },
  14: { on: 'Refuse payment channels', off: 'Take payment channels' },
  15: { on: 'Refuse trust lines', off: 'Take trust lines' },
  16: {
    on: 'Take for ever the right to claw back its currencies',
    off: 'Try to give up the right to claw back its currencies',
    warning: 'It cannot be undone.',
  },
  17: { on: 'Let its currencies be locked in escrows', off: 'Keep its currencies out of escrows' },
};

/** Settings that are for ever: clearing one has no effect on the ledger. */
const FOR_EVER: ReadonlySet<string> = new Set(['6', '16']);

/** Older flags with the effect of a setting, on or off. */
const FLAGS: readonly (readonly [flag: bigint, setting: string, isOn: boolean])[] = [
  [0x1_0000n, '1', true],
  [0x2_0000n, '1', false],
  [0x4_0000n, '2', true],
  [0x8_0000n, '2', false],
  [0x10_0000n, '3', true],
  [0x20_0000n, '3', false],
];

const RATE_DECIMALS = 7;
const [NO_FEE, MOST_RATE] = [1_000_000_000n, 2_000_000_000n];

function changesOf(of: Of): (readonly [name: string, isOn: boolean])[] {
  const named = [
    ['SetFlag', true],
    ['ClearFlag', false],
  ] as const;
  return [
    ...named.flatMap(([field, isOn]) =>
      of.has(field) && of.number(field) !== 0n ? [[String(of.number(field)), isOn] as const] : [],
    ),
    ...FLAGS.flatMap(([flag, name, isOn]) => ((of.flags & flag) === 0n ? [] : [[name, isOn] as const])),
  ];
}

/** Members of the account that a transaction sets: the field, its words, and how its value is read. */
const MEMBERS: readonly (readonly [field: string, words: string, value: (of: Of) => string])[] = [
  ['Domain', 'the domain', (of) => valueText(of, 'Domain')],
  ['EmailHash', 'the hash of the e-mail address', (of) => hashText(of, 'EmailHash')],
  [
    'MessageKey',
    'the key for messages',
    (of) => (of.bytes('MessageKey').length === 0 ? 'none' : of.text('MessageKey')),
  ],
  ['WalletLocator', 'the wallet locator', (of) => hashText(of, 'WalletLocator')],
  ['WalletSize', 'the wallet size', (of) => of.text('WalletSize')],
  ['TickSize', 'the digits of rates', (of) => (of.number('TickSize') === 0n ? 'all' : of.text('TickSize'))],
  ['TransferRate', 'the fee for transfers of its currencies', (of) => rateText(of.number('TransferRate'))],
  ['NFTokenMinter', 'the account that can mint for it', (of) => of.text('NFTokenMinter')],
];

const valueText = (of: Of, name: string): string =>
  of.bytes(name).length === 0 ? 'none' : quotedOrHex(of.bytes(name));
const hashText = (of: Of, name: string): string => (/^0+$/.test(of.text(name)) ? 'none' : of.text(name));
const rateText = (rate: bigint): string =>
  rate <= NO_FEE ? 'none' : `${decimalText(rate - NO_FEE, RATE_DECIMALS)} percent`;

export const accountSet: XrpRule = {
  required: [],
  optional: ['SetFlag', 'ClearFlag', ...MEMBERS.map(([field]) => field)],
  flags: FLAGS.reduce((all, [flag]) => all | flag, 0n),
  effect(of) {
    const changes = changesOf(of);
    const members = MEMBERS.filter(([field]) => of.has(field));
    const known = changes.flatMap(([name, isOn]) => {
      const setting = SETTINGS[name];
      return setting === undefined ? [] : [{ name, isOn, setting }];
    });
    const steps = [
      ...known.map(({ isOn, setting }) => (isOn ? setting.on : setting.off)),
      ...members.map(([, words, value]) => `Set ${words} to ${value(of)}`),
    ];
    const rate = of.number('TransferRate');
    return {
      steps: steps.length === 0 ? ['Change no setting of the account'] : steps,
      rows: members.map(([field, words, value]) =>
        row(
          `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
          value(of),
          field === 'NFTokenMinter' ? 'address' : 'text',
        ),
      ),
      findings: [
        ...known.flatMap(({ isOn, setting }) => {
          const warning = isOn ? setting.warning : setting.offWarning;
          return warning === undefined ? [] : [danger(warning, { field: isOn ? 'SetFlag' : 'ClearFlag' })];
        }),
        ...(of.has('Domain') && of.bytes('Domain').length > 0
          ? [care('The domain is a claim: the ledger does not check it.', { field: 'Domain' })]
          : []),
        ...(rate > NO_FEE ? [care('Its issuer takes the fee from each transfer between others.')] : []),
      ],
      faults: [
        ...changes.flatMap(([name]) =>
          SETTINGS[name] === undefined ? [`it has a setting that is not known: ${name}`] : [],
        ),
        ...(changes.some(([name, isOn]) => !isOn && FOR_EVER.has(name))
          ? ['it clears a setting that cannot be cleared']
          : []),
        ...(new Set(changes.map(([name]) => name)).size === changes.length ? [] : ['it sets one setting twice']),
        ...(rate !== 0n && (rate < NO_FEE || rate > MOST_RATE) ? ['its fee for transfers is out of range'] : []),
        ...(of.has('NFTokenMinter') === (of.number('SetFlag') === MINTER)
          ? []
          : ['it names an account that can mint without its setting, or the reverse']),
      ],
    };
  },
};
