import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { messageOf, SetupProblem, Unreachable } from './problem.mjs';
import { proxyName } from './proxy.mjs';
import { openTunnel, requestProxy } from './tunnel.mjs';

/**
 * Sends a GET request, through the proxy if there is one. Node's `fetch` knows no proxy before version 24.
 * @param {URL} target
 * @param {URL | undefined} proxy
 * @param {string[] | undefined} ca
 * @param {AbortSignal} signal
 * @returns {Promise<import('node:http').IncomingMessage>}
 * @throws {SetupProblem} for a proxy that wants a password, and the errors of the network
 */
export async function ask(target, proxy, ca, signal) {
  const secure = target.protocol === 'https:';
  if (proxy === undefined) return answerTo((secure ? https : http).request(target, { ca, signal, agent: false }));
  if (!secure) return answerTo(requestProxy(proxy, 'GET', target.href, target.host, ca, signal));
  const { response, socket } = await openTunnel(proxy, target, ca, signal);
  if (response.statusCode !== 200) {
    socket.destroy();
    if (response.statusCode === 407)
      throw new SetupProblem(`The proxy ${proxyName(proxy)} wants a user and a password. Nothing was downloaded.`, [
        'Write them into its address: npm config set https-proxy http://USER:PASSWORD@HOST:PORT',
      ]);
    throw new Error(`the proxy answered ${response.statusCode}`);
  }
  const servername = isIP(target.hostname) === 0 ? { servername: target.hostname } : {};
  const createConnection = () => connectTls({ socket, ca, host: target.hostname, ...servername });
  return answerTo(https.request(target, { signal, createConnection }));
}

/** @param {import('node:http').ClientRequest} request @returns {Promise<import('node:http').IncomingMessage>} */
async function answerTo(request) {
  // An ended transfer reports its end as an error, which nobody reads.
  request.on('error', () => {});
  const [response] = await once(request.end(), 'response');
  return response;
}

/**
 * Converts an error of the network. Returns a SetupProblem unchanged.
 * @param {string} place the host, for messages
 * @param {unknown} error
 * @returns {SetupProblem} an Unreachable, except for a server that proves another identity
 */
export function problemOf(place, error) {
  if (error instanceof SetupProblem) return error;
  const reason = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  const code = /** @type {{ code?: unknown }} */ (reason)?.code;
  if (isUnproven(code))
    return new SetupProblem(
      `${place} did not prove its identity (${messageOf(reason)}). Nothing was downloaded.`,
      UNPROVEN_ADVICE,
    );
  return new Unreachable(`${place}: ${messageOf(reason)}`);
}

/** Reports whether the code of an error means that a server did not prove its identity. @param {unknown} code */
export const isUnproven = (code) =>
  typeof code === 'string' &&
  /CERT|ISSUER|LEAF_SIGNATURE|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|HOSTNAME_MISMATCH/.test(code);

export const UNPROVEN_ADVICE = [
  'If a proxy of your network opens TLS connections, name its authority: npm config set cafile FILE (or NODE_EXTRA_CA_CERTS=FILE).',
  'Otherwise somebody may be intercepting the connection: try another network.',
];
