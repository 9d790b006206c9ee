import type { Socket } from 'node:net';

/** Waits in the queue until the connection is served. For a closed connection, the promise never settles. */
export type ConnectionQueue = (socket: Socket) => Promise<void>;

/**
 * A first-in, first-out queue of connections. Each round of the event loop serves the next `each` that are still open.
 */
export function createConnectionQueue(each: number): ConnectionQueue {
  const waiting: { readonly socket: Socket; readonly begin: () => void }[] = [];
  const round = () => {
    for (let begun = 0; begun < each && waiting.length > 0; ) {
      const next = waiting.shift();
      if (next === undefined || next.socket.destroyed) continue;
      next.begin();
      begun += 1;
    }
    if (waiting.length > 0) setImmediate(round);
  };
  return (socket) =>
    new Promise((begin) => {
      if (waiting.push({ socket, begin }) === 1) setImmediate(round);
    });
}
