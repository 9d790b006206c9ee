import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AbiFunction, Address, type Hex } from 'ox';
import { SignatureEnvelope, TxEnvelopeTempo } from 'ox/tempo';
import { keccak256 } from 'viem';
import { Abis, Addresses } from 'viem/tempo';
import type { NodeCaller } from '../../shared/processes/index.ts';
import { utf8Decode, utf8Encode } from '../../shared/wire/index.ts';

/** The testnet of Tempo. */
export const TEMPO = 'eip155:42431';
export const [PATH_USD, ALPHA, BETA] = [0, 1, 2].map((at) => `0x20c000000000000000000000000000000000000${at}`) as [
  Hex.Hex,
  Hex.Hex,
  Hex.Hex,
];
/** A token that counts no dollars. */
export const THETA = '0x20c0000000000000000000000000000000000003';
const PRICE_PER_UNIT = 10n ** 12n;
const hex = (value: bigint | number): Hex.Hex => `0x${value.toString(16)}`;
const lower = (address: string) => address.toLowerCase();
const named = <Name extends string>(name: Name) =>
  AbiFunction.fromAbi([...Abis.tip20, ...Abis.feeManager], name as never) as never;

class No extends Error {}

/** Transfer(address,address,uint256) */
const TRANSFERRED = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const word = (value: string): Hex.Hex => `0x${value.slice(2).padStart(64, '0')}`;

interface Transfer {
  readonly to: string;
  readonly units: bigint;
  readonly memo: Hex.Hex | null;
}

/** A transaction in a block. */
interface Mined {
  readonly hash: Hex.Hex;
  readonly from: string;
  readonly nonce: bigint;
  readonly token: string;
  /** The token that paid the fee. */
  readonly paying: string;
  readonly used: bigint;
  readonly transfer: Transfer;
  readonly succeeded: boolean;
}

/**
 * A stand-in for a node of Tempo, because none runs where these tests do. It parses each transaction of type 0x76 and
 * recovers its signer with the field's library (ox), and the calls with viem's interfaces of TIP-20. It checks the chain,
 * the nonce of the key 0, the base fee, the gas, the token of the fee and the balances. It carries out transfers, with
 * and without a memo. Its gas is fixed, and it has no fee exchange. A block comes only when a test asks.
 */
