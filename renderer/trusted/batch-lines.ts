import type { AskedLine } from '../../shared/ipc/index.ts';
import { decimalText, type FindingCause, type FindingLevel, type Meaning } from '../../shared/model/index.ts';
import { counted } from '../words/number.ts';

/** Lines of a page. Their whole addresses fit without scrolling. */
export const PAGE_LINES = 5;

/** The values of a payment that are read first, as the vault spells them. */
export interface PaymentParts {
  readonly to: string;
  /** The recipient's token account on Solana, which holds what the wallet `to` gets. Null elsewhere. */
  readonly through: string | null;
  /** Null where the vault names no single payer. */
  readonly from: string | null;
  /** The name of the chain. Null where the vault names no single chain. */
  readonly chain: string | null;
  /** An exact decimal number and its asset. */
  readonly amount: string;
  readonly asset: string;
}

/** The sum of one asset on one chain over all lines of a batch. */
export interface AssetTotal {
  readonly chain: string | null;
  readonly asset: string;
  readonly amount: string;
  readonly payments: number;
  /** The most that all fees in this asset can cost. Null when it pays none. */
  readonly fees: string | null;
  /** The rent of the token accounts that payments open where there are none yet. Null when none is opened. */
  readonly rent: string | null;
}

/** A finding of a line: its words for the right end of the row, and the sentences that stand below it. */
export interface LineFinding {
  readonly level: FindingLevel;
  readonly short: string | null;
  readonly texts: readonly string[];
}

const AMOUNT = /^(\d{1,80})(?:\.(\d{1,80}))? ([^\s,]{1,32})$/;
/** The vault's words for the rent of accounts that a transaction opens. */
const RENT = /^(\d{1,80})(?:\.(\d{1,80}))? (SOL)(?: or more)? for \d+ token accounts?, /;

/** Returns the parts of a payment. Null for contents that do anything else, or more. */
export function paymentOf({ decoded, headline }: Pick<Meaning, 'decoded' | 'headline'>): PaymentParts | null {
  const to = onlyOf({ decoded }, 'To');
  const [, whole, fraction, asset] = AMOUNT.exec(onlyOf({ decoded }, 'Amount') ?? '') ?? [];
  if (
    !headline.startsWith('Send ') ||
    doesMore({ decoded }) ||
    to === null ||
    whole === undefined ||
    asset === undefined
  )
    return null;
  const amount = fraction === undefined ? whole : `${whole}.${fraction}`;
  const wallet = onlyOf({ decoded }, 'To wallet');
  return {
    to: wallet ?? to,
    through: wallet === null ? onlyOf({ decoded }, 'Token account') : to,
    from: payerOf({ decoded }),
    chain: onlyOf({ decoded }, 'Chain'),
    amount,
    asset,
  };
}

/** The rows of a payment on Solana and on Bitcoin. A transaction there can do several things at once. */
const PAYMENT_ROWS: ReadonlySet<string> = new Set([
  ...['From', 'To', 'To wallet', 'Amount', 'Fee paid by', 'Fee at most', 'Rent deposit', 'Rent paid by'],
  ...['Token account', 'Paying token account', 'Mint'],
  ...['Chain', 'Expires', 'May change', 'Memo'],
  ...['You spend', 'Change', 'Fee', 'Fee rate'],
]);

/** Rows that a summary has on Solana, and on Bitcoin. */
const SEVERAL_ROWS = ['Fee paid by', 'You spend', 'Inputs hold', 'Fee rate'] as const;

/** Returns true when the rows of such a transaction show more than one payment. */
function doesMore({ decoded }: Pick<Meaning, 'decoded'>): boolean {
  const names = (decoded?.summary ?? []).map(({ name }) => name);
  const isSeveral = SEVERAL_ROWS.some((name) => names.includes(name));
  return isSeveral && names.some((name) => !PAYMENT_ROWS.has(name));
}

