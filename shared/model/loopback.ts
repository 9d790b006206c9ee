/**
 * Reports whether a host can only be this machine, so that plain HTTP to it is safe and no proxy may see it.
 * Accepts `localhost`, 127.0.0.0/8 (RFC 1122 section 3.2.1.3) and ::1 (RFC 4291 section 2.5.3).
 * `hostname` is in the form of `URL`: lower case, an IPv4 address as four decimals, IPv6 in brackets.
 * Names below `localhost` do not count. RFC 6761 section 6.3 reserves them, but only asks resolvers to answer with
 * loopback. Chromium does so itself, others ask the network. `localhost` alone is safe: every hosts file and resolver
 * here has it.
 *
 * @example
 * isLoopback('[::1]');
 * // true
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
