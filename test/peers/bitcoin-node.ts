import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { Address, NETWORK, OutScript, p2pkh, p2wpkh, RawTx, Transaction } from '@scure/btc-signer';
import type { NodeCaller } from '../../shared/processes/index.ts';
import { hexDecode, hexEncode, utf8Decode, utf8Encode } from '../../shared/wire/index.ts';

export const BITCOIN = 'bip122:000000000019d6689c085ae165831e93';
const GENESIS = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
const COIN = 100_000_000;
/** SIGHASH_DEFAULT is of Taproot, SIGHASH_ALL of the others. */
const [DEFAULT, ALL] = [0, 1] as const;

interface Output {
  readonly script: Uint8Array;
  readonly amount: bigint;
}
interface Known {
  readonly hex: string;
  readonly outputs: readonly Output[];
  /** Null without a block. */
  height: number | null;
}
class No extends Error {}

/** Makes the outputs of all stand-ins different. */
let made = 0;

/**
 * A stand-in for Bitcoin Core and for Esplora, because neither runs where these tests do. It parses each transaction with
 * the field's library, and verifies every signature over that library's digests. It checks amounts, the relay fee and
 * double spending, and takes replacements by the rules of BIP-125. It runs no scripts but the three of one key, and it mines
 * a block only when a test asks.
 */