export function tempoStandIn() {
  const held = new Map<string, bigint>();
  const nonces = new Map<string, bigint>();
  const seen = new Set<string>();
  const pending: { readonly hash: Hex.Hex; readonly from: string; readonly run: () => void }[] = [];
  const isMined = (hash: string) => [...mined.values()].flat().some((one) => one.hash === hash);
  const key = (token: string, holder: string) => `${lower(token)} ${lower(holder)}`;
  const mined = new Map<number, Mined[]>();
  let height = 1000;

  const node = {
    baseFee: 20_000_000_000n,
    gas: { plain: 50_000n, memo: 55_000n, created: 250_000n },
    /** The hash of every accepted transaction. */
    accepted: [] as Hex.Hex[],
    /** The transfers that blocks carried out. */
    transfers: [] as Transfer[],
    /** The token in which accounts chose to pay. */
    chosen: new Map<string, string>(),
    /** The last transaction that was asked for its gas. */
    estimated: null as unknown,
    /** Why the next transactions are refused. Null takes them. */
    refuses: null as string | null,
    /** Changes the result of a method. Undefined leaves it as it is. */
    lie: (() => undefined) as (method: string) => unknown,
    hold: (token: string, holder: string, units: bigint) => void held.set(key(token, holder), units),
    /** Sets the next nonce of an account. */
    count: (account: string, nonce: bigint) => void nonces.set(lower(account), nonce),
    units: (token: string, holder: string): bigint => held.get(key(token, holder)) ?? 0n,
    mine(): void {
      height += 1;
      for (const { run } of pending.splice(0)) run();
    },
    /** Forgets the transactions without a block. */
    forget: () => void pending.splice(0),
    callNode: (async ({ body }) => ({
      status: 200,
      body: utf8Encode(replyTo(body === null ? '{}' : utf8Decode(body))),
    })) as NodeCaller,
    /** Serves it on a free port of loopback, for a program under test. */
    async serve(): Promise<{ readonly url: string; end(): void }> {
      const server = createServer((request, response) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => response.end(replyTo(Buffer.concat(parts).toString('utf8'))));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      return { url: `http://127.0.0.1:${port}/`, end: () => void server.close() };
    },
  };

  const replyTo = (text: string): string => {
    const asked = JSON.parse(text) as unknown;
    return JSON.stringify(Array.isArray(asked) ? asked.map(replyOf) : replyOf(asked));
  };
  const replyOf = (asked: unknown) => {
    const { id, method, params } = asked as { id: number; method: string; params: readonly never[] };
    try {
      const lie = node.lie(method);
      return { jsonrpc: '2.0', id, result: lie === undefined ? answer(method, params) : lie };
    } catch (error) {
      if (!(error instanceof No)) throw error;
      return { jsonrpc: '2.0', id, error: { code: -32_000, message: error.message } };
    }
  };
  const blockHash = (number: number) => keccak256(hex(number));
  const placeOf = ({ hash }: Mined, block: number, index: number) => ({
    blockHash: blockHash(block),
    blockNumber: hex(block),
    transactionIndex: hex(index),
    transactionHash: hash,
  });
  const blockOf = (number: number, isWhole: boolean) => ({
    number: hex(number),
    hash: blockHash(number),
    baseFeePerGas: hex(node.baseFee),
    parentHash: blockHash(Math.max(0, number - 1)),
    timestamp: hex(1_790_000_000 + number),
    transactions: isWhole
      ? (mined.get(number) ?? []).map((one, index) => ({
          ...placeOf(one, number, index),
          type: '0x76',
          hash: one.hash,
          from: one.from,
          nonce: hex(one.nonce),
          nonceKey: '0x0',
          calls: [{ to: one.token, value: '0x0', data: '0x' }],
        }))
      : [],
  });
  const receiptOf = (one: Mined, block: number, index: number) => {
    const place = placeOf(one, block, index);
    const { from, token, paying, used, transfer } = one;
    const topics = [TRANSFERRED, word(from), word(transfer.to)];
    const log = { ...place, address: token, topics, data: word(hex(transfer.units)), removed: false };
    return {
      ...place,
      from,
      type: '0x76',
      status: one.succeeded ? '0x1' : '0x0',
      contractAddress: null,
      gasUsed: hex(used),
      effectiveGasPrice: hex(node.baseFee),
      feeToken: paying,
      logs: one.succeeded ? [log] : [],
    };
  };

  const answer = (method: string, params: readonly never[]): unknown => {
    const [first, second] = params as readonly unknown[];
    switch (method) {
      case 'eth_chainId':
        return hex(42_431);
      case 'eth_getBlockByNumber':
        return blockOf(String(first).startsWith('0x') ? Number(first) : height, second === true);
      case 'eth_feeHistory':
        return { baseFeePerGas: [hex(node.baseFee), hex(node.baseFee)], reward: [['0x0', '0x0', '0x0']] };
      case 'eth_maxPriorityFeePerGas':
        return '0x0';
      case 'eth_getTransactionCount': {
        const waiting = second === 'pending' ? pending.filter(({ from }) => from === lower(String(first))).length : 0;
        return hex((nonces.get(lower(String(first))) ?? 0n) + BigInt(waiting));
      }
      case 'eth_call':
        return contractCall(first as { to: string; data: Hex.Hex });
      case 'eth_estimateGas':
        return hex(estimate(first as Estimated));
      case 'eth_sendRawTransaction':
        return accept(first as Hex.Hex);
      case 'eth_getTransactionByHash':
        return isMined(String(first)) || pending.some(({ hash }) => hash === first) ? { hash: first } : null;
      case 'eth_getTransactionReceipt':
        return [...mined.keys()].flatMap(receiptsOf).find(({ transactionHash }) => transactionHash === first) ?? null;
      case 'eth_getBlockReceipts':
        return receiptsOf([...mined.keys()].find((block) => blockHash(block) === first) ?? -1);
      default:
        throw new No(`the method ${method} does not exist/is not available`);
    }
  };

  const receiptsOf = (block: number) => (mined.get(block) ?? []).map((one, index) => receiptOf(one, block, index));

  const contractCall = ({ to, data }: { readonly to: string; readonly data: Hex.Hex }): Hex.Hex => {
    const calls = (name: string) => data.startsWith(AbiFunction.getSelector(named(name)));
    const first = `0x${data.slice(34, 74)}`;
    if (lower(to) === lower(Addresses.feeManager) && calls('userTokens'))
      return `0x${(node.chosen.get(lower(first)) ?? '0x').slice(2).padStart(64, '0')}`;
    if (!/^0x20c0{20}/.test(lower(to))) return '0x';
    if (calls('balanceOf')) return `0x${node.units(to, first).toString(16).padStart(64, '0')}`;
    if (calls('currency'))
      return AbiFunction.encodeResult(named('currency'), (lower(to) === THETA ? 'EUR' : 'USD') as never);
    return '0x';
  };

  interface Estimated {
    readonly type: string;
    readonly from: string;
    readonly nonceKey?: string;
    readonly calls: readonly { readonly to: Hex.Hex; readonly data: Hex.Hex }[];
  }
  const estimate = (asked: Estimated): bigint => {
    node.estimated = asked;
    const [call, ...more] = asked.calls;
    if (asked.type !== '0x76' || call === undefined || more.length > 0) throw new No('not a transaction of Tempo');
    const { to, units, memo } = transferIn(call);
    if (node.units(call.to, asked.from) < units) throw new No('execution reverted: InsufficientBalance');
    return gasOf(call.to, to, memo);
  };
  const gasOf = (token: string, to: string, memo: Hex.Hex | null) =>
    (memo === null ? node.gas.plain : node.gas.memo) + (held.has(key(token, to)) ? 0n : node.gas.created);

  const transferIn = ({ data }: { readonly data: Hex.Hex }): Transfer => {
    const selector = data.slice(0, 10);
    const withMemo = selector === AbiFunction.getSelector(named('transferWithMemo'));
    if (!withMemo && selector !== AbiFunction.getSelector(named('transfer'))) throw new No('unknown function');
    const [to, units, memo] = AbiFunction.decodeData(
      named(withMemo ? 'transferWithMemo' : 'transfer'),
      data,
    ) as unknown as readonly [string, bigint, Hex.Hex | undefined];
    return { to: lower(to), units, memo: memo ?? null };
  };

  /** Verifies and keeps a signed transaction. Returns its hash. */
  const accept = (signed: Hex.Hex): Hex.Hex => {
    if (node.refuses !== null) throw new No(node.refuses);
    const hash = keccak256(signed);
    if (seen.has(hash) && pending.some((one) => one.hash === hash)) throw new No('already known');
    if (!signed.startsWith('0x76')) throw new No('transaction type not supported');
    const envelope = TxEnvelopeTempo.deserialize(signed as TxEnvelopeTempo.Serialized);
    const { signature, chainId, calls, gas = 0n, nonce = 0n, nonceKey = 0n, maxFeePerGas = 0n, feeToken } = envelope;
    if (signature === undefined || chainId !== 42_431 || nonceKey !== 0n) throw new No('invalid transaction');
    const payload = TxEnvelopeTempo.getSignPayload(envelope);
    const from = lower(SignatureEnvelope.extractAddress({ payload, signature }));
    if (!SignatureEnvelope.verify(signature, { address: Address.checksum(from), payload }))
      throw new No('invalid signature');
    const next = (nonces.get(from) ?? 0n) + BigInt(pending.filter((one) => one.from === from).length);
    if (nonce < next) throw new No('nonce too low');
    if (nonce > next) throw new No('nonce too high');
    if (maxFeePerGas < node.baseFee) throw new No('max fee per gas less than block base fee');
    const [call, ...more] = calls;
    if (call?.to === undefined || call.data === undefined || more.length > 0) throw new No('one call is expected');
    const { to: token, data } = call as { to: Hex.Hex; data: Hex.Hex };
    const transfer = transferIn({ data });
    const paying = String(feeToken ?? node.chosen.get(from) ?? token);
    const most = (gas * maxFeePerGas + PRICE_PER_UNIT - 1n) / PRICE_PER_UNIT;
    if (node.units(paying, from) < most) throw new No('InsufficientFeeTokenBalance');
    const charge = (of: string, holder: string, units: bigint) =>
      held.set(key(of, holder), node.units(of, holder) - units);
    const run = () => {
      const used = gasOf(token, transfer.to, transfer.memo);
      nonces.set(from, nonce + 1n);
      charge(paying, from, ((used < gas ? used : gas) * node.baseFee + PRICE_PER_UNIT - 1n) / PRICE_PER_UNIT);
      const succeeded = used <= gas && node.units(token, from) >= transfer.units;
      if (succeeded) {
        charge(token, from, transfer.units);
        charge(token, transfer.to, -transfer.units);
        node.transfers.push(transfer);
      }
      const one: Mined = { hash, from, nonce, token, paying, used, transfer, succeeded };
      mined.set(height, [...(mined.get(height) ?? []), one]);
    };
    seen.add(hash);
    node.accepted.push(hash);
    pending.push({ hash, from, run });
    return hash;
  };
  return node;
}

export type TempoStandIn = ReturnType<typeof tempoStandIn>;
