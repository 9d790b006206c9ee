import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';

/**
 * Asks a proxy for a tunnel (CONNECT, RFC 9110 section 9.3.6) and returns its answer, which may be a refusal.
 * @param {URL} proxy
 * @param {URL} target
 * @param {string[] | undefined} ca trusted authorities in PEM
 * @param {AbortSignal} signal
 * @returns {Promise<{ response: import('node:http').IncomingMessage, socket: import('node:net').Socket }>}
 */
export async function openTunnel(proxy, target, ca, signal) {
  const authority = `${target.hostname}:${target.port || (target.protocol === 'https:' ? 443 : 80)}`;
  const request = requestProxy(proxy, 'CONNECT', authority, authority, ca, signal).end();
  request.on('error', () => {});
  return Promise.race([
    once(request, 'connect').then(([response, socket]) => ({ response, socket })),
    once(request, 'response').then(([response]) => ({ response, socket: response.socket })),
  ]);
}

/**
 * @param {URL} proxy with the password, if it asks for one.
 * @param {string} method
 * @param {string} path
 * @param {string} host
 * @param {string[] | undefined} ca
 * @param {AbortSignal} signal
 */
export function requestProxy(proxy, method, path, host, ca, signal) {
  const { protocol, hostname, port, username, password } = proxy;
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const headers = { host, ...(username === '' ? {} : { 'proxy-authorization': `Basic ${login}` }) };
  const client = protocol === 'https:' ? https : http;
  return client.request({ protocol, hostname, port, method, path, headers, ca, signal, agent: false });
}
