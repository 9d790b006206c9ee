import type { IncomingMessage } from 'node:http';
import type { HttpLimits } from './limits.ts';

/** A body, or why there is none: `large` came whole but was thrown away, `endless` is still coming, `aborted` has no sender any more. */
export type Body = Buffer | 'large' | 'endless' | 'aborted';

/** Reads a body as it came, keeping at most `bodyBytes` of it. Never rejects. */
export function readBody(
  request: IncomingMessage,
  limits: Pick<HttpLimits, 'bodyBytes' | 'discardedBytes'>,
): Promise<Body> {
  return new Promise((settle) => {
    let chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limits.bodyBytes) chunks.push(chunk);
      else chunks = [];
      if (length > limits.discardedBytes) settle('endless');
    });
    request.on('end', () => settle(length > limits.bodyBytes ? 'large' : Buffer.concat(chunks, length)));
    request.on('error', () => settle('aborted'));
    request.on('close', () => settle('aborted'));
  });
}
