import { AppError, sentence } from '../../../shared/errors/index.ts';
import {
  chainName,
  chainNamed,
  ENDPOINT_CHAINS,
  type EndpointChain,
  ethereumChainName,
  isBitcoinChain,
  isLoopback,
  MAXIMUM_ENDPOINTS,
} from '../../../shared/model/index.ts';
import { LONGEST_RETRY_AFTER, type NodeCaller } from '../../../shared/processes/index.ts';
import { CertificateRefused, headerOf, type Transport } from '../../client/index.ts';

/** A node that the operator named: an endpoint of one chain, JSON-RPC or HTTP. Its address may hold a key, so no message repeats it. */
export interface ChainEndpoint {
  readonly chain: EndpointChain;
  readonly url: string;
}

/** Makes the error for an unusable endpoint, with the reason in a sentence. */
type Refusal = (why: string) => AppError;

/**
 * Reads a chain's node, written as `CAIP2=URL`. Throws INVALID_INPUT.
 *
 * @example
 * readEndpoint('eip155:1=https://node.example/key');
 * // { chain: 'eip155:1', url: 'https://node.example/key' }
 */
export function readEndpoint(text: string): ChainEndpoint {
  const cut = text.indexOf('=');
  const named = text.slice(0, cut);
  const chain = ENDPOINT_CHAINS.find((known) => known === named);
  if (cut === -1) throw refused('it has no =. Write a chain, = and an address, as in eip155:1=https://node.example');
  if (chain === undefined) {
    const meant = chainMeant(named);
    if (meant !== undefined) throw refused(`a chain is named by CAIP-2 here: write ${meant}= before the address`);
    throw refused(`the text before = is not one of the chains ${ENDPOINT_CHAINS.join(', ')}`);
  }
  return { chain, url: readAddress(chain, text.slice(cut + 1), refused) };
}

/** Words for chains that are not their names. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  mainnet: 'ethereum',
  eth: 'ethereum',
  btc: 'bitcoin',
  sol: 'solana',
};

/** The chain that a text names otherwise than by CAIP-2: by its name, its number, or the public service's own name. */
function chainMeant(named: string): EndpointChain | undefined {
  const word = named.trim().toLowerCase();
  const name = OTHER_NAMES[word] ?? word;
  const isMeant = (chain: string) =>
    [chain, chainName(chain).toLowerCase()].includes(name) || chain === ethereumChainName(name);
  const begins = ENDPOINT_CHAINS.filter((chain) => name.length > 2 && chainName(chain).toLowerCase().startsWith(name));
  return ENDPOINT_CHAINS.find((chain) => chain === chainNamed(name) || isMeant(chain)) ?? begins[0];
}

/**
 * The address of a node as it is used: HTTPS, or plain HTTP to this machine. A user name and password in it are sent as
 * RFC 7617 says. Throws the error of `refusal`, which does not repeat the address.
 */
export function readAddress(chain: EndpointChain, text: string, refusal: Refusal): string {
  const why = addressFault(text);
  if (why !== null) throw refusal(`the address of ${chain} ${why}`);
  return new URL(text).href;
}

