import { AppError } from '../../../shared/errors/index.ts';
import { ETHEREUM_CHAINS, type EthereumChain, isLoopback } from '../../../shared/model/index.ts';
import { MAXIMUM_ENDPOINTS, type NodeCaller } from '../../../shared/processes/index.ts';
import type { Transport } from '../../client/index.ts';

/** A node that the operator named: a JSON-RPC endpoint of one chain. Its address may hold a key, so no message repeats it. */
export interface ChainEndpoint {
  readonly chain: EthereumChain;
  readonly url: string;
}

/**
 * Reads `CAIP2=URL`, as `eip155:1=https://node.example/key`. HTTPS, or plain HTTP to this machine; a user name and a password in it are
 * sent as RFC 7617 says. Throws INVALID_INPUT.
 */
export function readEndpoint(text: string): ChainEndpoint {
  const cut = text.indexOf('=');
  const named = text.slice(0, cut);
  const chain = ETHEREUM_CHAINS.find((known) => known === named);
  if (cut === -1 || chain === undefined)
    throw refused(`It begins with a chain and =. The chains are ${ETHEREUM_CHAINS.join(', ')}.`);
  const url = URL.canParse(text.slice(cut + 1)) ? new URL(text.slice(cut + 1)) : null;
  if (url === null || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))))
    throw refused(`The address of ${chain} begins with https:// (http:// only on this machine).`);
  return { chain, url: url.href };
}

/** How many endpoints each chain has. Throws INVALID_INPUT when one has too many. */
export function countEndpoints(endpoints: readonly ChainEndpoint[]): { chain: EthereumChain; endpoints: number }[] {
  const chains = [...new Set(endpoints.map(({ chain }) => chain))];
  return chains.map((chain) => {
    const count = endpoints.filter((endpoint) => endpoint.chain === chain).length;
    if (count > MAXIMUM_ENDPOINTS) throw refused(`${chain} has more than ${MAXIMUM_ENDPOINTS}.`);
    return { chain, endpoints: count };
  });
}

/** Asks the nodes for the service's process, over the network that everything of the operator takes. Does not reject. */
export function createNodeCaller(endpoints: readonly ChainEndpoint[], transport: Transport): NodeCaller {
  return async ({ chain, endpoint, body }) => {
    const named = endpoints.filter((one) => one.chain === chain)[endpoint];
    if (named === undefined) return { failure: 'unreachable' };
    const { url, authorization } = withoutLogin(named.url);
    const headers = { 'content-type': 'application/json', accept: 'application/json', ...authorization };
    try {
      const reply = await transport({ method: 'POST', url, headers, body });
      return { status: reply.status, body: Uint8Array.from(reply.body) };
    } catch (error) {
      const isLong = error instanceof AppError && error.code === 'TOO_LARGE';
      return { failure: isLong ? 'answer_too_long' : 'unreachable' };
    }
  };
}

/** The network stack sends no login that stands in an address. */
function withoutLogin(text: string): { url: string; authorization: Readonly<Record<string, string>> } {
  const url = new URL(text);
  const { username, password } = url;
  if (username === '' && password === '') return { url: text, authorization: {} };
  url.username = '';
  url.password = '';
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return { url: url.href, authorization: { authorization: `Basic ${login}` } };
}

const refused = (why: string): AppError =>
  new AppError('INVALID_INPUT', `An endpoint cannot be used, so the local service was not started. ${why}`);
