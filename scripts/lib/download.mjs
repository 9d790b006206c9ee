import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { SetupProblem } from './problem.mjs';
import { DIRECT, proxyFor, proxyName } from './proxy.mjs';
import { ask, problemOf } from './request.mjs';

const ANSWER_TIMEOUT_MS = 8_000;
const STALL_TIMEOUT_MS = 30_000;
const REDIRECTS = 5;

/**
 * Downloads a file and checks it. Gives up when there is no answer after 8 seconds or no byte for 30.
 * @param {string} url
 * @param {string} path written, and removed by the caller when this throws
 * @param {object} options
 * @param {string} options.sha256 in hexadecimal
 * @param {(done: number, total: number) => void} options.onProgress
 * @param {import('./proxy.mjs').Network} [options.network] a direct connection when absent
 * @param {number} [options.answerTimeoutMs]
 * @throws {Unreachable} with a reason that fits after "because", when the file cannot be had from here
 * @throws {SetupProblem} for a server that proves another identity, or a file that is not the expected one
 */
export async function download(url, path, { sha256, onProgress, network = DIRECT, answerTimeoutMs }) {
  const hash = createHash('sha256');
  const file = await open(path, 'w');
  try {
    for await (const chunk of received(url, { onProgress, network, answerTimeoutMs })) {
      hash.update(chunk);
      await file.appendFile(chunk);
    }
  } finally {
    await file.close();
  }
  const found = hash.digest('hex');
  if (found !== sha256)
    throw new SetupProblem(
      `The download from ${url} is not the expected file: its SHA-256 is ${found}, not the expected ${sha256}. It was not used.`,
      [
        'Somebody between this machine and the server may have changed it, or a mirror (ELECTRON_MIRROR) holds another file.',
        'Run the same command again on another network or without the mirror.',
      ],
    );
}

/**
 * The bytes of a file. Errors of the network become problems here, so that errors of the disk stay apart from them.
 * @param {string} url
 * @param {{ onProgress: (done: number, total: number) => void, network: import('./proxy.mjs').Network, answerTimeoutMs: number | undefined }} options
 * @returns {AsyncGenerator<Buffer>}
 */
async function* received(url, { onProgress, network, answerTimeoutMs = ANSWER_TIMEOUT_MS }) {
  const abort = new AbortController();
  const late = (/** @type {string} */ reason) => () => abort.abort(new Error(reason));
  let timer = setTimeout(late(`there was no answer within ${answerTimeoutMs / 1000} seconds`), answerTimeoutMs);
  /** @type {URL | undefined} */
  let proxy;
  let target = new URL(url);
  try {
    for (let hops = 0; ; hops += 1) {
      proxy = proxyFor(target, network);
      const response = await ask(target, proxy, network.authorities, abort.signal);
      const { statusCode = 0, headers } = response;
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined && hops < REDIRECTS) {
        response.destroy();
        target = new URL(headers.location, target);
        continue;
      }
      if (statusCode !== 200) throw new Error(`the server answered ${statusCode}`);
      const total = Number(headers['content-length'] ?? 0);
      let done = 0;
      for await (const chunk of response) {
        clearTimeout(timer);
        timer = setTimeout(late('no data came for 30 seconds'), STALL_TIMEOUT_MS);
        done += chunk.length;
        onProgress(done, total);
        yield chunk;
      }
      return;
    }
  } catch (error) {
    const place = `${target.host}${proxy === undefined ? '' : ` through the proxy ${proxyName(proxy)}`}`;
    throw problemOf(place, abort.signal.aborted ? abort.signal.reason : error);
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}
