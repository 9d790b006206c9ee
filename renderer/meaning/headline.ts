import type { Meaning, Naming } from '../../shared/model/index.ts';
import { namedIn } from '../../shared/words/index.ts';
import { shortHeadline } from '../words/headline.ts';

export { shortHeadline } from '../words/headline.ts';

/** Returns the headline with shortened addresses and separated thousands. Each address stands whole below. */
export function headlineOf(meaning: Meaning, naming: Naming | null): string {
  return shortHeadline(naming?.headline ?? meaning.headline, addressesOf(meaning));
}

/** The addresses, hashes and keys of a meaning. Its headline and findings name no others. */
export const addressesOf = (meaning: Meaning): ReadonlySet<string> => new Set(namedIn(meaning));
