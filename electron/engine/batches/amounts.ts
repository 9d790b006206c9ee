import { inQuotes, type PaymentAsset } from '../../../shared/model/index.ts';
import { shown } from './cell-words.ts';
import type { TableLine } from './table.ts';

/** A comma that only a fraction can have behind it, and a group of thousands behind a point. */
const COMMA_FRACTION = /,(?:\d{1,2}|\d{4,})$|^0+,|\.\d{3}[.,]/;

/**
 * Returns true for a table with an amount as “1.250,50”, in which “1.250” may be a number of thousands. Units, signs and
 * spaces in an amount do not count.
 */
export const hasCommaFractions = (lines: readonly TableLine[]): boolean =>
  lines.some(({ cells }) => COMMA_FRACTION.test(cells?.amount?.replace(/[^\d.,]/g, '') ?? ''));

/** Converts an amount of a table to the smallest unit of its asset, exactly, or returns its problem. */
export function unitsOf(
  given: string,
  { symbol, decimals }: PaymentAsset,
  { hasCommas }: { readonly hasCommas: boolean },
): { units: string; problem: null } | { problem: string } {
  const text = given.trim();
  if (text === '') return { problem: 'It has no amount. Write it with digits, such as 1250.50.' };
  const [, whole, fraction = ''] = /^(\d{1,60})(?:\.(\d{1,60}))?$/.exec(text) ?? [];
  if (whole === undefined) return { problem: amountProblem(text) };
  if (hasCommas && /^[1-9]\d{0,2}\.\d{3}$/.test(text))
    return {
      problem: `${inQuotes(text)} can be read as ${whole}${fraction} and as ${text}, because other lines have separators of thousands or a comma before the fraction. Write ${whole}${fraction} or ${text}0.`,
    };
  if (fraction.replace(/0+$/, '').length > decimals)
    return { problem: `${text} has more than the ${decimals} decimals of ${symbol}. Write fewer.` };
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  if (units === 0n) return { problem: 'Its amount is zero. Write more than zero, or take the line out.' };
  if (units >> 256n > 0n) return { problem: 'Its amount is more than can exist. Correct it.' };
  return { units: String(units), problem: null };
}

/** The reason why an amount is refused. Separators of thousands differ by country, so none is guessed. */
function amountProblem(text: string): string {
  const quoted = inQuotes(shown(text));
  if (/[\n\r]/.test(text)) return `${quoted} has a line break. Write one amount in the cell.`;
  if (/^\d[\d.,'’_\s]*$/u.test(text)) {
    const digits = text.replace(/[^\d]/g, '');
    const [, whole = '', end = ''] = /^(.*)[.,]([^.,]*)$/su.exec(text) ?? [];
    const isTwofold = /^[1-9]\d{0,2}$/.test(whole) && /^\d{3}$/.test(end);
    const fraction = `${whole.replace(/[^\d]/g, '')}.${end}`;
    if (/^\d+,\d+$/.test(text) && !isTwofold)
      return `${quoted} has a comma before its fraction. Write a point there: ${text.replace(',', '.')}.`;
    if (/^\d+\.$/.test(text)) return `${quoted} ends with a point. Write ${digits}.`;
    if (isTwofold) return `${quoted} can be read as ${digits} and as ${fraction}. Write ${digits} or ${fraction}.`;
    return `${quoted} has separators of thousands. Write digits only, with a point before the fraction: ${end === '' ? digits : fraction}.`;
  }
  if (/^-|^\(.*\)$/s.test(text)) return `${quoted} is negative. Write a positive amount, or take the line out.`;
  if (/^\+\d/.test(text)) return `${quoted} has a plus sign. Write the number without it.`;
  if (/^[.,]\d/.test(text)) return `${quoted} has no digit before its fraction. Write 0${text.replace(',', '.')}.`;
  if (/^\d[\d.,]*e[+-]?\d+$/i.test(text))
    return `${quoted} has an exponent, and a spreadsheet may have rounded it. Write all of its digits.`;
  if (/^0x/i.test(text)) return `${quoted} is hexadecimal. Write decimal digits.`;
  if (/^=|^#[A-Z]/.test(text)) return `${quoted} is a formula or an error of a spreadsheet. Write the number itself.`;
  if (/\p{Nd}/u.test(text) && !/\d/.test(text)) return `${quoted} has digits of another script. Write 0 to 9.`;
  if (/^\p{Sc}|^\d[\d.,]*\s*(?:\p{Sc}|%|\p{L}+)$/u.test(text))
    return `${quoted} has a unit. Write the number alone, and the asset in its own column.`;
  return `${quoted} is not an amount. Write digits only, with a point before the fraction, such as 1250.50.`;
}
