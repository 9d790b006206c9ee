import {
  bitcoinChainName,
  chainName,
  ethereumChainName,
  type PaymentFamily,
  paymentFamilyOf,
  solanaChainName,
  tronChainName,
} from '../../../shared/model/index.ts';
import type { NodeCaller } from '../../../shared/processes/index.ts';
import { counted } from '../../../shared/words/index.ts';
import { isOfTheQuestion, NodeFault } from '../node-fault.ts';
import { createBitcoinLine } from './bitcoin/line.ts';
import { genesis } from './bitcoin/questions.ts';
import { LESS_OFTEN } from './json-rpc.ts';
import { createLine, type Line, type Message, type Question, sendOrThrow } from './line.ts';
import { readQuantity } from './quantities.ts';
import { readKey } from './solana/values.ts';
import { createTronLine } from './tron/line.ts';
import { genesisBlock } from './tron/questions.ts';

export type { Question } from './line.ts';

/** The nodes of one chain. Any of them may be queried. */
export interface ChainNode {
  /** By CAIP-2. */
  readonly chain: string;
  /** Asks the nodes in turn until one can answer. Throws the NodeFault of the last one. */
  ask<Value>(question: Question<Value>): Promise<Value>;
  /** Asks several things of one node, in one message. */
  askAll<Values extends readonly unknown[]>(
    questions: { readonly [Index in keyof Values]: Question<Values[Index]> },
  ): Promise<Values>;
}

export interface ChainNodeOptions {
  readonly chain: string;
  /** The number of endpoints. */
  readonly endpoints: number;
  readonly callNode: NodeCaller;
  /** Milliseconds of a clock that nobody sets. */
  readonly steady: () => number;
  /**
   * Called when an endpoint begins to fail, fails in another way, or answers again. Its first answer is reported with
   * null too.
   */
  readonly onState: (endpoint: number, fault: NodeFault | null) => void;
}

interface Endpoint {
  readonly index: number;
  readonly line: Line;
  /** The last reported state. Null before the first report. */
  reported: string | null;
  failures: number;
  /** Until this time, other endpoints are tried first. */
  restsUntil: number;
  /** Until this time, the endpoint is not queried, as it requested (Retry-After). */
  leftAloneUntil: number;
}

/**
 * Choice (hanging-node): the rest of a failed endpoint doubles. One that does not answer at all delays the next query
 * after each rest until its timeout.
 */
const FIRST_REST = 1000;
const LONGEST_REST = 10 * 60_000;
/** The longest pause for a rate-limited node that names no time, in milliseconds. */
const LONGEST_ALONE = 60_000;
/** The statuses whose Retry-After header is respected (RFC 9110, section 10.2.3). */
const ALONE = [429, 503];
/** Messages under way to the nodes of a chain. */
const AT_A_TIME = 8;
/**
 * Asks the endpoints of a chain one after the other until one can answer. Those that failed lately come last. An
 * endpoint's answer counts only when the same message proves that it is of this chain.
 */
