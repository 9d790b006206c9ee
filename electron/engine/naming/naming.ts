import { AppError } from '../../../shared/errors/index.ts';
import {
  type AddressFormat,
  ethereumChainName,
  type Finding,
  type Meaning,
  type NamedAddress,
  type Naming,
  type ProfileRow,
} from '../../../shared/model/index.ts';
import { oneLine } from '../../client/index.ts';
import { care, danger, information, isUnowned } from '../../crypto/index.ts';
import type { SignedNow, SignedStore } from '../../storage/records/index.ts';
import { atOnce, inSlices, type Steps } from '../../storage/sqlite/index.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Addresses } from '../addresses/addresses.ts';
import { lookalikesOf } from '../addresses/alike.ts';
import type { Book } from '../addresses/book.ts';
import { readAddress } from '../addresses/entries.ts';
import type { Clock } from '../ports.ts';
import { notedHeadline, ownWords } from './headline.ts';
import type { NameIds } from './known-names.ts';
import { isKnownToken, walletsOf } from './tokens.ts';

/** Addresses of one meaning that are looked at. */
const MAXIMUM_NAMED = 64;
/** Addresses that were signed for last, among which look-alikes are searched. */
const RECENT = 1_000;
/** An amount this many times the largest earlier one is unusual. */
const UNUSUAL = 10n;
/** Addresses that one finding names. */
const MAXIMUM_LISTED = 4;
const MAXIMUM_LABEL = 64;

/** The parts of a meaning that name addresses and amounts. */
export type NamingParts = Pick<Meaning, 'headline' | 'decoded' | 'rows'>;

/** Names the addresses of a meaning from main's records. */
export interface Namer {
  /** Never throws for a book that is not to be used: that is a finding. */
  nameOf(profile: ProfileRow | null, meaning: NamingParts): Promise<Naming>;
  /** Records the recipients and amounts of a signed meaning, after the stamp. */
  noteStamped(profile: ProfileRow, meaning: Meaning): void;
}

/** Addresses are named even without a profile. No profile can have this empty name, so it has signed nothing. */
const NOBODY: ProfileRow = {
  name: '',
  kind: 'remote',
  baseUrl: null,
  authUrl: null,
  organizationId: '',
  signerKey: '',
  notarizerKey: '',
  authProxyConfigId: null,
  hue: 0,
  current: false,
};

/** An address in a meaning. */
interface Mentioned {
  /** As the meaning spells it, and as its chain does. */
  readonly written: string;
  readonly address: string;
  readonly formats: readonly AddressFormat[];
  /** True when the meaning acts on the address, and it is not just one of many parts. */
  readonly isParty: boolean;
}

type Named = NamedAddress & Pick<Mentioned, 'isParty'>;

interface NamerParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly signed: SignedStore;
}

