import { isCompared, type Meaning, type Naming } from '../../shared/model/index.ts';
import { cutAtAddresses, shorten } from '../words/address.ts';
import { groupedAmounts } from '../words/number.ts';

/** Returns the headline with shortened addresses and separated thousands. Each address stands whole below. */
export function headlineOf(meaning: Meaning, naming: Naming | null): string {
  return shortHeadline(naming?.headline ?? meaning.headline, addressesOf(meaning));
}

/** Returns the same for a headline with the addresses that it may name. */
export function shortHeadline(headline: string, addresses: ReadonlySet<string>): string {
  return cutAtAddresses(headline, addresses)
    .map((part) => (addresses.has(part) ? shorten(part) : groupedAmounts(part)))
    .join('');
}

/** The addresses, hashes and keys of a meaning. Its headline and findings name no others. */
export function addressesOf({ decoded, rows }: Meaning): ReadonlySet<string> {
  const told = [...(decoded?.summary ?? []), ...(decoded?.fields ?? []), ...rows];
  return new Set(told.flatMap(({ value, kind }) => (isCompared(kind) ? [value] : [])));
}
