import { sha256 } from '../../../../../electron/crypto/index.ts';
import type { NodeCaller } from '../../../../../shared/processes/index.ts';
import { hexEncode, utf8Decode, utf8Encode } from '../../../../../shared/wire/index.ts';

/** A transaction as a test describes it. */
export interface Made {
  readonly from: string;
  readonly to: string | null;
  readonly value?: bigint;
  readonly mint?: bigint;
  readonly hasFailed?: boolean;
  readonly logs?: readonly { readonly contract: string; readonly topics: readonly string[]; readonly data: string }[];
  readonly inner?: readonly { readonly from: string; readonly to: string; readonly value: bigint }[];
}

interface MadeBlock {
  readonly head: Record<string, unknown> & { readonly hash: string; readonly number: string };
  readonly receipts: readonly { readonly transactionHash: string }[];
  readonly traces: readonly { readonly txHash: string; readonly result: object }[];
  readonly logs: readonly (Record<string, unknown> & { readonly topics: readonly string[] })[];
  readonly states: ReadonlyMap<string, State>;
}
interface State {
  readonly nonce: number;
  readonly balance: bigint;
}

/** A test's change to a reply of the node. Undefined leaves the reply as it is. */
export type Lie = (method: string, params: readonly unknown[], result: unknown) => unknown;
/** Changes the replies of one method. */
export const changed =
  (name: string, change: (result: never, params: readonly unknown[]) => unknown): Lie =>
  (method, params, result) =>
    method === name ? change(result as never, params) : undefined;
/** Thrown by a lie: the JSON-RPC error that the node returns. */
export class No {
  readonly error: { readonly code: number; readonly message: string };
  constructor(code: number, message: string) {
    this.error = { code, message };
  }
}

export const FEE = 21_000n * 7n;
const hex = (value: bigint | number): string => `0x${value.toString(16)}`;
const hashOf = (value: unknown): string => `0x${hexEncode(sha256(utf8Encode(JSON.stringify(value))))}`;

/** A chain of blocks in memory and a node of it, which can be made to lie. */
export function makeChain(chainId = 1, beginning = '') {
  let blocks: MadeBlock[] = [];
  let final = 0;
  let fork = beginning;
  const asked: string[] = [];
  const chain = {
    /** Changes answers. */
    lie: (() => undefined) as Lie,
    /** A method that is never answered. */
    hangs: '',
    asked,
    get height(): number {
      return blocks.length - 1;
    },
    /** The hash of a transaction by its block and its place in it. */
    hash: (number: number, index = 0): string =>
      (blocks[number]?.head.transactions as { hash: string }[] | undefined)?.[index]?.hash ?? '',
    headOf: (number: number) => blocks[number]?.head,
    add(...transactions: readonly Made[]): number {
      blocks.push(makeBlock(blocks, transactions, fork));
      return blocks.length - 1;
    },
    /** Adds this many blocks without transactions. */
    pass(count: number): void {
      for (let index = 0; index < count; index += 1) chain.add();
    },
    finalize(number: number): void {
      final = number;
    },
    /** Forgets all blocks above a height. The blocks that follow differ from the forgotten ones. */
    fork(number: number): void {
      fork = `${fork}'`;
      blocks = blocks.slice(0, number + 1);
    },
    state: (address: string, number = blocks.length - 1): State => blocks[number]?.states.get(address) ?? NOTHING,
    /** The reply of the node when it does not lie. */
    truth: (method: string, params: readonly unknown[]): unknown => answer(method, params),
    callNode: (({ body }) => {
      const asked = JSON.parse(utf8Decode(body ?? new Uint8Array())) as Call | Call[];
      if ([asked].flat().some(({ method }) => method === chain.hangs)) return new Promise(() => undefined);
      const replies = (Array.isArray(asked) ? asked : [asked]).map(reply);
      const json = JSON.stringify(Array.isArray(asked) ? replies : replies[0]);
      return { status: 200, body: utf8Encode(json) };
    }) as NodeCaller,
  };

  const reply = ({ id, method, params }: Call) => {
    asked.push(method);
    try {
      const result = answer(method, params);
      const changed = chain.lie(method, params, result);
      return { jsonrpc: '2.0', id, result: changed === undefined ? result : changed };
    } catch (error) {
      if (error instanceof No) return { jsonrpc: '2.0', id, ...error };
      throw error;
    }
  };

  const at = (tag: unknown): MadeBlock | undefined =>
    tag === 'latest' ? blocks.at(-1) : blocks[tag === 'finalized' ? final : Number(tag)];

  const answer = (method: string, [first, second]: readonly unknown[]): unknown => {
    const byHash = () => blocks.find(({ head }) => head.hash === first);
    switch (method) {
      case 'eth_chainId':
        return hex(chainId);
      case 'eth_getBlockByNumber': {
        const head = at(first)?.head;
        if (head === undefined) return null;
        const transactions = head.transactions as { hash: string }[];
        return second === true ? head : { ...head, transactions: transactions.map(({ hash }) => hash) };
      }
      case 'eth_getBlockReceipts':
        return byHash()?.receipts ?? null;
      case 'eth_getTransactionReceipt':
        return (
          blocks.flatMap(({ receipts }) => receipts).find(({ transactionHash }) => transactionHash === first) ?? null
        );
      case 'debug_traceBlockByHash':
        return byHash()?.traces ?? null;
      case 'debug_traceTransaction':
        return blocks.flatMap(({ traces }) => traces).find(({ txHash }) => txHash === first)?.result ?? null;
      case 'eth_call':
        return '0x';
      case 'eth_getCode':
        return '0x';
      case 'eth_getBalance':
        return hex(at(second)?.states.get(first as string)?.balance ?? 0n);
      case 'eth_getTransactionCount':
        return hex(at(second)?.states.get(first as string)?.nonce ?? 0);
      case 'eth_getLogs': {
        const { fromBlock, toBlock, topics } = first as { fromBlock: string; toBlock: string; topics: Filter };
        const fits = (log: { topics: readonly string[] }) =>
          topics.every((wanted, index) => wanted === null || wanted.includes(log.topics[index] ?? ''));
        return blocks.slice(Number(fromBlock), Number(toBlock) + 1).flatMap(({ logs }) => logs.filter(fits));
      }
      default:
        throw new No(-32601, 'Method not found');
    }
  };

  chain.add();
  return chain;
}
export type MadeChain = ReturnType<typeof makeChain>;

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}
type Filter = readonly (readonly string[] | null)[];
const NOTHING: State = { nonce: 0, balance: 0n };

