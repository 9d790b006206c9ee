import type { SecurityRule } from './rule.ts';

/** Port 9 of this machine (discard, RFC 863) answers nobody. */
const NOWHERE = 'http=127.0.0.1:9;https=127.0.0.1:9;socks=127.0.0.1:9';

/**
 * Removes every route from the page's session. Name lookups and peer connections, which bypass the filter, find none.
 */
export const noRoute: SecurityRule = {
  name: 'no-route',
  reason: 'WebRTC and name look-ups pass neither the policy header nor the request filter.',
  item: null,
  async session(session) {
    // Without the last rule Chromium would reach loopback addresses, where services of others listen, past the proxy.
    await session.setProxy({ mode: 'fixed_servers', proxyRules: NOWHERE, proxyBypassRules: '<-loopback>' });
  },
  contents(contents) {
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  },
};
