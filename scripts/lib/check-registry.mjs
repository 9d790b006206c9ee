import { SetupProblem, Unreachable } from './problem.mjs';
import { proxyLine, proxyName, registryProxy } from './proxy.mjs';
import { ask, problemOf } from './request.mjs';

/** Without a proxy, npm ends by its own limits. */
const DIRECT_TIMEOUT_MS = 8_000;

/**
 * Refuses to start npm where its registry proves another identity, or its proxy does not answer. npm repeats each failed
 * request, and waits for its proxy without a limit.
 * @param {import('./proxy.mjs').Network} network
 * @param {{ what: string, timeoutMs: number }} options what is not done then.
 * @throws {SetupProblem}
 */
export async function checkRegistry(network, { what, timeoutMs }) {
  // The request below would refuse a certificate that npm accepts.
  if (network.registry === undefined || network.trustsAny === true) return;
  const registry = new URL(network.registry);
  const proxy = registryProxy(network);
  const signal = AbortSignal.timeout(proxy === undefined ? Math.min(timeoutMs, DIRECT_TIMEOUT_MS) : timeoutMs);
  try {
    const response = await ask(registry, proxy, network.authorities, signal);
    response.destroy();
  } catch (error) {
    const problem = problemOf(registry.host, error);
    if (!(problem instanceof Unreachable)) throw problem;
    // npm reports other errors itself, and at once.
    if (proxy === undefined) return;
    const why = signal.aborted ? `no answer within ${timeoutMs / 1000} seconds` : problem.message;
    throw new SetupProblem(
      `npm’s registry cannot be reached through the proxy ${proxyName(proxy)} (${why}). ${what} was not started.`,
      [proxyLine(network)],
    );
  }
}
