import { NodeFault } from '../../node-fault.ts';
import { LESS_OFTEN } from '../json-rpc.ts';
import { createLine, type Line, type Question, type Send } from '../line.ts';
import { bitcoind } from './bitcoind.ts';
import { type Dialect, esplora } from './esplora.ts';
import type { BitcoinMethod } from './questions.ts';

/**
 * Queries one endpoint of Bitcoin. The endpoint shows whether it is an Esplora or a Bitcoin Core. `identity` is asked
 * before every query.
 * Choice (bitcoin-interfaces): an endpoint is an Esplora when it answers the path of the first block, else Bitcoin Core.
 */
export function createBitcoinLine(send: Send, identity: Question<void>): Line {
  let known: Dialect | null = null;
  const dialect = async (): Promise<Dialect> => {
    if (known !== null) return known;
    const answer = await send({ path: '/block-height/0', body: null });
    if (answer.status === 429) throw new NodeFault('rateLimited', `${LESS_OFTEN} (HTTP 429)`);
    const isEsplora =
      answer.status === 200 && /^[0-9a-f]{64}\s*$/.test(String.fromCharCode(...answer.body.slice(0, 80)));
    known = isEsplora
      ? esplora(send)
      : bitcoind(createLine(send, { ...identity, method: 'getblockhash', params: [0] }));
    return known;
  };
  return {
    async ask(questions) {
      const speaks = await dialect();
      identity.read(await speaks.genesis([]));
      const values: unknown[] = [];
      for (const { method, params, read } of questions)
        values.push(read(await speaks[method as BitcoinMethod](params)));
      return values;
    },
    forget() {
      known = null;
    },
  };
}