export function createChainNode({ chain, endpoints: count, callNode, steady, onState }: ChainNodeOptions): ChainNode {
  const inTurn = createGate(AT_A_TIME);
  const call = async (index: number, message: Message) => {
    const answer = await callNode({ chain, endpoint: index, ...message });
    const endpoint = endpoints[index];
    if (endpoint !== undefined && 'status' in answer && ALONE.includes(answer.status))
      endpoint.leftAloneUntil = steady() + (answer.retryAfter ?? 0);
    return answer;
  };
  const endpoints: Endpoint[] = Array.from({ length: count }, (_, index) => ({
    index,
    line: LINES[paymentFamilyOf(chain)](
      sendOrThrow((message) => inTurn(() => call(index, message))),
      identityOf(chain),
    ),
    reported: null,
    failures: 0,
    restsUntil: 0,
    leftAloneUntil: 0,
  }));

  const fail = (endpoint: Endpoint, fault: NodeFault) => {
    const way = wayOf(fault);
    if (endpoint.reported !== way) onState(endpoint.index, fault);
    endpoint.reported = way;
    const rest = FIRST_REST * 2 ** endpoint.failures;
    endpoint.restsUntil = steady() + Math.min(rest, LONGEST_REST);
    endpoint.failures += 1;
    if (fault.kind === 'rateLimited')
      endpoint.leftAloneUntil = Math.max(endpoint.leftAloneUntil, steady() + Math.min(rest, LONGEST_ALONE));
    else endpoint.line.forget();
  };

  const askFirst = async (questions: readonly Question<unknown>[]): Promise<unknown[]> => {
    const at = steady();
    const inOrder = endpoints.toSorted((one, other) => restOf(one, at) - restOf(other, at) || one.index - other.index);
    let last: NodeFault | undefined;
    let wasAsked = false;
    for (const endpoint of inOrder) {
      if (endpoint.leftAloneUntil > at) {
        last ??= leftAlone(chain, endpoint.leftAloneUntil - at);
        continue;
      }
      try {
        const values = await endpoint.line.ask(questions);
        if (endpoint.reported !== WORKS) onState(endpoint.index, null);
        endpoint.reported = WORKS;
        endpoint.failures = 0;
        endpoint.restsUntil = 0;
        return values;
      } catch (error) {
        if (!(error instanceof NodeFault)) throw error;
        const { kind, message, code } = error;
        const fault = new NodeFault(kind, `the node of ${chain} cannot be used: ${message}`, code, !wasAsked);
        wasAsked = true;
        if (!isOfTheQuestion(error)) fail(endpoint, error);
        if (kind === 'refused') throw fault;
        last = fault;
      }
    }
    throw last ?? new NodeFault('unreachable', `${chain} has no endpoint`);
  };

  return {
    chain,
    async ask(question) {
      const [value] = await askFirst([question]);
      return value as ReturnType<typeof question.read>;
    },
    askAll: async <Values extends readonly unknown[]>(
      questions: { readonly [Index in keyof Values]: Question<Values[Index]> },
    ) => (await askFirst(questions)) as unknown as Values,
  };
}

const WORKS = 'works';
/**
 * The key that separates failures. A failed connection is described by this program. A node's own text could differ
 * each time.
 */
const wayOf = ({ kind, message }: NodeFault): string => (kind === 'unreachable' ? message : kind);

const leftAlone = (chain: string, milliseconds: number) =>
  new NodeFault(
    'rateLimited',
    `the node of ${chain} cannot be used: ${LESS_OFTEN}, so it is left alone for ${counted(Math.ceil(milliseconds / 1000), 'second')} more`,
  );

const restOf = ({ restsUntil }: Endpoint, at: number): number => Math.max(0, restsUntil - at);

const LINES = {
  ethereum: createLine,
  solana: createLine,
  bitcoin: createBitcoinLine,
  tron: createTronLine,
  tempo: createLine,
} as const;

/**
 * Throws a NodeFault unless a node is of the chain with this CAIP-2 name. On Solana and Bitcoin it begins the hash of the
 * first block (CAIP-30, CAIP-4). On Tron it ends that.
 */
const identityOf = (chain: string): Question<void> => {
  const { method, params = [], nameOf } = IDENTITIES[paymentFamilyOf(chain)];
  return {
    method,
    params,
    read(result) {
      const found = nameOf(result);
      if (found !== chain) throw new NodeFault('wrongChain', `it is a node of ${named(found)}`);
    },
  };
};

/** The question that names the chain of a node, and the reader of its name. */
interface Identity {
  readonly method: string;
  readonly params?: readonly unknown[];
  readonly nameOf: (result: unknown) => string;
}

const BY_ID: Identity = {
  method: 'eth_chainId',
  nameOf: (result) => ethereumChainName(readQuantity(result, 'the chain')),
};

const IDENTITIES: Readonly<Record<PaymentFamily, Identity>> = {
  ethereum: BY_ID,
  tempo: BY_ID,
  solana: {
    method: 'getGenesisHash',
    nameOf: (result) => solanaChainName(readKey(result, 'the hash of the first block')),
  },
  bitcoin: { method: genesis.method, nameOf: (result) => bitcoinChainName(genesis.read(result)) },
  tron: {
    method: genesisBlock.method,
    params: genesisBlock.params,
    nameOf: (result) => tronChainName(genesisBlock.read(result)),
  },
};

/** `Solana devnet (solana:EtWT…)`. The name alone could be that of two chains. */
const named = (chain: string): string => (chainName(chain) === chain ? chain : `${chainName(chain)} (${chain})`);

/** Runs at most `width` tasks at a time. The others wait in a first-in, first-out queue. */
function createGate(width: number): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= width) await new Promise<void>((begin) => waiting.push(begin));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
