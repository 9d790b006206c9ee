import type { IncomingMessage } from 'node:http';
import type { HttpLimits } from './limits.ts';
import type { Holding } from './shares.ts';

/**
 * A body, or why there is none: `large` came whole but was thrown away, `endless` is still coming, `crowded` had to give way
 * to the bodies of others, `aborted` has no sender any more.
 */
export type Body = Buffer | 'large' | 'endless' | 'crowded' | 'aborted';

/** Reads a body as it came, keeping at most `bodyBytes` of it, each byte counted in what `hold` opens. Never rejects. */
export function readBody(
  request: IncomingMessage,
  limits: Pick<HttpLimits, 'bodyBytes' | 'discardedBytes'>,
  hold: (giveWay: () => void) => Holding,
): Promise<{ readonly body: Body; readonly held: Holding }> {
  return new Promise((done) => {
    let chunks: Buffer[] = [];
    let length = 0;
    const settle = (body: Body) => {
      chunks = [];
      done({ body, held });
    };
    const held = hold(() => settle('crowded'));
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > limits.bodyBytes) {
        chunks = [];
        held.release();
        if (length > limits.discardedBytes) settle('endless');
      } else if (held.grow(chunk.length)) chunks.push(chunk);
      else settle('crowded');
    });
    request.on('end', () => {
      held.keep(true);
      settle(length > limits.bodyBytes ? 'large' : Buffer.concat(chunks, length));
    });
    request.on('error', () => settle('aborted'));
    request.on('close', () => settle('aborted'));
  });
}

/** Reads away up to `limit` bytes and keeps none. Gives whether that was all of the body. Never rejects. */
export function discardBody(request: IncomingMessage, limit: number): Promise<boolean> {
  return new Promise((done) => {
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) done(false);
    });
    request.on('end', () => done(true));
    request.on('error', () => done(false));
    request.on('close', () => done(false));
  });
}
