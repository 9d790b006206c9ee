import { type Session, session } from 'electron';
import { isLoopback } from '../../shared/model/index.ts';
import type { Moment } from './network-problem.ts';

/** The way of one request. */
export interface Route {
  readonly session: Session;
  /** True when an error of that moment proves that nothing of the request was sent. */
  isBeforeSending(moment: Moment): boolean;
  end(): void;
}

/** Loopback never goes through a proxy, whatever the system says; no session is the page's, which has no network at all. */
export function createRoutes(userAgent: string): (url: URL, once: boolean) => Promise<Route> {
  const make = async (name: string, mode: 'direct' | 'system'): Promise<Session> => {
    // No `persist:` prefix: such a session lives in memory only.
    const created = session.fromPartition(name, { cache: false });
    created.setUserAgent(userAgent);
    await created.setProxy({ mode });
    return created;
  };
  const createKind = (name: string, mode: 'direct' | 'system') => {
    let kept: Promise<Session> | null = null;
    /** As many as were ever in use at a time. */
    let alone = 0;
    const idle: { session: Session; certified: Set<string> }[] = [];
    const makeAlone = async () => {
      alone += 1;
      const made = { session: await make(`${name}-once-${alone}`, mode), certified: new Set<string>() };
      made.session.setCertificateVerifyProc(({ hostname }, callback) => {
        made.certified.add(hostname);
        // The verdict is Chromium's own.
        callback(-3);
      });
      return made;
    };
    return {
      async keeping(): Promise<Route> {
        kept ??= make(name, mode);
        return { session: await kept, isBeforeSending: () => false, end: () => undefined };
      },
      async once({ hostname }: URL): Promise<Route> {
        const used = idle.pop() ?? (await makeAlone());
        return {
          session: used.session,
          // A host whose certificate was never seen here has never completed a handshake.
          isBeforeSending: (moment) => moment === 'connecting' || (moment === 'tls' && !used.certified.has(hostname)),
          end: () => void used.session.closeAllConnections().then(() => idle.push(used)),
        };
      },
    };
  };
  const loopback = createKind('castellan-loopback', 'direct');
  const service = createKind('castellan-service', 'system');
  return (url, once) => {
    const kind = isLoopback(url.hostname) ? loopback : service;
    return once ? kind.once(url) : kind.keeping();
  };
}