function makeBlock(blocks: readonly MadeBlock[], made: readonly Made[], fork: string): MadeBlock {
  const number = blocks.length;
  const before = blocks.at(-1);
  const parentHash = before?.head.hash ?? `0x${'0'.repeat(64)}`;
  const hash = hashOf([number, parentHash, fork, JSON.stringify(made, plain)]);
  const place = (index: number) => ({ blockHash: hash, blockNumber: hex(number), transactionIndex: hex(index) });
  const states = new Map(before?.states);
  const change = (address: string, coins: bigint, sent = 0) => {
    const { nonce, balance } = states.get(address) ?? NOTHING;
    states.set(address, { nonce: nonce + sent, balance: balance + coins });
  };
  const transactions = made.map(({ from, to, value = 0n, mint = 0n, hasFailed, inner = [] }, index) => {
    change(from, mint - FEE, 1);
    const moved = hasFailed === true ? [] : [{ from, to: to ?? MADE_CONTRACT, value }, ...inner];
    for (const one of moved) {
      change(one.from, -one.value);
      change(one.to, one.value);
    }
    return {
      ...place(index),
      hash: hashOf([hash, index]),
      from,
      to,
      value: hex(value),
      mint: hex(mint),
      gasPrice: hex(7),
    };
  });
  const receipts = made.map(({ from, to, hasFailed, logs = [] }, index) => {
    const transactionHash = transactions[index]?.hash ?? '';
    const common = { ...place(index), transactionHash };
    return {
      ...common,
      from,
      to,
      status: hasFailed === true ? '0x0' : '0x1',
      gasUsed: hex(21_000),
      effectiveGasPrice: hex(7),
      contractAddress: to === null ? MADE_CONTRACT : null,
      logs: logs.map(({ contract, topics, data }) => ({ ...common, address: contract, topics, data, removed: false })),
    };
  });
  const traces = made.map(({ from, to, inner = [] }, index) => ({
    txHash: transactions[index]?.hash ?? '',
    result: { type: 'CALL', from, to, calls: inner.map((one) => ({ type: 'CALL', ...one, value: hex(one.value) })) },
  }));
  return {
    head: { number: hex(number), hash, parentHash, timestamp: hex(1_700_000_000 + 12 * number), transactions },
    receipts,
    traces,
    logs: receipts.flatMap(({ logs }) => logs),
    states,
  };
}

const plain = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
export const MADE_CONTRACT = `0x${'cc'.repeat(20)}`;
