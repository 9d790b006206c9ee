import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createConnectionQueue } from '../../../../electron/custody/http/connection-queue.ts';

it('few connections begin in each round of the event loop, in the order of asking, and no closed one', async () => {
  const queue = createConnectionQueue(2);
  const sockets = Array.from({ length: 6 }, () => new Socket());
  const begun: number[] = [];
  for (const [index, socket] of sockets.entries()) void queue(socket).then(() => begun.push(index));
  sockets[1]?.destroy();
  const afterRound = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return begun.splice(0);
  };
  expect(begun).toEqual([]);
  expect([await afterRound(), await afterRound(), await afterRound()]).toEqual([[0, 2], [3, 4], [5]]);
});
