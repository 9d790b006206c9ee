/** The HTTP interface of Esplora, of which mempool.space and blockstream.info offer one. */
import { utf8Decode, utf8Encode } from '../../../../shared/wire/index.ts';
import { NodeFault } from '../../node-fault.ts';
import { LESS_OFTEN, plain } from '../json-rpc.ts';
import type { Send } from '../line.ts';
import { readList, readObject } from '../quantities.ts';
import type { BitcoinMethod } from './questions.ts';

const LONGEST_TEXT = 300;

/** Answers a question over Esplora. */
export type Dialect = Readonly<Record<BitcoinMethod, (params: readonly unknown[]) => Promise<unknown>>>;

export function esplora(send: Send): Dialect {
  const exchange = async (path: string, body: string | null = null): Promise<{ status: number; text: string }> => {
    const answer = await send({ path, body: body === null ? null : utf8Encode(body) });
    if (answer.status === 429) throw new NodeFault('rateLimited', `${LESS_OFTEN} (HTTP 429)`);
    return { status: answer.status, text: utf8Decode(Uint8Array.from(answer.body)).trim() };
  };
  const read = async (path: string): Promise<string> => {
    const { status, text } = await exchange(path);
    if (status !== 200) throw new NodeFault('unreachable', `it answered with HTTP ${status}`);
    return text;
  };
  const json = async (path: string): Promise<unknown> => parse(await read(path));

  /** The transactions in blocks that spent the outputs, null for each unspent one. */
  const spendersOf = async (outpoints: readonly string[]): Promise<unknown[]> => {
    const found: unknown[] = [];
    for (const outpoint of outpoints) {
      const reply = await json(`/tx/${outpoint.replace(':', '/outspend/')}`);
      const { spent, txid, status } = readObject(reply, 'the spending transaction');
      const of = spent === true ? readObject(status, 'the status of a transaction') : null;
      found.push(of?.confirmed === true ? { txid, height: of.block_height } : null);
    }
    return found;
  };

  return {
    genesis: () => read('/block-height/0'),
    height: async () => Number(await read('/blocks/tip/height')),
    async unspent([address]) {
      return readList(await json(`/address/${address}/utxo`), 'the list of outputs').map((one) => {
        const { txid, vout, value, status } = readObject(one, 'the output');
        const { confirmed, block_height } = readObject(status, 'the status of an output');
        return { txid, index: vout, satoshi: value, height: confirmed === true ? block_height : null };
      });
    },
    transaction: ([txid]) => read(`/tx/${txid}/hex`),
    async fees() {
      const rates = readObject(await json('/fee-estimates'), 'the fee rates');
      const rate = (target: number) => {
        const value = rates[target];
        return typeof value === 'number' ? value * 1000 : (value ?? null);
      };
      return { 2: rate(2), 6: rate(6), 144: rate(144) };
    },
    async status([txid]) {
      const { status: code, text } = await exchange(`/tx/${txid}`);
      if (code === 404) return { kind: 'unknown' };
      if (code !== 200) throw new NodeFault('unreachable', `it answered with HTTP ${code}`);
      const { status } = readObject(parse(text), 'the transaction');
      const { confirmed, block_height } = readObject(status, 'the status of a transaction');
      return confirmed === true ? { kind: 'included', height: block_height } : { kind: 'pending' };
    },
    spenders: ([outpoints]) => spendersOf(outpoints as readonly string[]),
    left: async ([outpoints]) => (await spendersOf(outpoints as readonly string[])).map((spender) => spender === null),
    async send([hex]) {
      const { status, text } = await exchange('/tx', String(hex));
      if (status === 200) return text;
      if (status !== 400) throw new NodeFault('unreachable', `it answered with HTTP ${status}`);
      throw new NodeFault('refused', `it says “${plain(text.slice(0, LONGEST_TEXT))}”`);
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NodeFault('malformed', 'what it answered is no JSON');
  }
}
