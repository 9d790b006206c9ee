import type { NodeCaller } from '../../../shared/processes/index.ts';
import { type FaultKind, NodeFault } from './fault.ts';
import { createLine, type Line, type Question } from './line.ts';
import { readQuantity } from './quantities.ts';

export type { Question } from './line.ts';

/** The nodes of one chain, of which any may be asked. */
export interface ChainNode {
  /** By CAIP-2. */
  readonly chain: string;
  /** Asks the first node that can tell. Throws the NodeFault of the last one asked. */
  ask<Value>(question: Question<Value>): Promise<Value>;
  /** Asks several things of one node, in one message. */
  askAll<Values extends readonly unknown[]>(
    questions: { readonly [Index in keyof Values]: Question<Values[Index]> },
  ): Promise<Values>;
}

export interface ChainNodeOptions {
  readonly chain: string;
  /** How many endpoints there are. */
  readonly endpoints: number;
  readonly callNode: NodeCaller;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Told when an endpoint begins to fail, once until it answers again, which is told with null as its first answer is. */
  readonly onState: (endpoint: number, fault: NodeFault | null) => void;
}

interface Endpoint {
  readonly index: number;
  readonly line: Line;
  /** It said that it is a node of this chain, after the last time it could not be reached. */
  isProven: boolean;
  /** What was told of it last. */
  works: boolean | null;
  failures: number;
  /** Others are asked first until then. */
  restsUntil: number;
}

/** The rest of a failed endpoint doubles from a second up to a minute. */
const FIRST_REST = 1000;
const LONGEST_REST = 60_000;
/** Messages under way to the nodes of a chain. */
const AT_A_TIME = 8;
/** What says nothing against a node. */
const ANSWERED: readonly FaultKind[] = ['refused', 'unable', 'limited', 'tooLong'];
/** What a node cannot tell, as a pruned one of an old block: it is as good as before for everything else. */
const OF_THE_QUESTION: readonly FaultKind[] = ['unable', 'tooLong'];

/**
 * Asks the endpoints of a chain one after the other until one can tell, those that failed lately last. Before anything of an endpoint is
 * believed it has to say that it is of this chain.
 */
export function createChainNode({ chain, endpoints: count, callNode, now, onState }: ChainNodeOptions): ChainNode {
  const inTurn = createGate(AT_A_TIME);
  const endpoints: Endpoint[] = Array.from({ length: count }, (_, index) => ({
    index,
    line: createLine((body) => inTurn(async () => callNode({ chain, endpoint: index, body }))),
    isProven: false,
    works: null,
    failures: 0,
    restsUntil: 0,
  }));

  const prove = async (endpoint: Endpoint) => {
    endpoint.line.forget();
    const [found] = await endpoint.line.ask([identity]);
    if (found !== chain) throw new NodeFault('wrongChain', `it is a node of ${found}`);
    endpoint.isProven = true;
  };

  const askOne = async (endpoint: Endpoint, questions: readonly Question<unknown>[]): Promise<unknown[]> => {
    if (!endpoint.isProven) await prove(endpoint);
    return endpoint.line.ask(questions);
  };

  const fail = (endpoint: Endpoint, fault: NodeFault) => {
    if (endpoint.isProven && OF_THE_QUESTION.includes(fault.kind)) return;
    if (endpoint.works !== false) onState(endpoint.index, fault);
    endpoint.works = false;
    endpoint.restsUntil = now() + Math.min(FIRST_REST * 2 ** endpoint.failures, LONGEST_REST);
    endpoint.failures += 1;
    if (!ANSWERED.includes(fault.kind)) endpoint.isProven = false;
  };

  const askFirst = async (questions: readonly Question<unknown>[]): Promise<unknown[]> => {
    const at = now();
    const inOrder = endpoints.toSorted((one, other) => restOf(one, at) - restOf(other, at) || one.index - other.index);
    let last: NodeFault | undefined;
    for (const endpoint of inOrder) {
      try {
        const values = await askOne(endpoint, questions);
        if (endpoint.works !== true) onState(endpoint.index, null);
        endpoint.works = true;
        endpoint.failures = 0;
        endpoint.restsUntil = 0;
        return values;
      } catch (error) {
        if (!(error instanceof NodeFault)) throw error;
        const { kind, message, code } = error;
        const fault = new NodeFault(kind, `the node of ${chain} cannot be used: ${message}`, code, last === undefined);
        if (kind === 'refused') throw fault;
        fail(endpoint, error);
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

const restOf = ({ restsUntil }: Endpoint, at: number): number => Math.max(0, restsUntil - at);

/** Of which chain a node is, by its CAIP-2 name. */
const identity: Question<string> = {
  method: 'eth_chainId',
  params: [],
  read: (result) => `eip155:${readQuantity(result, 'the chain')}`,
};

/** Lets so many works run at a time, the others in the order they came. */
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
