import { entriesOf, type ReadBlock } from '../../electron/custody/chains/history/entries.ts';
import { createBlockReader } from '../../electron/custody/chains/history/reader.ts';
import { createChainNode } from '../../electron/custody/chains/node.ts';
import { utf8Decode } from '../../shared/wire/index.ts';
import { type Made, makeChain } from '../unit/custody/chains/history/made-chain.ts';
import type { Contender } from './measure.ts';

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const WATCHED = 1000;
const addressOf = (index: number) => `0x${index.toString(16).padStart(40, '0')}`;
const topicOf = (index: number) => `0x${index.toString(16).padStart(64, '0')}`;

/** A block of 200 transactions of strangers, half of which move tokens. One pays an address whose history is kept. */
const made: readonly Made[] = Array.from({ length: 200 }, (_, index) => ({
  from: addressOf(5000 + index),
  to: index === 100 ? addressOf(1) : addressOf(6000 + index),
  value: 5n,
  logs:
    index % 2 === 0
      ? []
      : [
          {
            contract: addressOf(9000),
            topics: [TRANSFER, topicOf(5000 + index), topicOf(6000 + index)],
            data: topicOf(index),
          },
        ],
}));

/** Blocks read for the history of a thousand addresses, held against the parsing of the same answers alone. */
export function historyContenders(): readonly Contender[] {
  const chain = makeChain();
  chain.add(...made);
  const watched = new Map(Array.from({ length: WATCHED }, (_, index) => [addressOf(index), index]));
  const answers = new Map<string, Uint8Array<ArrayBuffer>>();
  const node = createChainNode({
    chain: 'eip155:1',
    endpoints: 1,
    async callNode(call) {
      // By the whole request: a batch has no method of its own, and two batches differ in their calls.
      const request = utf8Decode(call.body ?? new Uint8Array());
      const kept = answers.get(request);
      if (kept !== undefined) return { status: 200, body: kept };
      const answer = await chain.callNode(call);
      if ('body' in answer) answers.set(request, answer.body);
      return answer;
    },
    steady: () => 0,
    onState: () => undefined,
  });
  const reader = createBlockReader(node, () => undefined);
  const read = async () => {
    const found: ReadBlock = await reader.read(1);
    if (entriesOf(found, (address) => watched.get(address)).length !== 1) throw new Error('the payment was not found');
  };
  return [
    {
      name: 'Castellan',
      async batch(count) {
        for (let index = 0; index < count; index += 1) await read();
      },
    },
    {
      name: 'JSON.parse of what the node answers',
      async batch(count) {
        if (answers.size === 0) await read();
        for (let index = 0; index < count; index += 1)
          for (const body of answers.values()) JSON.parse(utf8Decode(body));
      },
    },
  ];
}
