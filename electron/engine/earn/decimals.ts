import { decimalText } from '../../../shared/model/index.ts';

/** As many as any token is believed to have. */
const MOST = 77;

/**
 * Returns the decimals of amounts that are given both in the smallest unit and as a decimal number, so that each pair
 * is exactly equal. Null when no amount is given in both ways, one was rounded, or two disagree.
 *
 * @example
 * decimalsIn([['1500000', '1.5']]);
 * // 6
 */
export function decimalsIn(amounts: readonly (readonly [units: string | undefined, text: string | undefined])[]) {
  const known = amounts.flatMap(([units, text]) =>
    showsDecimals(units) && text !== undefined ? [decimalsOf(units, text)] : [],
  );
  const [first = null] = known;
  return known.every((each) => each === first) ? first : null;
}

/** Nothing is nothing with any number of decimals. */
const showsDecimals = (units: string | undefined): units is string =>
  units !== undefined && /^[1-9]\d{0,77}$/.test(units);

function decimalsOf(units: string, text: string): number | null {
  const [, whole = '', fraction = ''] = /^(\d+(?:,\d{3})*)(?:\.(\d{1,77}))?$/.exec(text.trim()) ?? [];
  const digits = fraction.replace(/0+$/, '');
  const number = `${whole.replaceAll(',', '')}${digits === '' ? '' : `.${digits}`}`;
  for (let decimals = 0; decimals <= MOST; decimals += 1)
    if (decimalText(BigInt(units), decimals) === number) return decimals;
  return null;
}
