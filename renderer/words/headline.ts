import { cutAtAddresses, shorten } from './address.ts';
import { groupedAmounts } from './number.ts';

/** Returns a headline with shortened addresses and separated thousands. `addresses` are those that it may name. */
export function shortHeadline(headline: string, addresses: ReadonlySet<string>): string {
  return cutAtAddresses(headline, addresses)
    .map((part) => (addresses.has(part) ? shorten(part) : groupedAmounts(part)))
    .join('');
}
