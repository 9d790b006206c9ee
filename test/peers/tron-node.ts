import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TronWeb, utils } from 'tronweb';
import type { NodeCaller } from '../../shared/processes/index.ts';
import { hexEncode, utf8Decode, utf8Encode } from '../../shared/wire/index.ts';

export const TRON = 'tron:0x2b6653dc';
export const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const GENESIS = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
const BLOCK_MS = 3_000;
const SUCCESS = `${'0'.repeat(63)}1`;

interface Message {
  getRawData(): { serializeBinary(): Uint8Array; getData_asU8(): Uint8Array };
  getSignatureList_asU8(): Uint8Array[];
}
interface Contract {
  readonly type: string;
  readonly parameter: { readonly value: Readonly<Record<string, string | number>> };
}
interface Raw {
  readonly contract: readonly Contract[];
  readonly ref_block_bytes: string;
  readonly ref_block_hash: string;
  readonly expiration: number;
  readonly fee_limit?: number;
}
class No extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Makes the blocks of all stand-ins different. */
let made = 0;

/**
 * A stand-in for a full node of Tron, because none runs where these tests do. It parses each transaction with the field's
 * library (tronweb's protocol buffers), and recovers every signer with that library. It checks the referred block, the
 * expiration, balances, bandwidth and the fee limit. It carries out transfers of TRX and of one token, whose energy is
 * fixed. It has no witnesses: a block comes only when a test asks.
 */
