import { type PathStep, placeInWords, scanJson } from '../../shared/model/index.ts';

/** Objects and lists inside each other that are read. */
const MAXIMUM_DEPTH = 256;
/** Digits that every JSON reader keeps of a number that is not whole. */
const KEPT_DIGITS = 15;
/** A longer name may be no name at all, so it is not repeated. */
const MAXIMUM_NAME = 40;

/**
 * Returns the silent loss of `JSON.parse` for a text: the first of two equal members, or digits of a number. Returns
 * null when it keeps everything. The text must be one that `JSON.parse` accepts.
 */
export function jsonLoss(text: string): string | null {
  let loss: string | null = null;
  const note = (why: string) => {
    loss ??= why;
  };
  scanJson(text, MAXIMUM_DEPTH, {
    member: (path, again) => {
      if (again) note(`it has the member ${placeOf(path)} twice. Leave one of them out`);
    },
    leaf: (path, value, start) => {
      if (/[-0-9]/.test(text[start] ?? '') && !isKept(value))
        note(`the number ${placeOf(path)} has more digits than JSON keeps. Write it in double quotes`);
    },
    tooDeep: () => note(`it is nested more than ${MAXIMUM_DEPTH} deep. Check the program that wrote it`),
  });
  return loss;
}

function isKept(number: string): boolean {
  const value = Number(number);
  if (Number.isSafeInteger(value) && /^-?[0-9]+$/.test(number)) return true;
  const [digits = ''] = number.replace(/[-.]/g, '').split(/e/i);
  return Number.isFinite(value) && digits.replace(/^0+/, '').length <= KEPT_DIGITS;
}

function placeOf(path: readonly PathStep[]): string {
  const isName = path.every((step) => typeof step === 'number' || step.length <= MAXIMUM_NAME);
  const steps = path.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1'));
  return isName ? placeInWords(`/${steps.join('/')}`) : 'whose name is long';
}