function addressFault(text: string): string | null {
  if (!/^\s*[a-z][a-z0-9+.-]*:\/\//i.test(text)) return 'does not begin with https://, as in https://node.example';
  if (/\s/.test(text.trim())) return 'has a blank in it; take it away';
  if (!URL.canParse(text)) return 'has no host, or an invalid host';
  const { protocol, hostname } = new URL(text);
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return null;
  return protocol === 'http:'
    ? 'begins with http://, which is for nodes on this machine; write https://'
    : 'does not begin with https://';
}

/** Counts the endpoints of each chain. Throws the error of `refusal` when one has too many. */
export function countEndpoints(
  endpoints: readonly ChainEndpoint[],
  refusal: Refusal = refused,
): { chain: EndpointChain; endpoints: number }[] {
  const chains = [...new Set(endpoints.map(({ chain }) => chain))];
  return chains.map((chain) => {
    const count = endpoints.filter((endpoint) => endpoint.chain === chain).length;
    if (count > MAXIMUM_ENDPOINTS) throw refusal(`${chain} has more than ${MAXIMUM_ENDPOINTS} nodes`);
    return { chain, endpoints: count };
  });
}

/** After this time, the next node is queried. */
const TIMEOUT_MS = 20_000;
/** Choice (bitcoind-scan): a node of Bitcoin without an index of addresses searches all unspent outputs for one. */
const SCAN_TIMEOUT_MS = 180_000;

/** Asks the nodes for the service's process, over the network that everything of the operator takes. Does not reject. */
export function createNodeCaller(
  endpoints: readonly ChainEndpoint[],
  transport: Transport,
  now: () => number = Date.now,
): NodeCaller {
  return async ({ chain, endpoint, path, body }) => {
    const named = endpoints.filter((one) => one.chain === chain)[endpoint];
    if (named === undefined) return { failure: 'unreachable' };
    const { url: base, authorization } = withoutLogin(named.url);
    const url = path === undefined ? base : withPath(base, path);
    // Esplora takes a transaction as text alone.
    const type = path !== undefined && isBitcoinChain(chain) ? 'text/plain' : 'application/json';
    const headers = {
      ...(body === null ? {} : { 'content-type': type }),
      accept: 'application/json',
      ...authorization,
    };
    const timeoutMs = isBitcoinChain(chain) ? SCAN_TIMEOUT_MS : TIMEOUT_MS;
    try {
      const reply = await transport({ method: body === null ? 'GET' : 'POST', url, headers, body, timeoutMs });
      const retryAfter = retryAfterOf(headerOf(reply, 'retry-after'), now());
      return {
        status: reply.status,
        body: withoutSecrets(reply.body, named.url),
        ...(retryAfter === null ? {} : { retryAfter }),
      };
    } catch (error) {
      if (error instanceof CertificateRefused) return { failure: error.fault };
      const isLong = error instanceof AppError && error.code === 'TOO_LARGE';
      return { failure: isLong ? 'answer_too_long' : 'unreachable' };
    }
  };
}

/**
 * Returns the wait that a reply requests, in seconds or until a date (RFC 9110, section 10.2.3). Null without a
 * request.
 */
function retryAfterOf(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const wait = /^\d{1,10}$/.test(header) ? 1000 * Number(header) : Date.parse(header) - now;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), LONGEST_RETRY_AFTER);
}

/** A shorter part of an address is not a key, and may occur in a reply by chance. */
const SHORTEST_SECRET = 8;

/** Masks every part of the node's address that may be a key in its reply, because errors are shown to others. */
function withoutSecrets(reply: Uint8Array, address: string): Uint8Array<ArrayBuffer> {
  const { username, password, pathname, searchParams } = new URL(address);
  const parts = [username, password, ...pathname.split('/'), ...searchParams.values()];
  const secrets = [...parts, ...parts.map(decoded)].filter(({ length }) => length >= SHORTEST_SECRET);
  const masked = Uint8Array.from(reply);
  const body = Buffer.from(masked.buffer);
  for (const secret of secrets)
    for (let at = body.indexOf(secret); at !== -1; at = body.indexOf(secret, at + 1))
      body.fill('*', at, at + Buffer.byteLength(secret));
  return masked;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Puts a path behind that of an address, before its query. */
function withPath(text: string, path: string): string {
  const url = new URL(text);
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`;
  return url.href;
}

/** The network stack does not send a login from an address. */
function withoutLogin(text: string): { url: string; authorization: Readonly<Record<string, string>> } {
  const url = new URL(text);
  const { username, password } = url;
  if (username === '' && password === '') return { url: text, authorization: {} };
  url.username = '';
  url.password = '';
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return { url: url.href, authorization: { authorization: `Basic ${login}` } };
}

const refused: Refusal = (why) =>
  new AppError('INVALID_INPUT', sentence`An endpoint cannot be used, so the local service was not started: ${why}.`);
