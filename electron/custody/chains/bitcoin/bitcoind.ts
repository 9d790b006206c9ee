/** The JSON-RPC interface of Bitcoin Core, without a wallet and without indexes. */
import { NodeFault } from '../../node-fault.ts';
import type { Line, Question } from '../line.ts';
import { readList, readObject } from '../quantities.ts';
import type { Dialect } from './esplora.ts';
import { createSpenderScan } from './spender-scan.ts';

const SATOSHI = 100_000_000;

/** Bitcoin Core sends amounts as JSON numbers of bitcoin with eight decimals, which a double holds exactly enough. */
const satoshi = (value: unknown): unknown => (typeof value === 'number' ? Math.round(value * SATOSHI) : value);

const call = (method: string, ...params: readonly unknown[]): Question<unknown> => ({
  method,
  params,
  read: (result) => result,
});
/** A question whose refusal is an answer. */
const orNull = (method: string, ...params: readonly unknown[]): Question<unknown> => ({
  ...call(method, ...params),
  whenRefused: () => null,
});

/** `line` checks the chain with every message. */
export function bitcoind(line: Line): Dialect {
  const ask = async (question: Question<unknown>) => (await line.ask([question]))[0];
  const spenders = createSpenderScan(line);
  return {
    genesis: () => ask(call('getblockhash', 0)),
    height: () => ask(call('getblockcount')),
    async unspent([address]) {
      const { success, unspents } = readObject(
        await ask(call('scantxoutset', 'start', [`addr(${address})`])),
        'the scan',
      );
      if (success !== true) throw new NodeFault('malformed', 'it did not finish its search for outputs');
      const found = readList(unspents, 'the list of outputs').map((one) => {
        const { txid, vout, amount, height } = readObject(one, 'the output');
        return { txid, index: vout, satoshi: satoshi(amount), height };
      });
      // The search does not see the transactions without a block.
      const unspentNow = await line.ask(found.map(({ txid, index }) => call('gettxout', txid, index, true)));
      return found.filter((_, index) => unspentNow[index] !== null);
    },
    async transaction([txid, height]) {
      // Without an index, a transaction is found by its block.
      const block = await ask(call('getblockhash', height));
      return ask(call('getrawtransaction', txid, false, block));
    },
    async fees() {
      const targets = [2, 6, 144] as const;
      const replies = await line.ask(targets.map((target) => call('estimatesmartfee', target)));
      const rates = replies.map((reply) => satoshi(readObject(reply, 'the fee rate').feerate ?? null));
      return Object.fromEntries(targets.map((target, index) => [target, rates[index]]));
    },
    async status([txid, outputs]) {
      const [pending, tip] = await line.ask([orNull('getmempoolentry', txid), call('getblockcount')]);
      if (pending !== null) return { kind: 'pending' };
      const indexes = Array.from({ length: Number(outputs) }, (_, index) => index);
      const left = await line.ask(indexes.map((index) => call('gettxout', txid, index, false)));
      const output = left.find((each) => each !== null);
      if (output !== undefined) {
        const { confirmations } = readObject(output, 'the output');
        return { kind: 'included', height: Number(tip) - Number(confirmations) + 1 };
      }
      // Every output may be spent again. Then an index of transactions knows it, or the search for spenders finds it.
      const [found] = await line.ask([orNull('getrawtransaction', txid, true)]);
      if (found === null) return { kind: 'unknown' };
      const { confirmations } = readObject(found, 'the transaction');
      return { kind: 'included', height: Number(tip) - Number(confirmations) + 1 };
    },
    async left([outpoints]) {
      const places = (outpoints as readonly string[]).map((outpoint) => outpoint.split(':'));
      const outputs = await line.ask(places.map(([txid, index]) => call('gettxout', txid, Number(index), false)));
      return outputs.map((output) => output !== null);
    },
    spenders: ([outpoints, since]) => spenders(outpoints as readonly string[], Number(since)),
    send: ([hex]) => ask(call('sendrawtransaction', hex)),
  };
}
