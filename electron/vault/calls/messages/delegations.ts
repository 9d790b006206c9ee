/** Delegations of MetaMask's Delegation Framework 1.3.0: somebody may act for an account, within limits ("caveats"). */
import type { DecodedField, Finding } from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { allowedText, danger, isForEver, row, untilText } from '../../../crypto/index.ts';
import type { Arguments } from '../standard.ts';
import { at, blindFinding, handedIn, type MessageRule } from './rule.ts';

const BASIS = 'MetaMask Delegation Framework';
const MANAGER = '0xdb9b1e94b5b69df7e401ddbede43491141047db3';
/** The delegator's own authority, and not one that another delegation gave it. */
const ROOT = `0x${'ff'.repeat(32)}`;
/** The delegate that stands for everybody. */
const ANYBODY = `0x${'0'.repeat(37)}a11`;

const ADDRESS = 20;
const SELECTOR = 4;
const HALF = 16;
const WORD = 32;

const numberIn = (terms: Uint8Array, from: number, length = WORD) =>
  BigInt(`0x0${hexEncode(terms.subarray(from, from + length))}`);
const addressIn = (terms: Uint8Array, of: Arguments, from = 0) => of.address(terms.subarray(from, from + ADDRESS));

/** The items of a list without a length. Null for no items, and for a rest that is none. */
function itemsIn(terms: Uint8Array, length: number): readonly Uint8Array[] | null {
  const count = terms.length / length;
  if (count === 0 || !Number.isInteger(count)) return null;
  return Array.from({ length: count }, (_, index) => terms.subarray(index * length, (index + 1) * length));
}

/** An amount of the token whose address the terms begin with. */
function tokens(terms: Uint8Array, of: Arguments, from: number): string {
  return allowedText(of.chain, addressIn(terms, of), numberIn(terms, from));
}

const since = (seconds: bigint) => (seconds === 0n ? '' : ` from ${untilText(seconds)} on`);
const coins = (terms: Uint8Array, of: Arguments, from: number) => of.coins(numberIn(terms, from));

interface Limit {
  readonly name: string;
  /** The length of the terms in bytes. Null for a list. */
  readonly length: number | null;
  /** Null for terms that are not of its form. */
  readonly text: (terms: Uint8Array, of: Arguments) => string | null;
  /** It bounds the contracts or the tokens. A limit of functions, coins, times or uses leaves every token open. */
  readonly isOfTokens?: true;
  /** It bounds the contracts, and nothing that is done there. */
  readonly isOfContracts?: true;
  /** The time that ends the delegation, in seconds since 1970. 0 for none. */
  readonly until?: (terms: Uint8Array) => bigint;
  /** True when the terms end the delegation. */
  readonly ends?: (terms: Uint8Array) => boolean;
}

function lists(
  name: string,
  size: number,
  text: (items: string, of: Arguments) => string,
  isOfContracts = false,
): Limit {
  return {
    name,
    length: null,
    ...(isOfContracts ? { isOfTokens: true, isOfContracts } : {}),
    text(terms, of) {
      const items = itemsIn(terms, size);
      const texts = items?.map((item) => (size === ADDRESS ? of.address(item) : `0x${hexEncode(item)}`));
      return texts === undefined ? null : text(texts.join(', '), of);
    },
  };
}