/** Returns the account that pays: on Solana, the only one that signs, and not its token account. */
function payerOf({ decoded }: Pick<Meaning, 'decoded'>): string | null {
  const isSignedByOthers = (decoded?.summary ?? []).some(({ name }) => name === 'Also signs');
  const payer = onlyOf({ decoded }, 'Fee paid by');
  return payer === null || isSignedByOthers ? onlyOf({ decoded }, 'From') : payer;
}

/** Returns the value of the row with that name. Null when there is none, or more than one. */
function onlyOf({ decoded }: Pick<Meaning, 'decoded'>, name: string): string | null {
  const [row, ...more] = (decoded?.summary ?? []).filter((field) => field.name === name);
  return row === undefined || row.value === '' || more.length > 0 ? null : row.value;
}

/** The payer and the chain of a payment. */
export interface Place {
  readonly from: string;
  readonly chain: string;
}

/** Returns where a payment comes from. Null when the vault does not name its payer or its chain. */
export function placeOf({ from, chain }: PaymentParts): Place | null {
  return from === null || chain === null ? null : { from, chain };
}

/** Returns the payer and the chain that all lines share. Null when a line differs or is no payment. */
export function sharedPlace(lines: readonly Pick<AskedLine, 'meaning'>[]): Place | null {
  const places = lines.map(({ meaning }) => {
    const payment = paymentOf(meaning);
    return payment === null ? null : placeOf(payment);
  });
  const [first = null] = places;
  return places.every((place) => place?.from === first?.from && place?.chain === first?.chain) ? first : null;
}

/** Returns the numbers of the payments whose payer or chain is not known. */
export function unplacedLines(lines: readonly Pick<AskedLine, 'line' | 'meaning'>[]): number[] {
  return lines.flatMap(({ line, meaning }) => {
    const payment = paymentOf(meaning);
    return payment !== null && placeOf(payment) === null ? [line] : [];
  });
}

/** Returns the sums of amounts and fees by chain and asset, in the order in which the lines name them. */
export function totalsOf(lines: readonly Pick<AskedLine, 'meaning'>[]): AssetTotal[] {
  const sums = new Map<string, Pick<AssetTotal, 'chain' | 'asset'> & SumsOf>();
  const of = (chain: string | null, asset: string) => {
    const key = JSON.stringify([chain, asset]);
    const sum = sums.get(key) ?? { chain, asset, amount: ZERO, payments: 0, fees: null, rent: null };
    sums.set(key, sum);
    return sum;
  };
  for (const { meaning } of lines) {
    const chain = onlyOf(meaning, 'Chain');
    const payment = paymentOf(meaning);
    if (payment !== null) {
      const sum = of(chain, payment.asset);
      sum.amount = plus(sum.amount, payment.amount);
      sum.payments += 1;
    }
    const fee = feeOf(meaning);
    if (fee !== null) {
      const sum = of(chain, fee.asset);
      sum.fees = plus(sum.fees ?? ZERO, fee.amount);
    }
    const rent = costIn(onlyOf(meaning, 'Rent deposit'), RENT);
    if (rent !== null) {
      const sum = of(chain, rent.asset);
      sum.rent = plus(sum.rent ?? ZERO, rent.amount);
    }
  }
  const text = (sum: Sum | null) => (sum === null ? null : textOf(sum));
  return [...sums.values()].map(({ amount, fees, rent, ...rest }) => ({
    ...rest,
    amount: textOf(amount),
    fees: text(fees),
    rent: text(rent),
  }));
}

const feeOf = (meaning: Meaning) => costIn(onlyOf(meaning, 'Fee at most') ?? onlyOf(meaning, 'Fee'), AMOUNT);

