/** Other domains than the asking one that a sign-in names in its statement and its resources. */
import { isJsonObject, type JsonObject, shortened } from '../../../shared/model/index.ts';
import { base64urlDecode, base64urlFault, utf8Decode } from '../../../shared/wire/index.ts';
import { isUtf8 } from '../native.ts';
import { Refusal } from '../refusal.ts';
import { refusedOr } from './forms/form.ts';
import { siteImitatedBy } from './known-sites.ts';
import { parseStrictJson } from './strict-json.ts';

/**
 * A link with its host, and the text before an @, which people take for the host. Neither expression begins within a word, so the
 * time grows with the length of the text alone.
 */
const LINK = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/((?:[^\s/?#@]*@)?(?:\[[^\]\s/]*\]|[^\s/?#:,;'"<>()]+))/giu;
/** A host name without a scheme: labels, then a last label of two or more letters. */
const BARE = /(?<![\p{L}\p{N}_-]\.?)(?:[\p{L}\p{N}_-]+\.)+(?:\p{L}{2,}|xn--[a-z0-9-]+)(?![\p{L}\p{N}_-])/giu;
const RECAP = 'urn:recap:';
const MAXIMUM_NAMED = 3;

/** Returns the hosts in a text, lower case, in their order and once each. */
function hostsIn(text: string): string[] {
  const hosts: string[] = [];
  const rest = text.replace(LINK, (link, host: string) => {
    // Other schemes also have hashes of contents there (`ipfs://bafy…`).
    if (host.includes('.') || /^(?:https?|wss?):/i.test(link)) hosts.push(host);
    return ' ';
  });
  return [...new Set([...hosts, ...(rest.match(BARE) ?? [])].map((host) => host.toLowerCase().replace(/\.$/, '')))];
}

/** Returns the host of a domain, which may have a port, without `www.`. */
export const hostOf = (domain: string) =>
  domain
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^www\./, '');

/** A domain, a domain below it, and the domain above it have one owner in most cases. */
function isSameOwner(host: string, own: string): boolean {
  const other = hostOf(host);
  return other === own || other.endsWith(`.${own}`) || (other.includes('.') && own.endsWith(`.${other}`));
}

/** The last label of a known domain, where it stands inside another domain: `org` in `uniswap.org.evil.example`. */
const ENDING = /^(?:com|org|net|io|xyz|fi|finance|exchange)(-|$)/;
/** Those that are also words, which honest domains have as labels: `app.exchange.example.com`. */
const WORD = /^(?:net|io|fi|finance|exchange)(?:-|$)/;

/**
 * Returns a sentence about a domain that begins like a whole other domain, or that can be taken for a well-known site.
 * Null for others. `isWord`: an honest name may have that word.
 *
 * @example
 * imitationIn('app.example.org.evil.example');
 * // { text: 'The domain only begins like app.example.org: it belongs to evil.example.', isWord: false }
 */
export function imitationIn(domain: string): { readonly text: string; readonly isWord: boolean } | null {
  const labels = hostOf(domain).split('.');
  const place = labels.findIndex((label, index) => {
    const [, end] = ENDING.exec(label) ?? [];
    return index > 0 && end !== undefined && labels.length - index > (end === '' ? 2 : 1);
  });
  if (place === -1) return siteImitatedBy(hostOf(domain));
  const [ending = '', rest] = (labels[place] ?? '').split(/-(.*)/s);
  const begin = [...labels.slice(0, place), ending].join('.');
  const own = labels.slice(rest === undefined ? place + 1 : place).join('.');
  const text = `The domain only begins like ${shortened(begin, 100)}: it belongs to ${shortened(own, 100)}.`;
  return { text, isWord: WORD.test(labels[place] ?? '') };
}

/** The domains that a part of a sign-in names, other than the domain that asks. */
export interface OtherDomains {
  /** Up to three of them, as words. */
  readonly named: string;
  /** True when one of them has letters beyond plain ones, or contains the name of the asking domain. */
  readonly resembles: boolean;
}

/** Returns the other domains in a text of a sign-in that `domain` asks for, or null when it names none. */
export function otherDomainsIn(text: string, domain: string): OtherDomains | null {
  const own = hostOf(domain);
  const others = hostsIn(text).filter((host) => !isSameOwner(host, own));
  if (others.length === 0) return null;
  const more = others.length - MAXIMUM_NAMED;
  const names = others.slice(0, MAXIMUM_NAMED).map((host) => shortened(host, 100));
  return {
    named: `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    resembles: others.some((host) => /[^ -~]|xn--/i.test(host) || host.includes(own)),
  };
}

/**
 * Returns the resources that a resource of ERC-5573 grants rights to, as one text. Null for another resource, and
 * undefined for one that cannot be read.
 */
export function grantedBy(resource: string): string | null | undefined {
  if (!resource.toLowerCase().startsWith(RECAP)) return null;
  const recap = recapOf(resource.slice(RECAP.length));
  return recap === null ? undefined : Object.keys(recap).join(', ');
}

function recapOf(text: string): JsonObject | null {
  if (base64urlFault(text) !== null) return null;
  const bytes = base64urlDecode(text);
  if (!isUtf8(bytes)) return null;
  const recap = refusedOr(() => parseStrictJson(utf8Decode(bytes)));
  if (recap instanceof Refusal || !isJsonObject(recap) || !isJsonObject(recap.att)) return null;
  return Object.keys(recap.att).length > 0 ? recap.att : null;
}
