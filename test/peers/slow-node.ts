import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A slow node in front of a real one. As public nodes do, it delays logs, gives the logs of few blocks at once, and
 * traces nothing.
 */
export interface SlowNode {
  readonly url: string;
  /** The number of block ranges whose logs it was asked for. */
  ranges(): number;
  /** Answers only this many ranges until `release`. */
  holdAfter(ranges: number): void;
  release(): void;
  end(): Promise<void>;
}

const PAUSE = 250;

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly { readonly fromBlock: string; readonly toBlock: string }[];
}

/** `most` is how many blocks it searches for logs at once. */
export async function startSlowNode(behind: string, most: number): Promise<SlowNode> {
  const seen = new Set<string>();
  let held: { readonly from: number; readonly released: Promise<void>; readonly release: () => void } | null = null;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const asked = JSON.parse(body.toString()) as Call | Call[];
    const reply = await fetch(behind, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const given = (await reply.json()) as object | object[];
    const replies = await Promise.all(
      [asked].flat().map(async ({ id, method, params: [filter] }, index) => {
        if (method.startsWith('debug_'))
          return { jsonrpc: '2.0', id, error: { code: -32601, message: `the method ${method} does not exist` } };
        if (method !== 'eth_getLogs' || filter === undefined) return [given].flat()[index];
        const error = { code: -32602, message: `eth_getLogs is limited to a ${most} block range` };
        if (Number(filter.toBlock) - Number(filter.fromBlock) >= most) return { jsonrpc: '2.0', id, error };
        seen.add(`${filter.fromBlock} ${filter.toBlock}`);
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
        if (held !== null && seen.size > held.from) await held.released;
        return [given].flat()[index];
      }),
    );
    response.end(JSON.stringify(Array.isArray(asked) ? replies : replies[0]));
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ranges: () => seen.size,
    holdAfter(from) {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      held = { from, released, release };
    },
    release: () => held?.release(),
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
