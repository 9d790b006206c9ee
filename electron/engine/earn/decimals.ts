import { decimalText } from '../../../shared/model/index.ts';

/** As many as any token is believed to have. */
const MOST = 77;

/**
 * How many decimals amounts have that are told both ways, in the smallest unit and as a decimal number: those with which each is
 * exactly the other. Null where none is told so, where one was rounded, and where two do not go together.
 */
export function decimalsIn(amounts: readonly (readonly [units: string | undefined, text: string | undefined])[]) {
  const told = amounts.flatMap(([units, text]) =>
    telling(units) && text !== undefined ? [decimalsOf(units, text)] : [],
  );
  const [first = null] = told;
  return told.every((each) => each === first) ? first : null;
}

/** Nothing is nothing with any number of decimals. */
const telling = (units: string | undefined): units is string => units !== undefined && /^[1-9]\d{0,77}$/.test(units);

function decimalsOf(units: string, text: string): number | null {
  const [, whole = '', fraction = ''] = /^(\d+(?:,\d{3})*)(?:\.(\d{1,77}))?$/.exec(text.trim()) ?? [];
  const digits = fraction.replace(/0+$/, '');
  const number = `${whole.replaceAll(',', '')}${digits === '' ? '' : `.${digits}`}`;
  for (let decimals = 0; decimals <= MOST; decimals += 1)
    if (decimalText(BigInt(units), decimals) === number) return decimals;
  return null;
}
