import { app, type ProxyConfig, type Session, session } from 'electron';
import { AppError, sentence } from '../../shared/errors/index.ts';
import { isLoopback } from '../../shared/model/index.ts';
import { faultHere } from './authorities.ts';
import { type Contact, createFirstContact } from './first-contact.ts';
import { AUTHORITY_UNKNOWN, type Moment, VERDICTS } from './network-problem.ts';
import { spelling } from './security/spelling.ts';

/** Keeps Chromium's own verdict on a certificate. */
const AS_VERIFIED = -3;
const TRUSTED = 0;

/** The way of one request. */
export interface Route {
  readonly session: Session;
  /** Runs an exchange over the session. */
  readonly contact: Contact;
  /** The credentials for the proxy, or null when the environment gives none. */
  readonly proxyLogin: readonly [name: string, password: string] | null;
  /** Returns true when an error of that phase proves that nothing of the request was sent. */
  isBeforeSending(moment: Moment): boolean;
  end(): void;
}

type Environment = Readonly<Record<string, string | undefined>>;

const NETWORK_SERVICE = 'network.mojom.NetworkService';
/** A session that one exchange at a time goes over. */
const alone: Contact = (_url, exchange) => exchange();

/**
 * Loopback never goes through a proxy, whatever the environment says. No session is the page's, which has no network at
 * all.
 */
export function createRoutes(userAgent: string, environment: Environment): (url: URL, once: boolean) => Promise<Route> {
  /** Counts the ends of Chromium's network process. It starts again, but earlier sessions never reach the new one. */
  let ended = 0;
  app.on('child-process-gone', (_event, { serviceName }) => {
    if (serviceName === NETWORK_SERVICE) ended += 1;
  });
  const make = async (
    name: string,
    config: ProxyConfig,
    onCertificate?: (hostname: string) => void,
  ): Promise<Session> => {
    // No `persist:` prefix: such a session lives in memory only.
    const created = session.fromPartition(ended === 0 ? name : `${name}-after-${ended}`, { cache: false });
    created.setUserAgent(userAgent);
    // Nothing is typed here, but each session fetches dictionaries for it.
    await spelling.session?.(created);
    created.setCertificateVerifyProc(({ hostname, certificate, errorCode }, callback) => {
      onCertificate?.(hostname);
      if (errorCode !== AUTHORITY_UNKNOWN) return callback(AS_VERIFIED);
      // Chromium reports only the unknown authority of a certificate, even when it has other faults.
      const fault = faultHere({ certificate, hostname }, environment, Date.now());
      callback(fault === null ? TRUSTED : VERDICTS[fault]);
    });
    await created.setProxy(config);
    return created;
  };
  const createKind = (name: string, isElsewhere: boolean) => {
    const config = (): ProxyConfig => (isElsewhere ? configOf(environment) : { mode: 'direct' });
    const proxyLogin = () => (isElsewhere ? (proxyOf(environment)?.login ?? null) : null);
    let kept: { readonly since: number; readonly session: Promise<Session>; readonly contact: Contact } | null = null;
    /** The most sessions that were ever in use at a time. */
    let count = 0;
    interface Single {
      readonly since: number;
      readonly session: Session;
      readonly certified: Set<string>;
    }
    let idle: Single[] = [];
    const makeSingle = async (): Promise<Single> => {
      count += 1;
      const certified = new Set<string>();
      const since = ended;
      const made = await make(`${name}-once-${count}`, config(), (hostname) => certified.add(hostname));
      return { since, session: made, certified };
    };
    return {
      async keeping(): Promise<Route> {
        if (kept?.since !== ended)
          kept = { since: ended, session: make(name, config()), contact: createFirstContact() };
        const { session: made, contact } = kept;
        return {
          session: await made,
          contact,
          proxyLogin: proxyLogin(),
          isBeforeSending: () => false,
          end: () => undefined,
        };
      },
      async once({ hostname }: URL): Promise<Route> {
        idle = idle.filter(({ since }) => since === ended);
        const used = idle.pop() ?? (await makeSingle());
        return {
          session: used.session,
          contact: alone,
          proxyLogin: proxyLogin(),
          // A host whose certificate was never seen here has never completed a handshake.
          isBeforeSending: (moment) => moment === 'connecting' || (moment === 'tls' && !used.certified.has(hostname)),
          end: () => void used.session.closeAllConnections().then(() => idle.push(used)),
        };
      },
    };
  };
  const loopback = createKind('castellan-loopback', false);
  const service = createKind('castellan-service', true);
  return (url, once) => {
    const kind = isLoopback(url.hostname) ? loopback : service;
    return once ? kind.once(url) : kind.keeping();
  };
}

interface Proxy {
  readonly rules: string;
  readonly login: Route['proxyLogin'];
}

/**
 * Returns the proxy in HTTPS_PROXY or ALL_PROXY, as for other programs, or null. Throws INVALID_INPUT for text that is
 * no proxy address, so that no request bypasses the configured proxy.
 */
function proxyOf(environment: Environment): Proxy | null {
  const variable = variableIn(environment, 'HTTPS_PROXY') === '' ? 'ALL_PROXY' : 'HTTPS_PROXY';
  const named = variableIn(environment, variable);
  if (named === '') return null;
  const refused = (why: string) =>
    new AppError(
      'INVALID_INPUT',
      sentence`The proxy in ${variable} cannot be used: ${why}. Nothing was sent. Write it as http://proxy.example:8080, or unset ${variable}.`,
    );
  const text = /^\s*[a-z0-9]+:\/\//i.test(named) ? named : `http://${named.trim()}`;
  if (!URL.canParse(text)) throw refused('it is not an address');
  const { protocol, host, username, password } = new URL(text);
  if (!/^(https?|socks[45]?):$/.test(protocol))
    throw refused('it must begin with http, https, socks, socks4 or socks5');
  if (host === '') throw refused('it names no host');
  const [name, word] = [username, password].map(decodedPart);
  if (name === undefined || word === undefined)
    throw refused('its user name or password has an invalid % escape: write %25 for a %');
  return { rules: `${protocol}//${host}`, login: name === '' ? null : [name, word] };
}

/** Decodes a part of an address. Undefined for invalid percent encoding. */
function decodedPart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function configOf(environment: Environment): ProxyConfig {
  const proxy = proxyOf(environment);
  if (proxy === null) return { mode: 'system' };
  const names = variableIn(environment, 'NO_PROXY')
    .split(/[\s,]+/)
    .filter((name) => name !== '');
  // In other programs a name includes its subdomains.
  const bypass = names.flatMap((name) => [name, `*.${name.replace(/^\*?\./, '')}`]);
  return { mode: 'fixed_servers', proxyRules: proxy.rules, proxyBypassRules: bypass.join(',') };
}

/** Both spellings are in use. As in curl, lowercase comes first. */
function variableIn(environment: Environment, name: string): string {
  return environment[name.toLowerCase()] || environment[name] || '';
}
