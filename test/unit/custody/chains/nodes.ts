import { createChainNode } from '../../../../electron/custody/chains/node.ts';
import type { NodeCaller } from '../../../../shared/processes/index.ts';
import { utf8Decode, utf8Encode } from '../../../../shared/wire/index.ts';

export const CHAIN = 'eip155:1';
export const ADDRESS = `0x${'ab'.repeat(20)}`;
export const HASH = `0x${'5c'.repeat(32)}`;

export type Answers = (method: string, params: readonly unknown[]) => unknown;
export type Reply = Awaited<ReturnType<NodeCaller>>;

/** A node that answers each call by its method. `reply` can replace its whole reply. */
export function nodeOf(answers: Answers, reply?: (json: unknown) => Reply | undefined) {
  return (body: Uint8Array): Reply => {
    const asked = JSON.parse(utf8Decode(body)) as { id: number; method: string; params: unknown[] };
    const all = (Array.isArray(asked) ? asked : [asked]) as (typeof asked)[];
    const replies = all.map(({ id, method, params }) => ({
      jsonrpc: '2.0',
      id,
      ...(answers(method, params) as object),
    }));
    const json = Array.isArray(asked) ? replies : replies[0];
    return reply?.(json) ?? { status: 200, body: utf8Encode(JSON.stringify(json)) };
  };
}
export const good: Answers = (method) => ({ result: method === 'eth_chainId' ? '0x1' : '0x7' });

/** Nodes of one chain. Records which node each request went to, and the faults that were reported. */
export function start(...nodes: ((body: Uint8Array) => Reply)[]) {
  const asked: number[] = [];
  const faults: [number, string][] = [];
  const answering: number[] = [];
  const clock = { now: 0 };
  const node = createChainNode({
    chain: CHAIN,
    endpoints: nodes.length,
    callNode({ endpoint, body }) {
      asked.push(endpoint);
      return nodes[endpoint]?.(body ?? new Uint8Array()) ?? { failure: 'unreachable' };
    },
    steady: () => clock.now,
    onState: (endpoint, fault) =>
      void (fault === null ? answering.push(endpoint) : faults.push([endpoint, fault.message])),
  });
  return { node, asked, faults, answering, clock };
}