/** By the contracts that enforce them, which have one address on every chain (documents/Deployments.md there). */
const LIMITS: Readonly<Record<string, Limit>> = {
  '0x2c21fd0cb9dc8445cb3fb0dc5e7bb0aca01842b5': lists(
    'Allowed functions',
    SELECTOR,
    (items) => `only the functions ${items}`,
  ),
  '0x7f20f61b1f09b08d970938f6fa563634d65c4eeb': lists(
    'Allowed contracts',
    ADDRESS,
    (items) => `only calls of ${items}`,
    true,
  ),
  '0xe144b0b2618071b4e56f746313528a669c7e65c5': lists(
    'Allowed users',
    ADDRESS,
    (items) => `only handed in by ${items}`,
  ),
  '0x5d9818df0ae3f66e9c3d0c5029daf99d1823ca6c': {
    name: 'Blocks',
    length: WORD,
    text: (terms) =>
      `after block ${numberIn(terms, 0, HALF)} and before block ${numberIn(terms, HALF, HALF) || 'none'}`,
    ends: (terms) => numberIn(terms, HALF, HALF) > 0n,
  },
  '0x1046bb45c8d673d4ea75321280db34899413c069': {
    name: 'Times',
    length: WORD,
    text: (terms) => {
      const [after, before] = [numberIn(terms, 0, HALF), numberIn(terms, HALF, HALF)];
      const parts = [
        ...(after === 0n ? [] : [`after ${untilText(after)}`]),
        ...(before === 0n ? [] : [`before ${untilText(before)}`]),
      ];
      return parts.join(' and ') || 'at any time';
    },
    until: (terms) => numberIn(terms, HALF, HALF),
    ends: (terms) => numberIn(terms, HALF, HALF) > 0n && !isForEver(numberIn(terms, HALF, HALF)),
  },
  '0xf100b0819427117ecf76ed94b358b1a5b5c6d2fc': {
    name: 'Tokens at most',
    isOfTokens: true,
    length: ADDRESS + WORD,
    text: (terms, of) => `only transfers of ${tokens(terms, of, ADDRESS)} in all`,
  },
  '0x474e3ae7e169e940607cc624da8a15eb120139ab': {
    name: 'Tokens at most',
    isOfTokens: true,
    length: ADDRESS + 3 * WORD,
    text: (terms, of) =>
      `only transfers of ${tokens(terms, of, ADDRESS)} in each ${numberIn(terms, ADDRESS + WORD)} seconds${since(numberIn(terms, ADDRESS + 2 * WORD))}`,
  },
  '0x56c97ae02f233b29fa03502ecc0457266d9be00e': {
    name: 'Tokens at most',
    isOfTokens: true,
    length: ADDRESS + 4 * WORD,
    text: (terms, of) =>
      `only transfers of ${tokens(terms, of, ADDRESS)} at first and ${tokens(terms, of, ADDRESS + 2 * WORD)} more each second, ${tokens(terms, of, ADDRESS + WORD)} in all${since(numberIn(terms, ADDRESS + 3 * WORD))}`,
  },
  '0x3790e6b7233f779b09da74c72b6e94813925b9af': {
    name: 'Tokens at most',
    isOfTokens: true,
    length: ADDRESS + WORD,
    text: (terms, of) => `only the token ${numberIn(terms, ADDRESS)} of ${addressIn(terms, of)}`,
  },
  '0xf71af580b9c3078fbc2bbf16fbb8eed82b330320': {
    name: 'Coins at most',
    length: WORD,
    text: (terms, of) => `only ${coins(terms, of, 0)} in all`,
  },
  '0x9bc0faf4aca5ae429f4c06aeeac517520cb16bd9': {
    name: 'Coins at most',
    length: 3 * WORD,
    text: (terms, of) =>
      `only ${coins(terms, of, 0)} in each ${numberIn(terms, WORD)} seconds${since(numberIn(terms, 2 * WORD))}`,
  },
  '0xd10b97905a320b13a0608f7e9cc506b56747df19': {
    name: 'Coins at most',
    length: 4 * WORD,
    text: (terms, of) =>
      `only ${coins(terms, of, 0)} at first and ${coins(terms, of, 2 * WORD)} more each second, ${coins(terms, of, WORD)} in all${since(numberIn(terms, 3 * WORD))}`,
  },
  '0x92bf12322527caa612fd31a0e810472bbb106a8f': {
    name: 'Coins at most',
    length: WORD,
    text: (terms, of) => `only ${coins(terms, of, 0)} with each call`,
  },
  '0x7eef9734e7092032b5c56310eb9bbd1f4a524681': {
    name: 'Allowed contracts',
    isOfTokens: true,
    length: ADDRESS,
    text: (terms, of) => `only a transfer of the ownership of ${addressIn(terms, of)}`,
  },
  '0x04658b29f6b82ed55274221a06fc97d318e25416': {
    name: 'Uses at most',
    length: WORD,
    text: (terms) => String(numberIn(terms, 0)),
  },
  '0xc8b5d93463c893401094cc70e66a206fb5987997': {
    name: 'Id',
    length: WORD,
    text: (terms) => `${numberIn(terms, 0)}: used once, as each with this id`,
  },
  '0xde4f2fac4b3d87a1d9953ca5fc09fca7f366254f': {
    name: 'Nonce',
    length: WORD,
    text: (terms) => `${numberIn(terms, 0)}: ends when the account raises its nonce`,
  },
};