/** Returns what the sums leave out, as clauses: requests without an amount, unknown fees, and rents that can be higher. */
export function leftOutOf(lines: readonly Pick<AskedLine, 'meaning'>[]): string[] {
  const countOf = (isLeftOut: (meaning: Meaning) => boolean) =>
    lines.filter(({ meaning }) => isLeftOut(meaning)).length;
  const others = countOf((meaning) => paymentOf(meaning) === null);
  const unknown = countOf((meaning) => paymentOf(meaning) !== null && feeOf(meaning) === null);
  const higher = countOf((meaning) => onlyOf(meaning, 'Rent deposit')?.includes(' or more') === true);
  return [
    ...(others === 0 ? [] : [`${counted(others, 'request')} without one amount`]),
    ...(unknown === 0 ? [] : [`${counted(unknown, 'payment')} with an unknown fee`]),
    ...(higher === 0 ? [] : [`${counted(higher, 'rent')} of this amount or more`]),
  ];
}

/** Returns an amount of the words of a row. Null when the words have another form. */
function costIn(words: string | null, form: RegExp): { readonly amount: string; readonly asset: string } | null {
  const [, whole, fraction = '', asset] = form.exec(words ?? '') ?? [];
  return whole === undefined || asset === undefined ? null : { amount: `${whole}.${fraction}`, asset };
}

interface SumsOf {
  amount: Sum;
  payments: number;
  fees: Sum | null;
  rent: Sum | null;
}

/** An exact decimal number: units of which ten to the power of `decimals` make one. */
interface Sum {
  readonly units: bigint;
  readonly decimals: number;
}
const ZERO: Sum = { units: 0n, decimals: 0 };
const textOf = ({ units, decimals }: Sum) => decimalText(units, decimals);

function plus(sum: Sum, text: string): Sum {
  const [whole = '', fraction = ''] = text.split('.');
  const decimals = Math.max(sum.decimals, fraction.length);
  const scaled = sum.units * 10n ** BigInt(decimals - sum.decimals);
  return { units: scaled + BigInt(whole + fraction.padEnd(decimals, '0')), decimals };
}

/** The words at the end of a row, in place of the sentence. */
const SHORT: Readonly<Record<FindingCause, string>> = {
  lookalike: 'look-alike address',
  first: 'first payment',
  large: 'larger than usual',
};

/**
 * Returns the finding of each line, in their order. Lines that pay the same amount to the same address name each other,
 * and an earlier signature of the same contents is a finding. Null for a line without one.
 */
export function findingsOf(lines: readonly AskedLine[]): (LineFinding | null)[] {
  const keyOf = ({ meaning }: AskedLine) => {
    const payment = paymentOf(meaning);
    if (payment === null) return null;
    return JSON.stringify([payment.to.toLowerCase(), payment.amount, payment.asset, payment.chain]);
  };
  const same = new Map<string | null, AskedLine[]>();
  for (const one of lines) {
    const alike = same.get(keyOf(one)) ?? [];
    alike.push(one);
    same.set(keyOf(one), alike);
  }
  return lines.map((one) => {
    const { meaning, naming, before } = one;
    const found = [...naming.findings, ...meaning.findings].filter(({ level }) => level !== 'information');
    const key = keyOf(one);
    const others = key === null ? [] : (same.get(key) ?? []).filter((other) => other !== one);
    const [other] = others;
    const words = [
      ...found.flatMap(({ cause }) => (cause === undefined ? [] : SHORT[cause])),
      ...(other === undefined ? [] : [`same as line ${other.line}`]),
      ...(before === null ? [] : ['unknown' in before ? 'earlier signature unknown' : 'signed before']),
    ];
    if (found.length === 0 && words.length === 0) return null;
    return {
      level: found.some(({ level }) => level === 'danger') ? 'danger' : 'care',
      short: words.length === 0 ? null : words.join(', '),
      texts: found.filter(({ level, cause }) => level === 'danger' || cause === undefined).map(({ text }) => text),
    };
  });
}

const RANK = { danger: 0, care: 1, information: 2 } as const;

/** Returns the indexes of the lines as they are read: the most serious findings first, then the order of the file. */
export function readingOrder(findings: readonly (LineFinding | null)[]): number[] {
  const rank = (index: number) => RANK[findings[index]?.level ?? 'information'];
  return findings.map((_, index) => index).toSorted((one, other) => rank(one) - rank(other) || one - other);
}
