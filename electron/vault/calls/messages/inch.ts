/**
 * Orders of the 1inch Limit Order Protocol, versions 2 to 4. Fusion orders are those of version 4 with an extension, of
 * which the message has the hash only.
 */
import type { DecodedField, Finding } from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { abiOf, danger, row, untilText } from '../../../crypto/index.ts';
import { ANY_CHAIN, type Arguments, type Contracts, isNobody } from '../standard.ts';
import { type Limit, limitRows, limitText, returnFindings } from './limit.ts';
import { atContracts, blindFinding, handedIn, type MessageRule } from './rule.ts';

const INCH = '1inch Limit Order Protocol';
const LIMIT: Limit = {
  gives: ['makingAmount', 'makerAsset'],
  gets: ['takingAmount', 'takerAsset'],
  receiver: 'receiver',
};
/** Contracts of version 2. Versions 3 and 4 are part of the routers, and zkSync Era has others. */
export const VERSION_2: Contracts = {
  'eip155:1': ['0x119c71d3bbac22029622cbaec24854d3d32d2828'],
  'eip155:137': ['0x94bc2a1c732bcad7343b25af48385fe76e08734f'],
};
export const VERSION_3: Contracts = {
  [ANY_CHAIN]: ['0x1111111254eeb25477b68fb85ed929f73a960582'],
  'eip155:324': ['0x6e2b76966cbd9cf4cc2fa0d76d24d5241e0abc2f'],
};
export const VERSION_4: Contracts = {
  [ANY_CHAIN]: ['0x111111125421ca6dc452d289314280a0f8842a65'],
  'eip155:324': ['0x6fd4383cb451173d5f9304f041c7bcbf27d561ff'],
};

const takerRow = (of: Arguments) =>
  row('Who may take it', isNobody(of.text('allowedSender')) ? 'anybody' : of.text('allowedSender'), 'address');

const UNUSED_BITS = 'It has bits that the protocol does not use.';
const AS_COINS = row('Wrapped coins are paid', 'as coins');

function endless(field: string): Finding {
  return danger('The order never expires: it can be settled until it is cancelled.', { field, basis: INCH });
}

/** A time of 0 is no end. */
function untilRow(seconds: bigint): DecodedField {
  return row('Valid until', seconds === 0n ? 'for ever' : untilText(seconds), 'time');
}

/** A number in the bits of another one: its lowest bit, counted from 0, and how many bits it has. */
type Bits = readonly [from: bigint, count: number];
const bitsOf = (value: bigint, [from, count]: Bits) => BigInt.asUintN(count, value >> from);

/** The parts of the makerTraits of version 4, from the lowest bit on. */
const TRAITS = {
  sender: [0n, 80],
  until: [80n, 40],
  nonce: [120n, 40],
  series: [160n, 40],
} satisfies Record<string, Bits>;
const partOf = (of: Arguments, name: keyof typeof TRAITS) => bitsOf(of.number('makerTraits'), TRAITS[name]);

/** The bits of the makerTraits that are flags. */
const FLAGS = {
  pre: 252n,
  post: 251n,
  epoch: 250n,
  extension: 249n,
  permit2: 248n,
  unwrap: 247n,
  many: 254n,
  whole: 255n,
} as const;
const isSet = (of: Arguments, name: keyof typeof FLAGS) => bitsOf(of.number('makerTraits'), [FLAGS[name], 1]) === 1n;
/** Bits that no part and no flag has. */
const UNUSED =
  (1n << 256n) -
  1n -
  Object.values(TRAITS).reduce((all, [from, bits]) => all | (((1n << BigInt(bits)) - 1n) << from), 0n) -
  Object.values(FLAGS).reduce((all, bit) => all | (1n << bit), 0n);

function traitRows(of: Arguments): DecodedField[] {
  const sender = partOf(of, 'sender').toString(16).padStart(20, '0');
  const parts = isSet(of, 'whole') ? 'no' : isSet(of, 'many') ? 'yes, several times' : 'yes, once';
  return [
    row('Who may take it', /^0+$/.test(sender) ? 'anybody' : `the address that ends with ${sender}`),
    untilRow(partOf(of, 'until')),
    row('May be taken in parts', `${parts}${isSet(of, 'whole') && isSet(of, 'many') ? ' (but several times)' : ''}`),
    row(isSet(of, 'epoch') ? 'Epoch' : 'Nonce', String(partOf(of, 'nonce'))),
    ...(partOf(of, 'series') === 0n ? [] : [row('Series', String(partOf(of, 'series')))]),
    ...(isSet(of, 'permit2') ? [row('Tokens are taken', 'by Permit2')] : []),
    ...(isSet(of, 'unwrap') ? [AS_COINS] : []),
    ...(['pre', 'post'] as const).flatMap((name) =>
      isSet(of, name) ? [row('Makes a call', name === 'pre' ? 'before the trade' : 'after the trade')] : [],
    ),
    ...(isSet(of, 'extension') ? [row('Extension', `hash ${bitsOf(of.number('salt'), [0n, 160]).toString(16)}`)] : []),
  ];
}

function traitFindings(of: Arguments): Finding[] {
  const from = { field: 'makerTraits', basis: INCH };
  return [
    ...((['extension', 'pre', 'post'] as const).some((name) => isSet(of, name))
      ? [
          blindFinding(
            of,
            'Its extension is known by its hash only, as in a Fusion order: it can set other amounts and make other calls.',
            from,
          ),
        ]
      : []),
    ...((of.number('makerTraits') & UNUSED) === 0n ? [] : [blindFinding(of, UNUSED_BITS, from)]),
    ...(partOf(of, 'until') === 0n ? [endless('makerTraits')] : []),
  ];
}