export function createNamer(
  { clock, signed }: NamerParts,
  accounts: Pick<Accounts, 'own' | 'lookalikes'>,
  addresses: Pick<Addresses, 'book'>,
  nameIds: NameIds,
): Namer {
  const bookOf = async (): Promise<Book | Finding> => {
    try {
      return await addresses.book();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'DOCUMENT_CHANGED') throw error;
      return care(`Castellan shows no names of the address book. ${error.message}`);
    }
  };

  return {
    async nameOf(given, meaning) {
      const profile = given ?? NOBODY;
      const { mentioned, isWhole } = await inSlices(mentionedIn(meaning));
      const chain = chainIn(meaning);
      const found = await bookOf();
      const book = 'entries' in found ? found : null;
      // The operator may have named a burn address. Without a name, nothing is known of one.
      const parts = mentioned.filter(({ address }) => !isUnowned(address) || book?.find(address, chain) != null);
      const recent = await inSlices(lookalikesOf(signed.recent(profile.name, RECENT)));
      const own = await accounts.lookalikes(profile);

      const nameOne = ({ written, address, formats, isParty }: Mentioned): Named => {
        const account = accounts.own(profile, address);
        const entry = book?.find(address, chain) ?? null;
        const used = signed.for(profile.name, address) !== null;
        const relation =
          account !== null ? 'own' : entry !== null ? (entry.allowed ? 'allowed' : 'known') : used ? 'used' : 'new';
        // The service's list proves no ownership, so a name in the book has precedence.
        const alike =
          entry !== null
            ? null
            : (book?.lookalikes.first(address, formats) ??
              (relation === 'own' ? null : (own.first(address, formats) ?? recent.first(address, formats))));
        return {
          address: written,
          relation,
          label: entry?.label ?? (account?.label == null ? null : oneLine(account.label, MAXIMUM_LABEL)),
          resembles: alike === null ? null : { address: alike.address, label: labelOf(alike) },
          isParty,
        };
      };
      const named = await inSlices(mapped(parts, nameOne));

      const ids = given === null ? [] : nameIds(profile, valuesIn(meaning));
      const parties = named.filter(({ isParty }) => isParty);
      const payer = meaning.decoded?.summary.find(({ name }) => name === 'From')?.value;
      const wallets = walletsOf(meaning.decoded);
      // A token account is as new as its wallet, which is looked up instead.
      const isOfParty = ({ address }: Named) => {
        const wallet = named.find((each) => each.address === wallets.get(address));
        return wallet !== undefined && (wallet.isParty || wallet.relation !== 'new');
      };
      const strangers =
        given === null
          ? []
          : parties.filter((each) => each.relation === 'new' && each.address !== payer && !isOfParty(each));
      const listed = parties.filter(({ relation, address }) => relation === 'own' && address !== payer);
      return {
        headline: notedHeadline(meaning, named, book !== null, ids),
        ids,
        addresses: named.map(({ isParty: _isParty, ...address }) => address),
        findings: [
          ...named.flatMap(lookalikeFinding),
          ...('entries' in found ? [] : [found]),
          ...unusualAmounts(meaning, (asset) => signed.largest(profile.name, asset)),
          ...(strangers.length === 0 ? [] : [firstTime(strangers.map(({ address }) => address))]),
          ...(isWhole ? [] : [UNNAMED]),
          ...(listed.length === 0 ? [] : [listedOnly(listed.map(({ address }) => address))]),
          ...(ids.some(({ byService }) => byService === true) ? [SERVICE_NAMES] : []),
        ],
      };
    },
    noteStamped(profile, meaning) {
      const parties = atOnce(mentionedIn(meaning)).mentioned.filter(({ isParty }) => isParty);
      const strangers = parties.filter(({ address }) => !isUnowned(address) && accounts.own(profile, address) === null);
      const amounts: SignedNow['amounts'] = amountsIn(meaning).filter(({ asset, amount }) => {
        const before = signed.largest(profile.name, asset);
        return before === null || isLess(before, amount);
      });
      signed.record({
        profile: profile.name,
        at: clock.now(),
        addresses: [...new Set(strangers.map(({ address }) => address))],
        amounts,
      });
    },
  };
}

/** The values of a request and the words of its headline, which may be ids. */
const valuesIn = ({ headline, rows }: NamingParts): string[] => [
  ...rows.map(({ value }) => value),
  ...ownWords(headline),
];

function* mapped<From, To>(all: readonly From[], make: (one: From) => To): Steps<To[]> {
  const made: To[] = [];
  for (const one of all) {
    yield;
    made.push(make(one));
  }
  return made;
}

const labelOf = (known: { readonly address: string; readonly label?: string | null }): string | null =>
  known.label ?? null;

/**
 * The addresses of a meaning: those in the summary and the fields of decoded contents, then those of the request. An
 * address of the contents is a party when it is in the headline or the summary. On chains with few accounts a field
 * counts too, but on Solana most fields are programs.
 */
function* mentionedIn({ headline, decoded, rows }: NamingParts): Steps<{ mentioned: Mentioned[]; isWhole: boolean }> {
  const inShort = new Set([...(decoded?.summary ?? []).map(({ value }) => value), ...ownWords(headline)]);
  const contents = [...(decoded?.summary ?? []), ...(decoded?.fields ?? [])];
  const found = new Map<string, Mentioned>();
  for (const [index, { value, kind }] of [...contents, ...rows].entries()) {
    yield;
    const known = kind === 'address' && !found.has(value) ? readAddress(value) : null;
    if (known === null) continue;
    if (found.size >= MAXIMUM_NAMED) return { mentioned: [...found.values()], isWhole: false };
    const isFew = known.formats.every((format) => format !== 'ADDRESS_FORMAT_SOLANA');
    found.set(value, {
      written: value,
      address: known.address,
      formats: known.formats,
      isParty:
        index < contents.length &&
        !isKnownToken(value, known.formats, chainIn({ decoded })) &&
        (inShort.has(value) || isFew),
    });
  }
  return { mentioned: [...found.values()], isWhole: true };
}

