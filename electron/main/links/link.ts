import { type Destination, LINK_PLACES, type LinkPlace } from '../../../shared/ipc/index.ts';
import { UUID_PATTERN } from '../../../shared/model/index.ts';
import { PAGE_SCHEME } from '../security/page-address.ts';

/** The scheme of links from other programs. A link has no host, so that it is never an address of our pages. */
const SCHEME = `${PAGE_SCHEME}:`;
const MAXIMUM_LINK = 200;
/** Section names of the window. */
const WORD = /^[a-z][A-Za-z-]{0,39}$/;
const ID = new RegExp(UUID_PATTERN);

/** Either the place that a link names, or the reason why the link is refused, which completes "because …". */
export type ReadLink = { readonly destination: Destination } | { readonly refused: string };

/** Returns the first argument of a start that is a link of ours, or null. */
export const linkIn = (argv: readonly string[]): string | null =>
  argv.find((argument) => argument.toLowerCase().startsWith(SCHEME)) ?? null;

/**
 * Reads a link to a place: `castellan:PLACE` or `castellan:PLACE/ITEM`, where the place is one of `LINK_PLACES`. Nothing
 * else is accepted: no host, query, fragment, escape, space or capital. A link only navigates.
 *
 * @example
 * readLink('castellan:organization/keys');
 * // { destination: { place: 'organization', item: 'keys' } }
 * readLink('castellan://app/');
 * // { refused: 'it names a host' }
 */
export function readLink(text: string): ReadLink {
  if (text.length > MAXIMUM_LINK) return { refused: `it is longer than ${MAXIMUM_LINK} characters` };
  if (!text.startsWith(SCHEME)) return { refused: 'it has another scheme' };
  const rest = text.slice(SCHEME.length);
  if (rest.startsWith('/')) return { refused: 'it names a host' };
  if (/[?#]/.test(rest)) return { refused: 'it has a query or a fragment' };
  if (!/^[A-Za-z0-9/-]*$/.test(rest)) return { refused: 'it has a character that no link has' };
  const [place = '', item = null, ...more] = rest.split('/');
  if (!Object.hasOwn(LINK_PLACES, place)) return { refused: 'it names no place of the window' };
  const takes = LINK_PLACES[place as LinkPlace];
  if (more.length > 0) return { refused: 'it has more than a place and an item' };
  if (item === null) return { destination: { place: place as LinkPlace, item } };
  if (takes === 'none') return { refused: 'its place has no items' };
  if (takes === 'id' ? !ID.test(item) : !WORD.test(item))
    return { refused: takes === 'id' ? 'its item is not an id' : 'its item is not the name of a section' };
  return { destination: { place: place as LinkPlace, item } };
}