const word = (value: bigint) => value.toString(16).padStart(64, '0');
let selectors: ReadonlyMap<string, string> | null = null;

/** The selector of a function of the protocol, made once. */
function selectorOf(name: string): string {
  selectors ??= new Map(
    [
      ...abiOf([
        'getMakerAmount(uint256, uint256, uint256)',
        'getTakerAmount(uint256, uint256, uint256)',
        'timestampBelow(uint256)',
      ]),
    ].map(([selector, called]) => [called.name, selector]),
  );
  return selectors.get(name) ?? '';
}

/** Members of version 2 that calls of other contracts can be in. */
const EXTRAS = ['makerAssetData', 'takerAssetData', 'predicate', 'permit', 'interaction'] as const;
const GETTERS = ['getMakerAmount', 'getTakerAmount'] as const;

/** Returns the end of an order whose condition is a time. Null for another condition, and for none. */
function conditionEnd(of: Arguments): bigint | null {
  const data = hexEncode(of.bytes('predicate'));
  const selector = selectorOf('timestampBelow');
  return data.length === selector.length + 64 && data.startsWith(selector)
    ? BigInt(`0x${data.slice(selector.length)}`)
    : null;
}

/** True for amounts in proportion: no getter, or the protocol's own one with the amounts of the order. */
function isProportional(of: Arguments, name: (typeof GETTERS)[number]): boolean {
  const data = hexEncode(of.bytes(name));
  return (
    data === '' || data === `${selectorOf(name)}${word(of.number('makingAmount'))}${word(of.number('takingAmount'))}`
  );
}

function extraFindings(of: Arguments): Finding[] {
  const end = conditionEnd(of);
  const unread = [
    ...EXTRAS.filter((name) => of.bytes(name).length > 0 && !(name === 'predicate' && end !== null)),
    ...GETTERS.filter((name) => !isProportional(of, name)),
  ];
  return [
    ...unread.map((field) =>
      blindFinding(of, `The member ${field} is not decoded: it can set other amounts or make other calls.`, {
        field,
        basis: INCH,
      }),
    ),
    ...(end === null ? [endless('predicate')] : []),
  ];
}

/** The parts of the info of an RFQ order. */
const INFO = { nonce: [0n, 64], until: [64n, 64], unused: [128n, 127], unwraps: [255n, 1] } satisfies Record<
  string,
  Bits
>;
const infoPart = (of: Arguments, name: keyof typeof INFO) => bitsOf(of.number('info'), INFO[name]);
const RFQ_LIMIT: Limit = { ...LIMIT, receiver: null };
const RFQ: Contracts = {
  ...VERSION_3,
  ...VERSION_2,
};

export const INCH_ORDERS: readonly MessageRule[] = [
  {
    signature:
      'Order(uint256 salt,address makerAsset,address takerAsset,address maker,address receiver,address allowedSender,uint256 makingAmount,uint256 takingAmount,bytes makerAssetData,bytes takerAssetData,bytes getMakerAmount,bytes getTakerAmount,bytes predicate,bytes permit,bytes interaction)',
    basis: INCH,
    ...atContracts(VERSION_2),
    does: (of) => limitText(of, LIMIT),
    rows: (of) => {
      const end = conditionEnd(of);
      return [...limitRows(of, LIMIT), takerRow(of), ...(end === null ? [] : [untilRow(end)])];
    },
    findings: (of) => [...handedIn('settle it', INCH), ...returnFindings(of, LIMIT, INCH), ...extraFindings(of)],
  },
  {
    signature:
      'OrderRFQ(uint256 info,address makerAsset,address takerAsset,address maker,address allowedSender,uint256 makingAmount,uint256 takingAmount)',
    basis: INCH,
    ...atContracts(RFQ),
    does: (of) => limitText(of, RFQ_LIMIT),
    rows: (of) => [
      ...limitRows(of, RFQ_LIMIT),
      takerRow(of),
      untilRow(infoPart(of, 'until')),
      row('Nonce', String(infoPart(of, 'nonce'))),
      ...(infoPart(of, 'unwraps') === 0n ? [] : [AS_COINS]),
    ],
    findings: (of) => [
      ...handedIn('settle it', INCH),
      ...returnFindings(of, RFQ_LIMIT, INCH),
      ...(infoPart(of, 'unused') === 0n ? [] : [blindFinding(of, UNUSED_BITS, { field: 'info', basis: INCH })]),
      ...(infoPart(of, 'until') === 0n ? [endless('info')] : []),
    ],
  },
  {
    signature:
      'Order(uint256 salt,address makerAsset,address takerAsset,address maker,address receiver,address allowedSender,uint256 makingAmount,uint256 takingAmount,uint256 offsets,bytes interactions)',
    basis: INCH,
    ...atContracts(VERSION_3),
    does: (of) => limitText(of, LIMIT),
    rows: (of) => [...limitRows(of, LIMIT), takerRow(of)],
    findings: (of) => [
      ...handedIn('settle it', INCH),
      ...returnFindings(of, LIMIT, INCH),
      ...(of.bytes('interactions').length === 0
        ? [endless('interactions')]
        : [
            blindFinding(of, 'Its interactions are not decoded: they can set other amounts and make other calls.', {
              field: 'interactions',
              basis: INCH,
            }),
          ]),
    ],
  },
  {
    signature:
      'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)',
    basis: INCH,
    ...atContracts(VERSION_4),
    does: (of) => limitText(of, LIMIT),
    rows: (of) => [...limitRows(of, LIMIT), ...traitRows(of)],
    findings: (of) => [...handedIn('settle it', INCH), ...returnFindings(of, LIMIT, INCH), ...traitFindings(of)],
  },
];