const UNNAMED: Finding = care(
  `It names more than ${MAXIMUM_NAMED} addresses, and only the first ${MAXIMUM_NAMED} were looked up: the others have no names here.`,
);

/** The chain that contents name in their standard's field, as CAIP-2. Null when they name none, or several. */
function chainIn({ decoded }: Pick<Meaning, 'decoded'>): string | null {
  const id = decoded?.fields.find(({ name }) => name === 'chainId' || name === 'domain.chainId')?.value ?? '';
  return /^\d+$/.test(id) ? ethereumChainName(id) : null;
}

function lookalikeFinding({ address, resembles }: NamedAddress): Finding[] {
  if (resembles === null) return [];
  const called = resembles.label === null ? 'which you signed for before' : `“${resembles.label}”`;
  return [
    danger(
      `${address} looks like ${resembles.address}, ${called}, but is a different address. ${differenceText(resembles.address, address)} Attackers make such addresses to be mistaken for each other.`,
      { cause: 'lookalike' },
    ),
  ];
}

/** In words, where an address differs from another: characters from 1, at most three places. */
function differenceText(one: string, other: string): string {
  if (one.length !== other.length) return `It has ${other.length} characters instead of ${one.length}.`;
  const places = [...other].flatMap((letter, index) =>
    letter.toLowerCase() === one[index]?.toLowerCase() ? [] : [index],
  );
  const differences = places
    .slice(0, 3)
    .map((index) => `character ${index + 1} is ${other[index]} instead of ${one[index]}`);
  const more = places.length - differences.length;
  return `Its ${differences.join(', ')}${more === 0 ? '' : `, and ${more} more differ`}.`;
}

/** A service can name its users and their credentials as it likes. */
export const SERVICE_NAMES: Finding = information(
  'Names of users, credentials, tags, policies, wallets and keys are the service’s word. Nothing here proves them.',
);

/** A service that lies can list anybody's address. */
function listedOnly(own: readonly string[]): Finding {
  const named = own.slice(0, MAXIMUM_LISTED);
  const more = own.length - named.length;
  return information(
    `The service lists ${named.join(', ')}${more === 0 ? '' : ` and ${more} further addresses`} as yours. Nothing here proves it.`,
  );
}

function firstTime(strangers: readonly string[]): Finding {
  const named = strangers.slice(0, MAXIMUM_LISTED);
  const more = strangers.length - named.length;
  return care(
    `You have never signed anything for ${named.join(', ')}${more === 0 ? '' : ` and ${more} further addresses`} with this profile.`,
    { cause: 'first' },
  );
}

/**
 * Returns the amounts that contents move, by asset, as exact decimal numbers. Excludes fees, change, holds and
 * receipts.
 */
function amountsIn({ decoded }: Pick<Meaning, 'decoded'>): { asset: string; amount: string }[] {
  const largest = new Map<string, string>();
  for (const { name, value, kind } of decoded?.summary ?? []) {
    if (kind !== 'amount' || /fee|change|hold|\bget\b|receive/i.test(name)) continue;
    const [, amount, asset] =
      /^(\d{1,80}(?:\.\d{1,80})?) ([^\s,]{1,32})(?:, stated and not proven)?$/.exec(value) ?? [];
    if (amount === undefined || asset === undefined) continue;
    const before = largest.get(asset);
    if (before === undefined || isLess(before, amount)) largest.set(asset, amount);
  }
  return [...largest].map(([asset, amount]) => ({ asset, amount }));
}

function unusualAmounts(meaning: NamingParts, largestOf: (asset: string) => string | null): Finding[] {
  return amountsIn(meaning).flatMap(({ asset, amount }) => {
    const before = largestOf(asset);
    if (before === null) return [];
    const [now, then] = inSameUnits(amount, before);
    const times = then === 0n ? 0n : now / then;
    if (times < UNUSUAL) return [];
    return [
      care(
        `${amount} ${asset} is ${times} times the largest amount of ${asset} that you signed before with this profile, ${before} ${asset}.`,
        { cause: 'large' },
      ),
    ];
  });
}

function isLess(one: string, other: string): boolean {
  const [a, b] = inSameUnits(one, other);
  return a < b;
}

/** Two decimal numbers as whole ones of the same unit. */
function inSameUnits(one: string, other: string): [bigint, bigint] {
  const decimals = Math.max(...[one, other].map((text) => (text.split('.')[1] ?? '').length));
  const units = (text: string) => {
    const [whole = '', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(decimals, '0'));
  };
  return [units(one), units(other)];
}
