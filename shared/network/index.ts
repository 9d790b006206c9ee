import ipaddr from 'ipaddr.js';

/** The length of the longest accepted address. */
export const MAXIMUM_URL_LENGTH = 2048;

/** The address blocks of loopback, of either family. */
const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback';

/**
 * Reports whether an address belongs to the public internet.
 * Refuses private, link-local, loopback, multicast, unspecified, documentation, shared and reserved ranges.
 * Refuses addresses that carry an IPv4 address inside (IPv4-mapped, NAT64 of RFC 6052 and 8215, 6to4, Teredo).
 * Of IPv6 it accepts only global unicast (2000::/3, RFC 4291 section 2.4), so that an unknown block is refused.
 */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1;
}

/** Reports whether a host, in the form of `URL`, names this machine. */
function isThisMachine(host: string): boolean {
  return host === 'localhost' || isLoopbackAddress(host);
}

/** The host of a URL without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/**
 * Parses the address of a receiver: HTTPS to a public host, or with `mayBeHere` also HTTP and HTTPS to this machine.
 * A user name in it is refused. Throws the error of `refuse` for the reason, which never repeats the address.
 * The caller must still check a host name with `mayReach`.
 */
export function requireDestination(text: string, mayBeHere: boolean, refuse: (why: string) => Error): URL {
  if (text.length > MAXIMUM_URL_LENGTH) throw refuse(`it is longer than ${MAXIMUM_URL_LENGTH} characters`);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) throw refuse('it is not a URL');
  if (url.username !== '' || url.password !== '') throw refuse('it contains a user name or a password');
  const host = hostOf(url);
  const ofThisMachine = isThisMachine(host);
  if (ofThisMachine && !mayBeHere) throw refuse('it is on this machine, which is for the organization of its operator');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && ofThisMachine))
    throw refuse('it does not begin with https:// (http:// only on this machine)');
  if (ipaddr.isValid(host) && !ofThisMachine && !isPublic(host))
    throw refuse('it is not an address of the public internet');
  return url;
}

/**
 * Reports whether a host may be connected to at all of these addresses, which its name resolved to.
 * A name of this machine must resolve to loopback only, and only with `mayBeHere`. Every other name must resolve to
 * public addresses only.
 */
export function mayReach(host: string, addresses: readonly string[], mayBeHere: boolean): boolean {
  if (addresses.length === 0) return false;
  return isThisMachine(host) ? mayBeHere && addresses.every(isLoopbackAddress) : addresses.every(isPublic);
}

/** The loopback address that this machine's services listen on and its programs connect from. */
export const LOOPBACK_ADDRESS = '127.0.0.1';

/**
 * True when the text is a CIDR block, for IPv4 with four decimal parts. IPv4-mapped IPv6 blocks are refused: they would contain no
 * address, because mapped addresses count as IPv4.
 */
export function isBlock(text: string): boolean {
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(text)) return true;
  return text.includes(':') && ipaddr.isValidCIDR(text) && !ipaddr.IPv6.parseCIDR(text)[0].isIPv4MappedAddress();
}

/** True when the block contains the address. An unreadable address is in no block. An IPv4-mapped IPv6 address counts as IPv4. */
export function isInBlock(address: string, block: string): boolean {
  if (!ipaddr.isValid(address) || !isBlock(block)) return false;
  const parsed = ipaddr.process(address);
  const [base, bits] = ipaddr.parseCIDR(block);
  return parsed.kind() === base.kind() && parsed.match(base, bits);
}
