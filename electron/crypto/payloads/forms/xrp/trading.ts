/** Trust and trades of the XRP Ledger. */
import { care, danger, row } from '../../../meaning.ts';
import { isNextToNothing, isSameAsset } from './amounts.ts';
import { imitationFindings } from './payments.ts';
import { hasFlag, timeText, type XrpRule } from './rule.ts';

/** The flags of a trust line and their effects, and whether each is a danger. */
const TRUST_FLAGS: readonly (readonly [flag: bigint, step: string, warning: string | null])[] = [
  [0x1_0000n, 'Let {peer} hold {name} of this account', null],
  [0x2_0000n, 'Stop payments of others through the balance with {peer}', null],
  [
    0x4_0000n,
    'Let payments of others pass through the balance with {peer}',
    'Others can exchange the balance for the same currency of another issuer.',
  ],
  [0x10_0000n, 'Freeze the {name} that {peer} holds', 'The other account can no longer send its balance.'],
  [0x20_0000n, 'Lift the freeze of the {name} that {peer} holds', null],
  [0x40_0000n, 'Freeze fully the {name} that {peer} holds', 'The other account can neither send nor receive.'],
  [0x80_0000n, 'Lift the full freeze of the {name} that {peer} holds', null],
];
/** The quality at which a balance counts at its face value, in billionths. Zero stands for it too. */
const FACE_VALUE = 1_000_000_000n;
const BILLIONTHS = 9;

function quality(units: bigint): string {
  const digits = String(units).padStart(BILLIONTHS + 1, '0');
  const fraction = digits.slice(-BILLIONTHS).replace(/0+$/, '');
  return `${digits.slice(0, -BILLIONTHS)}${fraction === '' ? '' : `.${fraction}`} of the face value`;
}

const trustSet: XrpRule = {
  required: ['LimitAmount'],
  optional: ['QualityIn', 'QualityOut'],
  flags: TRUST_FLAGS.reduce((all, [flag]) => all | flag, 0n),
  effect(of) {
    const limit = of.amount('LimitAmount');
    const peer = limit.asset.issuer ?? 'nobody';
    const words = (text: string) => text.replaceAll('{peer}', peer).replaceAll('{name}', limit.asset.name);
    const set = TRUST_FLAGS.filter(([flag]) => hasFlag(of, flag));
    const isOdd = (name: string) => of.has(name) && of.number(name) !== 0n && of.number(name) !== FACE_VALUE;
    return {
      steps: [
        limit.isZero
          ? `Trust ${peer} for no ${limit.asset.name}`
          : `Trust ${peer} for up to ${limit.digits} ${limit.asset.name}`,
        ...set.map(([, step]) => words(step)),
      ],
      rows: [
        row('Limit', of.amountText('LimitAmount'), 'amount'),
        row('Issuer', peer, limit.asset.issuer === null ? 'text' : 'address'),
        ...['QualityIn', 'QualityOut'].flatMap((name) =>
          of.has(name)
            ? [
                row(
                  name === 'QualityIn' ? 'Counts what comes in at' : 'Counts what goes out at',
                  worth(of.number(name)),
                ),
              ]
            : [],
        ),
      ],
      findings: [
        ...imitationFindings(limit.asset),
        ...set.flatMap(([, , warning]) => (warning === null ? [] : [danger(warning, { field: 'Flags' })])),
        ...['QualityIn', 'QualityOut']
          .filter(isOdd)
          .map((name) => danger('It counts the balance at another value than its face value.', { field: name })),
      ],
      faults: [
        ...(limit.asset.kind === 'issued' ? [] : ['its limit is not of an issuer']),
        ...(peer === of.account ? ['it trusts its own account'] : []),
        ...(hasFlag(of, 0x2_0000n) && hasFlag(of, 0x4_0000n) ? ['it sets and clears one flag'] : []),
        ...(hasFlag(of, 0x50_0000n) && hasFlag(of, 0xa0_0000n) ? ['it freezes and lifts the freeze'] : []),
      ],
    };
  },
};

const worth = (units: bigint): string => (units === 0n ? 'the face value' : quality(units));

const [PASSIVE, IMMEDIATE, FILL_OR_KILL, SELL] = [0x1_0000n, 0x2_0000n, 0x4_0000n, 0x8_0000n];

const offerCreate: XrpRule = {
  required: ['TakerPays', 'TakerGets'],
  optional: ['Expiration', 'OfferSequence'],
  flags: PASSIVE | IMMEDIATE | FILL_OR_KILL | SELL,
  effect(of) {
    const [pays, gets] = [of.amount('TakerPays'), of.amount('TakerGets')];
    const isSale = hasFlag(of, SELL);
    const isOpen = !hasFlag(of, IMMEDIATE | FILL_OR_KILL);
    return {
      steps: [
        isSale
          ? `Sell ${of.amountText('TakerGets')} for at least ${of.amountText('TakerPays')}`
          : `Buy ${of.amountText('TakerPays')} for at most ${of.amountText('TakerGets')}`,
        ...(of.has('OfferSequence') ? [`Cancel the offer ${of.number('OfferSequence')} of this account`] : []),
      ],
      rows: [
        row('Pays at most', of.amountText('TakerGets'), 'amount'),
        row('Gets', `${isSale ? 'at least ' : ''}${of.amountText('TakerPays')}`, 'amount'),
        row('Filled', FILLED.find(([flag]) => hasFlag(of, flag))?.[1] ?? 'in parts, and the rest stays open'),
        ...(hasFlag(of, PASSIVE) ? [row('Takes', 'only offers with a better rate')] : []),
        ...(of.has('OfferSequence') ? [row('Cancels offer', String(of.number('OfferSequence')))] : []),
        ...(of.has('Expiration') ? [row('Expires', timeText(of, 'Expiration'), 'time')] : []),
      ],
      findings: [
        ...imitationFindings(pays.asset, gets.asset),
        ...(isNextToNothing(pays) && !isNextToNothing(gets) ? [danger('It asks for next to nothing in return.')] : []),
        ...(isOpen && !of.has('Expiration')
          ? [care('The offer never expires: it stays open until it is cancelled.')]
          : []),
      ],
      faults: [
        ...(pays.isZero || gets.isZero ? ['it trades for nothing'] : []),
        ...(isSameAsset(pays.asset, gets.asset) ? ['it trades an asset for itself'] : []),
        ...(hasFlag(of, IMMEDIATE) && hasFlag(of, FILL_OR_KILL) ? ['it has two rules for how it is filled'] : []),
        ...(of.has('Expiration') && of.number('Expiration') === 0n ? ['it expires at no time'] : []),
        ...(of.has('OfferSequence') && of.number('OfferSequence') === 0n ? ['it cancels no offer'] : []),
      ],
    };
  },
};

const FILLED: readonly (readonly [bigint, string])[] = [
  [IMMEDIATE, 'at once, and the rest is cancelled'],
  [FILL_OR_KILL, 'at once and whole, or not at all'],
];

const offerCancel: XrpRule = {
  required: ['OfferSequence'],
  optional: [],
  flags: 0n,
  effect: (of) => ({
    steps: [`Cancel the offer ${of.number('OfferSequence')} of this account`],
    rows: [row('Cancels offer', String(of.number('OfferSequence')))],
    faults: of.number('OfferSequence') === 0n ? ['it cancels no offer'] : [],
  }),
};

export const TRADES: Readonly<Record<string, XrpRule>> = {
  TrustSet: trustSet,
  OfferCreate: offerCreate,
  OfferCancel: offerCancel,
};