export function bitcoinStandIn() {
  const known = new Map<string, Known>();
  const spentBy = new Map<string, string>();
  let tip = 800_000;

  const node = {
    /** Changes a reply: by the path of Esplora, or the method of JSON-RPC. Undefined leaves it as it is. */
    lie: (() => undefined) as (asked: string) => unknown,
    /** Satoshi for each virtual byte, by the number of blocks. */
    rates: { 2: 20, 6: 10, 144: 2 } as Record<number, number>,
    isEsplora: true,
    /** Bitcoin Core has the blocks no more. */
    isPruned: false,
    /** The median time of a block, in seconds since the epoch. */
    mediantime: (height: number): number => 1_790_000_000 + (height - 800_000) * 600,
    /** Every accepted transaction, in hex. */
    accepted: [] as string[],
    /** Pays satoshi to an address. Returns the output. */
    fund(address: string, satoshi: number, isConfirmed = true): string {
      made += 1;
      const outputs = [{ script: scriptOf(address), amount: BigInt(satoshi) }];
      const raw = RawTx.encode({
        ...{ version: 2, segwitFlag: false, lockTime: 0, witnesses: [] },
        inputs: [
          {
            ...{ txid: new Uint8Array(32).fill(0x77), index: made, sequence: 0xffff_ffff },
            finalScriptSig: new Uint8Array(),
          },
        ],
        outputs,
      });
      const { id } = Transaction.fromRaw(raw, LAX);
      known.set(id, { hex: hexEncode(raw), outputs, height: isConfirmed ? tip : null });
      return `${id}:0`;
    },
    /** Includes what waits, and makes that many blocks. */
    mine(blocks = 1): void {
      tip += 1;
      for (const one of known.values()) one.height ??= tip;
      tip += blocks - 1;
    },
    /** Another transaction spends the output in the next block. */
    takeAway(outpoint: string): void {
      const [txid = '', index = ''] = outpoint.split(':');
      const outputs = [{ script: new Uint8Array([0x6a]), amount: 1_000n }];
      const raw = RawTx.encode({
        ...{ version: 2, segwitFlag: false, lockTime: 0, witnesses: [] },
        inputs: [
          { txid: hexDecode(txid), index: Number(index), sequence: 0xffff_ffff, finalScriptSig: new Uint8Array() },
        ],
        outputs,
      });
      const { id } = Transaction.fromRaw(raw, LAX);
      spentBy.set(outpoint, id);
      known.set(id, { hex: hexEncode(raw), outputs, height: tip });
    },
    /** The satoshi of an address, with those that wait. */
    balance: (address: string): number =>
      unspentOf(address).reduce((sum, { output }) => sum + Number(output.amount), 0),
    /** Forgets the transactions without a block, as a node with a full mempool does. */
    forget(): void {
      for (const [id, one] of known)
        if (one.height === null) {
          known.delete(id);
          for (const [outpoint, by] of spentBy) if (by === id) spentBy.delete(outpoint);
        }
    },
    /** Verifies and keeps a transaction. Returns its id. */
    accept(hex: string): string {
      const transaction = Transaction.fromRaw(hexDecode(hex), LAX);
      const before = known.get(transaction.id)?.outputs ?? [];
      if (before.some((_, index) => !spentBy.has(`${transaction.id}:${index}`)))
        throw new No('Transaction outputs already in utxo set');
      const conflicts = new Set<string>();
      const spent = inputsOf(transaction).map(({ outpoint }) => {
        const [txid = '', index = ''] = outpoint.split(':');
        const output = known.get(txid)?.outputs[Number(index)];
        const by = spentBy.get(outpoint);
        if (output === undefined || (by !== undefined && known.get(by)?.height !== null))
          throw new No('bad-txns-inputs-missingorspent');
        if (by !== undefined) conflicts.add(by);
        return output;
      });
      for (const index of spent.keys()) verify(transaction, spent, index);
      const outputs = Array.from({ length: transaction.outputsLength }, (_, index) => outputOf(transaction, index));
      if (outputs.some(({ amount }) => amount < 294n)) throw new No('dust');
      const fee = sum(spent) - sum(outputs);
      if (fee < BigInt(transaction.vsize)) throw new No(`min relay fee not met, ${fee} < ${transaction.vsize}`);
      for (const id of conflicts) replace(id, fee, transaction.vsize);
      for (const { outpoint } of inputsOf(transaction)) spentBy.set(outpoint, transaction.id);
      known.set(transaction.id, { hex, outputs, height: null });
      node.accepted.push(hex);
      return transaction.id;
    },
    callNode: (async ({ path, body }) => {
      const text = body === null ? null : utf8Decode(body);
      const { status, reply } = path === undefined ? rpc(text ?? '') : http(path, text);
      return { status, body: utf8Encode(reply) };
    }) as NodeCaller,
    /** Serves Esplora below `/api`, and JSON-RPC at the root, on a free port of loopback. */
    async serve(): Promise<{ readonly esplora: string; readonly core: string; end(): void }> {
      const server = createServer((request, response) => {
        void read(request).then((text) => {
          const isEsplora = request.url?.startsWith('/api/') === true;
          const path = request.url?.replace(/^\/api/, '') ?? '';
          const { status, reply } = isEsplora ? http(path, request.method === 'GET' ? null : text) : rpc(text);
          response.statusCode = status;
          response.end(reply);
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const base = `http://127.0.0.1:${port}`;
      return { esplora: `${base}/api`, core: `${base}/`, end: () => void server.close() };
    },
  };

  /** Removes a waiting transaction for a replacement with that fee and size (BIP-125). Throws when the rules forbid it. */
  const replace = (id: string, fee: bigint, vsize: number) => {
    const old = Transaction.fromRaw(hexDecode(known.get(id)?.hex ?? ''), LAX);
    if (inputsOf(old).every(({ sequence = 0xffff_ffff }) => sequence > 0xffff_fffd))
      throw new No('txn-mempool-conflict');
    const outputs = Array.from({ length: old.outputsLength }, (_, index) => outputOf(old, index));
    const held = inputsOf(old).map(({ outpoint }) => {
      const [txid = '', index = ''] = outpoint.split(':');
      return known.get(txid)?.outputs[Number(index)] as Output;
    });
    const paid = sum(held) - sum(outputs);
    if (fee < paid + BigInt(vsize) || fee * BigInt(old.vsize) <= paid * BigInt(vsize))
      throw new No(`insufficient fee, rejecting replacement ${fee} < ${paid}`);
    known.delete(id);
    for (const [outpoint, by] of spentBy) if (by === id) spentBy.delete(outpoint);
  };

  const unspentOf = (address: string) => {
    const script = hexEncode(scriptOf(address));
    return [...known].flatMap(([txid, { outputs, height }]) =>
      outputs.flatMap((output, index) =>
        hexEncode(output.script) === script && !spentBy.has(`${txid}:${index}`)
          ? [{ txid, index, output, height }]
          : [],
      ),
    );
  };

  /** Esplora. */
  const http = (path: string, body: string | null): { status: number; reply: string } => {
    if (!node.isEsplora) return { status: 405, reply: 'JSONRPC server handles only POST requests' };
    const lie = node.lie(path);
    if (lie !== undefined) return { status: 200, reply: typeof lie === 'string' ? lie : JSON.stringify(lie) };
    const [, first = '', second = '', third = '', fourth = ''] = path.split('/');
    const json = (value: unknown) => ({ status: 200, reply: JSON.stringify(value) });
    if (path === '/tx' && body !== null) {
      try {
        return { status: 200, reply: node.accept(body) };
      } catch (error) {
        return { status: 400, reply: `sendrawtransaction RPC error: ${(error as Error).message}` };
      }
    }
    if (path === '/block-height/0') return { status: 200, reply: GENESIS };
    if (path === '/blocks/tip/height') return { status: 200, reply: String(tip) };
    if (path === '/fee-estimates') return json(node.rates);
    if (first === 'address')
      return json(
        unspentOf(second).map(({ txid, index, output, height }) => ({
          ...{ txid, vout: index, value: Number(output.amount), status: statusOf(height) },
        })),
      );
    const found = known.get(second);
    if (first !== 'tx' || found === undefined) return { status: 404, reply: 'Transaction not found' };
    if (third === 'hex') return { status: 200, reply: found.hex };
    if (third === 'outspend') {
      const by = spentBy.get(`${second}:${fourth}`);
      return json(
        by === undefined
          ? { spent: false }
          : { spent: true, txid: by, status: statusOf(known.get(by)?.height ?? null) },
      );
    }
    return json({ txid: second, status: statusOf(found.height) });
  };
  const statusOf = (height: number | null) =>
    height === null ? { confirmed: false } : { confirmed: true, block_height: height };

  /** Bitcoin Core before version 28, which sends `error: null` beside a result. */
  const rpc = (text: string): { status: number; reply: string } => {
    const asked = JSON.parse(text) as RpcCall | RpcCall[];
    const reply = ({ id, method, params }: RpcCall) => {
      try {
        const lie = node.lie(method);
        return { id, result: lie === undefined ? answer(method, params) : lie, error: null };
      } catch (error) {
        return { id, result: null, error: { code: -5, message: (error as Error).message } };
      }
    };
    return { status: 200, reply: JSON.stringify(Array.isArray(asked) ? asked.map(reply) : reply(asked)) };
  };
  const heightOf = (hash: unknown): number => Number(String(hash).replace(/^0+(?=\d)/, ''));
  const answer = (method: string, [first, second, third]: readonly unknown[]): unknown => {
    const found = known.get(String(first));
    switch (method) {
      case 'getblockhash':
        return first === 0 ? GENESIS : `${'0'.repeat(58)}${String(first)}`;
      case 'getblockheader':
        return { mediantime: node.mediantime(heightOf(first)) };
      case 'getblock': {
        if (node.isPruned) throw new No('Block not available (pruned data)');
        const inside = [...known.values()].filter(({ height }) => height === heightOf(first));
        const count = hexEncode(Uint8Array.of(0xfd, inside.length & 0xff, inside.length >> 8));
        const short = hexEncode(Uint8Array.of(inside.length));
        return `${'00'.repeat(80)}${inside.length < 0xfd ? short : count}${inside.map(({ hex }) => hex).join('')}`;
      }
      case 'getblockcount':
        return tip;
      case 'scantxoutset':
        return {
          success: true,
          unspents: unspentOf(String((second as string[])[0]).slice(5, -1))
            .filter(({ height }) => height !== null)
            .map(({ txid, index, output, height }) => ({
              txid,
              vout: index,
              amount: Number(output.amount) / COIN,
              height,
            })),
        };
      case 'gettxout': {
        const output = found?.outputs[Number(second)];
        if (output === undefined || found === undefined || spentBy.has(`${first}:${second}`)) return null;
        if (found.height === null) return third === true ? { confirmations: 0 } : null;
        return { confirmations: tip - found.height + 1 };
      }
      case 'getmempoolentry':
        if (found?.height !== null) throw new No('Transaction not in mempool');
        return {};
      case 'getrawtransaction':
        if (found === undefined || third !== `${'0'.repeat(58)}${found.height}`)
          throw new No('No such mempool or blockchain transaction');
        return found.hex;
      case 'estimatesmartfee': {
        const rate = node.rates[Number(first)];
        return rate === undefined ? { errors: ['Insufficient data'] } : { feerate: rate / 100_000 };
      }
      case 'sendrawtransaction':
        return node.accept(String(first));
      default:
        throw new No('Method not found');
    }
  };
  return node;
}
export type BitcoinStandIn = ReturnType<typeof bitcoinStandIn>;

interface RpcCall {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

const LAX = { allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true } as const;

const scriptOf = (address: string): Uint8Array => OutScript.encode(Address(NETWORK).decode(address));

const sum = (outputs: readonly Output[]): bigint => outputs.reduce((total, { amount }) => total + amount, 0n);

function inputsOf(transaction: Transaction) {
  return Array.from({ length: transaction.inputsLength }, (_, index) => {
    const input = transaction.getInput(index);
    return { ...input, outpoint: `${hexEncode(input.txid ?? new Uint8Array())}:${input.index}` };
  });
}

function outputOf(transaction: Transaction, index: number): Output {
  const { script = new Uint8Array(), amount = 0n } = transaction.getOutput(index);
  return { script, amount };
}

/** Verifies the one signature of an input. Throws when it is missing or wrong. */
function verify(transaction: Transaction, spent: readonly Output[], index: number): void {
  const { script, amount } = spent[index] as Output;
  const { finalScriptSig = new Uint8Array(), finalScriptWitness = [] } = transaction.getInput(index);
  const isSame = (one: Uint8Array, other: Uint8Array) => hexEncode(one) === hexEncode(other);
  const isValid = (signature: Uint8Array, digest: Uint8Array, key: Uint8Array) =>
    signature.at(-1) === ALL &&
    secp256k1.verify(signature.subarray(0, -1), digest, key, { prehash: false, lowS: true, format: 'der' });
  const ok = (() => {
    if (script.length === 34 && script[0] === 0x51) {
      const [signature = new Uint8Array(), ...more] = finalScriptWitness;
      const digest = transaction.preimageWitnessV1(
        index,
        spent.map((one) => one.script),
        DEFAULT,
        spent.map((one) => one.amount),
      );
      return more.length === 0 && schnorr.verify(signature, digest, script.subarray(2));
    }
    if (script.length === 22) {
      const [signature = new Uint8Array(), key = new Uint8Array()] = finalScriptWitness;
      const digest = transaction.preimageWitnessV0(index, p2pkh(key).script, ALL, amount);
      return isSame(p2wpkh(key).script, script) && isValid(signature, digest, key);
    }
    const length = finalScriptSig[0] ?? 0;
    const [signature, key] = [finalScriptSig.subarray(1, 1 + length), finalScriptSig.subarray(2 + length)];
    const legacy = transaction as unknown as { preimageLegacy(at: number, of: Uint8Array, type: number): Uint8Array };
    return isSame(p2pkh(key).script, script) && isValid(signature, legacy.preimageLegacy(index, script, ALL), key);
  })();
  if (!ok) throw new No('mandatory-script-verify-flag-failed');
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
