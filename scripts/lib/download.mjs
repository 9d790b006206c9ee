import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { messageOf, SetupProblem } from './problem.mjs';

const ANSWER_TIMEOUT_MS = 8_000;
const STALL_TIMEOUT_MS = 30_000;

/**
 * Downloads a file and checks it. Gives up when there is no answer after 8 seconds or no byte for 30.
 * @param {string} url
 * @param {string} path written, and removed by the caller when this throws
 * @param {{ sha256: string, onProgress: (done: number, total: number) => void }} options sha256 in hexadecimal
 * @throws {SetupProblem} with a reason that fits after "because"
 */
export async function download(url, path, { sha256, onProgress }) {
  const abort = new AbortController();
  let timer = setTimeout(() => abort.abort(new Error('there was no answer within 8 seconds')), ANSWER_TIMEOUT_MS);
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => abort.abort(new Error('no data came for 30 seconds')), STALL_TIMEOUT_MS);
  };
  const hash = createHash('sha256');
  try {
    const response = await fetch(url, { signal: abort.signal, redirect: 'follow' });
    if (!response.ok || response.body === null) throw new Error(`the server answered ${response.status}`);
    const total = Number(response.headers.get('content-length') ?? 0);
    let done = 0;
    const meter = new Transform({
      transform(chunk, _encoding, next) {
        restart();
        hash.update(chunk);
        done += chunk.length;
        onProgress(done, total);
        next(null, chunk);
      },
    });
    restart();
    await pipeline(response.body, meter, createWriteStream(path), { signal: abort.signal });
  } catch (error) {
    throw new SetupProblem(`${new URL(url).host}: ${reasonOf(error, abort.signal)}`);
  } finally {
    clearTimeout(timer);
  }
  const found = hash.digest('hex');
  if (found !== sha256) throw new SetupProblem(`${url}: its SHA-256 is ${found}, not the expected ${sha256}`);
}

/** `fetch failed` hides why in its cause. @param {unknown} error @param {AbortSignal} signal @returns {string} */
function reasonOf(error, signal) {
  if (signal.aborted) return messageOf(signal.reason);
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof AggregateError) return messageOf(cause.errors[0] ?? cause);
  return messageOf(cause ?? error);
}
