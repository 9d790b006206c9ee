import { chainName, decimalText, type EarnRow, grouped, type HistoryAmount } from '../../shared/model/index.ts';
import { shorten } from './address.ts';
import { sentenceCase } from './labels.ts';
import { age } from './time.ts';

/** Shown for a value that a service does not report. */
export const NOT_REPORTED = 'Not reported';

/** Returns the earning asset's symbol, or its token when this machine knows no symbol. */
export function assetWords({ symbol, token }: Pick<EarnRow, 'symbol' | 'token'>): string {
  return symbol ?? `the token ${shorten(token)}`;
}

/** An exact amount with its unit. */
export function amountWords(amount: HistoryAmount | null): string {
  return amount === null ? NOT_REPORTED : `${grouped(amount.text)} ${amount.unit}`;
}

/** “4.2 % after the fee” */
export function yieldWords({ yield: rate, deployed }: Pick<EarnRow, 'yield' | 'deployed'>): string {
  if (rate === null) return NOT_REPORTED;
  if (rate.isNet) return `${percent(rate.percent)} after the fee`;
  return deployed?.fee === '0' ? percent(rate.percent) : `${percent(rate.percent)} before the fee`;
}

/** The service's number, with a percent sign. */
export const percent = (text: string): string => (text.endsWith('%') ? text : `${text} %`);

/** Dollars as a service writes them. */
export const dollars = (text: string): string => (/^[\d.,]+$/.test(text) ? `$${grouped(text)}` : text);

/** Basis points in per cent. */
export const feeWords = (points: string | null): string =>
  points === null ? NOT_REPORTED : `${decimalText(BigInt(points), 2)} % of what it earns`;

/** “the vault Steakhouse USDC on Base” */
export function vaultWords({ vault, vaultName, chain }: Pick<EarnRow, 'vault' | 'vaultName' | 'chain'>): string {
  return `${vaultName === null ? `the vault ${shorten(vault)}` : `“${vaultName}”`} on ${chainName(chain)}`;
}

/** Returns true when the wrapper takes further deposits. */
export const takesDeposits = ({ depositsDisabled, deployed }: EarnRow): boolean =>
  !depositsDisabled && deployed?.status !== 'PENDING' && deployed?.status !== 'FAILED';

/** Returns true when the service reports a deployed wrapper without its balance. */
export const lacksBalance = ({ deployed }: EarnRow): boolean =>
  deployed !== null && deployed.total === null && deployed.status !== 'PENDING' && deployed.status !== 'FAILED';

/** Returns the chain: “on Base”. When it could not be read, also the age of its data: “on Base, as of 3 min ago”. */
export function chainWords({ chain, stale }: Pick<EarnRow, 'chain' | 'stale'>, now: number): string {
  const place = `on ${chainName(chain)}`;
  if (stale === null) return place;
  return `${place}, ${stale.readAt === null ? 'not asked' : `as of ${age(stale.readAt, now)}`}`;
}

/** “Base could not be asked” */
export const staleTitle = (chain: string): string => `${chainName(chain)} could not be asked`;

/** “Base could not be asked. Its rows are as of 3 min ago.” */
export function staleLine(chain: string, { readAt }: NonNullable<EarnRow['stale']>, now: number): string {
  const ageSentence = readAt === null ? 'Its rows were never read.' : `Its rows are from ${age(readAt, now)}.`;
  return `${staleTitle(chain)}. ${ageSentence}`;
}

/** Returns the reason, and the age of the data shown. */
export function staleSentence({ why, readAt }: NonNullable<EarnRow['stale']>, now: number): string {
  const ageSentence = readAt === null ? 'Its chain was never read.' : `The values are from ${age(readAt, now)}.`;
  return `${sentenceCase(why.replace(/\.$/, ''))}. ${ageSentence}`;
}

/** Returns true when the wrapper is known to hold fees for its fee wallet. */
export const hasFees = ({ deployed }: EarnRow): boolean =>
  deployed !== null && deployed.claimable !== null && deployed.claimable.text !== '0';

/**
 * Converts a typed amount to the smallest unit, exactly, or returns its problem. Without decimals it is typed in that
 * unit.
 */
export function unitsIn(
  typed: string,
  decimals: number | null,
): { readonly units: string; readonly problem?: never } | { readonly units?: never; readonly problem: string } {
  const text = typed.trim();
  if (text === '') return { problem: 'Fill this in.' };
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return { problem: 'Use digits, with a point before the fraction and no commas.' };
  const places = decimals ?? 0;
  if (fraction.length > places)
    return {
      problem: places === 0 ? 'Use a whole number of the smallest unit.' : `It has at most ${places} decimals.`,
    };
  const units = BigInt(whole + fraction.padEnd(places, '0'));
  if (units === 0n) return { problem: 'The amount is zero. Enter more than zero.' };
  return units >> 256n > 0n ? { problem: 'This is more than can exist.' } : { units: String(units) };
}

/** Converts a typed percentage to basis points. Null for invalid text, and above 100%. */
export function percentPoints(typed: string): string | null {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined) return null;
  const points = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return points > 10_000 ? null : String(points);
}