/** A limit with its text, or null for one that nothing explains. */
function limitOf(caveat: Arguments): { readonly limit: Limit; readonly text: string } | null {
  const [limit, terms] = [LIMITS[caveat.text('enforcer').toLowerCase()], caveat.bytes('terms')];
  if (limit === undefined || (limit.length !== null && limit.length !== terms.length)) return null;
  const text = limit.text(terms, caveat);
  return text === null ? null : { limit, text };
}

const caveats = (of: Arguments) => of.each('caveats');
const isAnybody = (of: Arguments) => of.text('delegate').toLowerCase() === ANYBODY;
const delegateText = (of: Arguments) => (isAnybody(of) ? 'anybody' : of.text('delegate'));

function limitRow(caveat: Arguments): DecodedField {
  const found = limitOf(caveat);
  return found === null
    ? row('Limit that is not known here', `${caveat.text('enforcer')} with ${caveat.text('terms')}`)
    : row(`Limit: ${found.limit.name}`, found.text);
}

/** The first time that ends it, which is compared with the time of the request. */
function endRows(of: Arguments): DecodedField[] {
  const ends = caveats(of).flatMap((caveat) => {
    const end = limitOf(caveat)?.limit.until?.(caveat.bytes('terms')) ?? 0n;
    return end === 0n ? [] : [end];
  });
  const [first] = ends.sort((a, b) => (a < b ? -1 : 1));
  return first === undefined ? [] : [row('Valid until', untilText(first), 'time')];
}

function delegationFindings(of: Arguments): Finding[] {
  const all = caveats(of);
  const isEnded = all.some((caveat) => limitOf(caveat)?.limit.ends?.(caveat.bytes('terms')) === true);
  const unknown = all.find((caveat) => limitOf(caveat) === null);
  const from = { field: 'caveats', basis: BASIS };
  const bounds = all.flatMap((caveat) => limitOf(caveat) ?? []).filter(({ limit }) => limit.isOfTokens === true);
  const [bound] = bounds;
  return [
    ...handedIn('use the power', BASIS),
    ...(bound !== undefined && bounds.every(({ limit }) => limit.isOfContracts === true)
      ? [
          danger(
            `No limit names an amount (${bound.text}): ${delegateText(of)} can move all that these contracts let the account move.`,
            { ...from, isUnlimited: true },
          ),
        ]
      : []),
    ...(all.length === 0 || bound !== undefined
      ? []
      : [
          danger(`No limit names a contract or a token: ${delegateText(of)} can take every token of the account.`, {
            ...from,
            isUnlimited: true,
          }),
        ]),
    ...(all.length > 0
      ? []
      : [
          danger(`There is no limit: ${delegateText(of)} can take everything that the account holds.`, {
            ...from,
            isUnlimited: true,
          }),
        ]),
    ...(isAnybody(of)
      ? [
          danger('It is for everybody: anyone who gets the signature can act for the account.', {
            ...from,
            field: 'delegate',
          }),
        ]
      : []),
    ...(isEnded ? [] : [danger('It never expires: it is valid until the account disables it.', from)]),
    ...(of.text('authority') === ROOT
      ? []
      : [
          blindFinding(
            of,
            'It passes on a power that another delegation gave, known by its hash only: the permitted actions are unknown.',
            { ...from, field: 'authority' },
          ),
        ]),
    ...(unknown === undefined
      ? []
      : [blindFinding(of, `A limit that ${unknown.text('enforcer')} enforces is unknown, or malformed.`, from)]),
  ];
}

export const DELEGATIONS: readonly MessageRule[] = [
  {
    signature:
      'Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)',
    basis: BASIS,
    ...at(MANAGER),
    does: (of) => {
      const limits = caveats(of).length;
      const within = limits === 0 ? 'without any limit' : `within ${limits} ${limits === 1 ? 'limit' : 'limits'}`;
      return `Let ${delegateText(of)} act for the account ${of.text('delegator')}, ${within}`;
    },
    rows: (of) => [
      row('Authority', of.text('authority') === ROOT ? 'the account’s own' : of.text('authority')),
      ...(caveats(of).length === 0 ? [row('Limits', 'none')] : caveats(of).map(limitRow)),
      ...endRows(of),
    ],
    findings: delegationFindings,
  },
];