export function tronStandIn(now = Date.now()) {
  made += 1;
  const salt = made.toString(16).padStart(48, '5a');
  const coins = new Map<string, number>();
  const tokens = new Map<string, bigint>();
  const pending: { readonly id: string; readonly run: () => string | null }[] = [];
  const done = new Map<string, { readonly block: number; readonly error: string | null }>();
  let height = 70_000_000;
  let time = now;

  const node = {
    /** Changes a reply, by its path. Undefined leaves it as it is. */
    lie: (() => undefined) as (path: string) => unknown,
    energy: 64_285,
    energyPrice: 100,
    /** Every accepted transaction, by its id. */
    accepted: [] as string[],
    /** The memos of the accepted transactions, empty without one. */
    memos: [] as string[],
    fund: (address: string, sun: number) => void coins.set(address, sun),
    hold: (address: string, units: bigint) => void tokens.set(address, units),
    balance: (address: string): number => coins.get(address) ?? 0,
    units: (address: string): bigint => tokens.get(address) ?? 0n,
    /** Includes what waits, and makes that many blocks. */
    mine(blocks = 1): void {
      height += 1;
      for (const { id, run } of pending.splice(0)) done.set(id, { block: height, error: run() });
      height += blocks - 1;
      time += blocks * BLOCK_MS;
    },
    /** Forgets the transactions without a block. */
    forget: () => void pending.splice(0),
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    /** Sets the time of the newest block. */
    at: (milliseconds: number) => {
      time = milliseconds;
    },
    callNode: (async ({ path = '', body }) => ({
      status: 200,
      body: utf8Encode(replyTo(path, body === null ? '{}' : utf8Decode(body))),
    })) as NodeCaller,
    /** Serves it on a free port of loopback, for a program under test. */
    async serve(): Promise<{ readonly url: string; end(): void }> {
      const server = createServer((request, response) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => response.end(replyTo(request.url ?? '', Buffer.concat(parts).toString('utf8'))));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      return { url: `http://127.0.0.1:${port}/`, end: () => void server.close() };
    },
  };

  const replyTo = (path: string, text: string): string => {
    const lie = node.lie(path);
    return JSON.stringify(lie === undefined ? answer(path, JSON.parse(text || '{}')) : lie);
  };
  const blockId = (number: number) => `${number.toString(16).padStart(16, '0')}${salt.slice(-16).repeat(3)}`;
  const blockOf = (number: number) => ({
    blockID: number === 0 ? GENESIS : blockId(number),
    block_header: { raw_data: number === 0 ? {} : { number, timestamp: time } },
  });

  const answer = (path: string, body: Readonly<Record<string, unknown>>): unknown => {
    switch (path) {
      case '/wallet/getblockbynum':
        return blockOf(0);
      case '/wallet/getnowblock':
        return blockOf(height);
      case '/wallet/getaccount': {
        const address = String(body.address);
        return coins.has(address) ? { address, balance: coins.get(address) } : {};
      }
      case '/wallet/getchainparameters':
        return {
          chainParameter: [
            ...[
              { key: 'getTransactionFee', value: 1000 },
              { key: 'getEnergyFee', value: node.energyPrice },
            ],
            ...[
              { key: 'getCreateNewAccountFeeInSystemContract', value: 1_000_000 },
              { key: 'getCreateAccountFee', value: 100_000 },
              { key: 'getMemoFee', value: 1_000_000 },
              { key: 'getAllowUpdateAccountName' },
            ],
          ],
        };
      case '/wallet/triggerconstantcontract':
        return constantCall(String(body.owner_address), String(body.contract_address), String(body.data));
      case '/wallet/broadcasthex':
        try {
          return { result: true, txid: accept(String(body.transaction)) };
        } catch (error) {
          if (!(error instanceof No)) throw error;
          return { result: false, code: error.code, message: Buffer.from(error.message).toString('hex') };
        }
      case '/wallet/gettransactioninfobyid': {
        const found = done.get(String(body.value));
        if (found === undefined) return {};
        const { block, error } = found;
        const failed = error === null ? {} : { result: 'FAILED' };
        return { id: body.value, blockNumber: block, receipt: { result: error ?? 'SUCCESS' }, ...failed };
      }
      default:
        return { Error: `class java.lang.IllegalArgumentException : no ${path}` };
    }
  };

  const constantCall = (owner: string, contract: string, data: string) => {
    const transaction = (ret: object) => ({ transaction: { ret: [ret] }, result: { result: true } });
    if (contract !== USDT)
      return { result: { code: 'CONTRACT_VALIDATE_ERROR', message: Buffer.from('No contract').toString('hex') } };
    if (data.startsWith('70a08231'))
      return {
        ...transaction({}),
        energy_used: 935,
        constant_result: [
          node
            .units(addressIn(data.slice(8)))
            .toString(16)
            .padStart(64, '0'),
        ],
      };
    const isCovered = node.units(owner) >= BigInt(`0x${data.slice(72)}`);
    return isCovered
      ? { ...transaction({}), energy_used: node.energy, constant_result: [SUCCESS] }
      : { ...transaction({ ret: 'FAILED' }), energy_used: 900, constant_result: [''] };
  };

  /** Verifies and keeps a signed transaction. Returns its id. */
  const accept = (hex: string): string => {
    const message = deserialize(hex);
    const rawHex = hexEncode(message.getRawData().serializeBinary());
    const id = utils.transaction.txPbToTxID(message as never).replace(/^0x/, '');
    const [signature = new Uint8Array(), ...more] = message.getSignatureList_asU8();
    if (node.accepted.includes(id) && (done.has(id) || pending.some((one) => one.id === id)))
      throw new No('DUP_TRANSACTION_ERROR', 'dup transaction');
    const name = typeOf(rawHex);
    const raw = utils.deserializeTx.deserializeTransaction(name, rawHex) as Raw;
    const value = raw.contract[0]?.parameter.value ?? {};
    const owner = TronWeb.address.fromHex(String(value.owner_address));
    const recovered = TronWeb.address.fromHex(utils.crypto.ecRecover(id, hexEncode(signature)));
    if (more.length > 0 || recovered !== owner) throw new No('SIGERROR', 'validate signature error');
    const expected = blockId(height);
    const isRecent = expected.slice(16, 32) === raw.ref_block_hash.toLowerCase();
    if (!isRecent || raw.ref_block_bytes.length !== 4) throw new No('TAPOS_ERROR', 'Tapos failed');
    if (raw.expiration <= time || raw.expiration > time + 86_400_000)
      throw new No('TRANSACTION_EXPIRATION_ERROR', 'expired');
    const bytes = hex.length / 2 + 64;
    const run =
      name === 'TransferContract' ? coinTransfer(owner, value, bytes) : tokenTransfer(owner, value, raw, bytes);
    const memo = Buffer.from(message.getRawData().getData_asU8()).toString('utf8');
    if (memo !== '') charge(owner, 1_000_000);
    node.memos.push(memo);
    node.accepted.push(id);
    pending.push({ id, run });
    return id;
  };

  const charge = (address: string, sun: number) => coins.set(address, node.balance(address) - sun);
  const coinTransfer = (owner: string, value: Contract['parameter']['value'], bytes: number) => {
    const [to, amount] = [TronWeb.address.fromHex(String(value.to_address)), Number(value.amount)];
    const fee = bytes * 1000 + (coins.has(to) ? 0 : 1_100_000);
    if (node.balance(owner) < amount + fee) throw new No('CONTRACT_VALIDATE_ERROR', 'balance is not sufficient');
    return () => {
      charge(owner, amount + fee);
      charge(to, -amount);
      return null;
    };
  };
  const tokenTransfer = (owner: string, value: Contract['parameter']['value'], raw: Raw, bytes: number) => {
    const data = String(value.data);
    const [to, units] = [addressIn(data.slice(8)), BigInt(`0x${data.slice(72)}`)];
    if (node.balance(owner) < bytes * 1000) throw new No('BANDWITH_ERROR', 'Account resource insufficient error.');
    return () => {
      const cost = node.energy * node.energyPrice;
      charge(owner, bytes * 1000 + Math.min(cost, raw.fee_limit ?? 0));
      if (cost > (raw.fee_limit ?? 0)) return 'OUT_OF_ENERGY';
      if (node.units(owner) < units) return 'REVERT';
      tokens.set(owner, node.units(owner) - units);
      tokens.set(to, node.units(to) + units);
      return null;
    };
  };
  return node;
}
export type TronStandIn = ReturnType<typeof tronStandIn>;

/** The address in a word of call data. */
function addressIn(word: string): string {
  if (!/^0{24}/.test(word)) throw new No('REVERT', 'the word is no address');
  return TronWeb.address.fromHex(`41${word.slice(24, 64)}`);
}

/** The type URL ends with the name of the contract. */
const typeOf = (rawHex: string): string =>
  /type\.googleapis\.com\/protocol\.(\w+Contract)/.exec(Buffer.from(rawHex, 'hex').toString('latin1'))?.[1] ?? '';

function deserialize(signed: string): Message {
  const { TronWebProto } = globalThis as unknown as {
    TronWebProto: { Transaction: { deserializeBinary(bytes: Uint8Array): Message } };
  };
  return TronWebProto.Transaction.deserializeBinary(Uint8Array.from(Buffer.from(signed, 'hex')));
}
