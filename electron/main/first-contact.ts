import { CertificateRefused } from '../client/index.ts';

/**
 * Milliseconds for which one exchange may hold up others. A caller of an unresponsive host should get that host's own
 * timeout.
 */
const LONGEST_HOLD_MS = 5_000;

/**
 * Runs an exchange with the host of a URL. It may run a second time if the first attempt sent nothing. A signal ends
 * the wait.
 */
export type Contact = <Value>(url: URL, exchange: () => Promise<Value>, signal?: AbortSignal) => Promise<Value>;

/**
 * Orders the connections of one session. While main judges a certificate, Chromium judges further connections with the
 * same certificate alone. It knows no authority of this machine, so it refused trusted certificates or gave wrong
 * reasons. So the first exchange with a host runs alone and the others wait for its end. An unknown authority is tried
 * once more: the error also occurs when a known host changes its certificate or Chromium forgets a verdict. Nothing was
 * sent before.
 */
export function createFirstContact(): Contact {
  const known = new Set<string>();
  /** By host name, because a verdict holds for every port. */
  const underWay = new Map<string, { readonly origin: string; readonly ended: Promise<unknown> }>();

  const inTurn: Contact = async ({ hostname, origin }, exchange, signal) => {
    while (!known.has(origin) && signal?.aborted !== true) {
      const other = underWay.get(hostname);
      if (other === undefined) {
        const first = exchange();
        const ended = first.then(
          () => void known.add(origin),
          () => undefined,
        );
        underWay.set(hostname, { origin, ended: ended.finally(() => underWay.delete(hostname)) });
        return first;
      }
      const isOver = await endsSoon(other.ended, signal);
      if (!isOver || other.origin === origin) break;
    }
    return exchange();
  };

  return async (url, exchange, signal) => {
    if (url.protocol !== 'https:') return exchange();
    try {
      return await inTurn(url, exchange, signal);
    } catch (error) {
      if (!(error instanceof CertificateRefused) || error.fault !== 'certificate_authority') throw error;
      known.delete(url.origin);
      return inTurn(url, exchange, signal);
    }
  };
}

/** Returns true when the exchange ended before the time limit and before the signal. */
function endsSoon(ended: Promise<unknown>, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const decide = (isOver: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      resolve(isOver);
    };
    const onAbort = () => decide(false);
    const timer = setTimeout(() => decide(false), LONGEST_HOLD_MS);
    signal?.addEventListener('abort', onAbort, { once: true });
    void ended.then(() => decide(true));
  });
}
