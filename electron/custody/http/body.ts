import type { IncomingMessage } from 'node:http';
import type { ConnectionQueue } from './connection-queue.ts';
import type { HttpLimits } from './limits.ts';
import type { Holding } from './shares.ts';

/**
 * A body, or why it is missing.
 * - `large`: read to its end and discarded.
 * - `endless`: longer than the discard limit.
 * - `crowded`: displaced by the bodies of other senders.
 * - `aborted`: the sender disconnected.
 */
export type Body = Buffer | 'large' | 'endless' | 'crowded' | 'aborted';

/** The shared byte count and the queue of turns that reading a body uses. */
export interface Intake {
  readonly hold: (giveWay: () => void) => Pick<Holding<unknown>, 'grow' | 'keep' | 'release'>;
  readonly queue: ConnectionQueue | null;
}

/** The parts of a body so far. However small they come, they take little more memory than their bytes. */
function createParts() {
  let parts: Buffer[] = [];
  return {
    /** Joins the part with those before it that are no longer, so that few are kept and bytes are seldom copied. */
    add(part: Buffer): void {
      let joined = part;
      for (let last = parts.at(-1); last !== undefined && last.length <= joined.length; last = parts.at(-1)) {
        parts.pop();
        joined = Buffer.concat([last, joined]);
      }
      parts.push(joined);
    },
    whole: (): Buffer => Buffer.concat(parts),
    forget(): void {
      parts = [];
    },
  };
}

/** Reads a body. Keeps at most `bodyBytes` of it, and counts each byte in the holding of `hold`. Never rejects. */
export function readBody(
  request: IncomingMessage,
  limits: Pick<HttpLimits, 'bodyBytes' | 'discardedBytes'>,
  { hold, queue }: Intake,
): Promise<{ readonly body: Body; readonly release: () => void }> {
  return new Promise((done) => {
    const parts = createParts();
    let length = 0;
    const settle = (body: Body) => {
      parts.forget();
      done({ body, release: held.release });
    };
    const held = hold(() => settle('crowded'));
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      pace(request, queue);
      if (length > limits.bodyBytes) {
        parts.forget();
        held.release();
        if (length > limits.discardedBytes) settle('endless');
      } else if (held.grow(chunk.length)) parts.add(chunk);
      else settle('crowded');
    });
    request.on('end', () => {
      held.keep(true);
      settle(length > limits.bodyBytes ? 'large' : parts.whole());
    });
    request.on('error', () => settle('aborted'));
    request.on('close', () => settle('aborted'));
  });
}

/**
 * Reads and discards up to `limit` bytes. Returns false when the body was longer. Else returns the body when it has at
 * most `kept` bytes, or true. Never rejects.
 */
export function discardBody(
  request: IncomingMessage,
  { limit, kept }: { readonly limit: number; readonly kept: number },
  queue: ConnectionQueue | null,
): Promise<Buffer | boolean> {
  return new Promise((done) => {
    const parts = createParts();
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= kept) parts.add(chunk);
      else parts.forget();
      pace(request, queue);
      if (length > limit) done(false);
    });
    request.on('end', () => done(length <= kept ? parts.whole() : true));
    request.on('error', () => done(false));
    request.on('close', () => done(false));
  });
}

/** Delays the next part of a body until its turn, unless the whole body has arrived. */
function pace(request: IncomingMessage, queue: ConnectionQueue | null): void {
  if (queue === null || request.complete) return;
  request.pause();
  void queue(request.socket).then(() => request.resume());
}
