/** Places of a request: as its members are spelled, and in words. */
import { type PathStep, placeInWords, shortened } from '../../shared/model/index.ts';
import { placeIn } from '../../shared/operations/index.ts';

const MAXIMUM_NAME = 256;
const PLAIN = /^[A-Za-z_$][\w$]*$/;

/** Returns a place as a path: `parameters.accounts[0].curve`. Ambiguous names are quoted. */
export function writePath(path: readonly PathStep[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (PLAIN.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return shortened(text, MAXIMUM_NAME);
}

/** Returns the place of a member in words: `curve in item 1 of accounts`. Paths with ambiguous names stay paths. */
export function memberWords(path: readonly PathStep[]): string {
  if (path.some((step) => typeof step === 'string' && !PLAIN.test(step))) return writePath(path);
  const within = path[0] === 'parameters' && path.length > 1 ? path.slice(1) : path;
  return shortened(placeInWords(`/${within.join('/')}`), MAXIMUM_NAME);
}

/** Returns the label of a declared member: `Account 1, Curve`. For any other member, its place in words. */
export function labelWords(schema: Parameters<typeof placeIn>[0], path: readonly PathStep[]): string {
  const { known, label } = placeIn(schema, path);
  return schema !== null && known && label !== '' ? shortened(label, MAXIMUM_NAME) : memberWords(path);
}

/** Returns the place of a field of decoded contents in words: `name in domain` for `domain.name`. */
export function fieldWords(name: string): string {
  const steps = name.split(/[.[\]]+/).filter((step) => step !== '');
  return memberWords(steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step)));
}
