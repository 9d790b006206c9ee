import { NODE_FAILURES, type NodeCaller, type NodeFailure } from '../../../shared/processes/index.ts';
import { isOfTheQuestion, NodeFault } from '../node-fault.ts';
import { encodeCalls, isUnknownMethod, type RpcCall, type RpcOutcome, readOutcomes } from './json-rpc.ts';

/** A query and the parser of its result. `read` throws a `malformed` NodeFault. */
export interface Question<Value> extends RpcCall {
  readonly read: (result: unknown) => Value;
  /** The value to return when the node refuses. Without it the refusal is thrown. */
  readonly whenRefused?: () => Value;
  /** The calls to send instead to a node that does not know the method. `read` gets the list of their results. */
  readonly instead?: readonly RpcCall[];
}

/** The connection to one endpoint. */
export interface Line {
  /** The answers in the order of the questions, which went in one message where the endpoint takes several in one. Throws NodeFault. */
  ask(questions: readonly Question<unknown>[]): Promise<unknown[]>;
  /** Another node may be behind it from now on. */
  forget(): void;
}

/** Calls of `instead` in one message. */
const AT_ONCE = 25;
/**
 * The total length of the replies to one query, including the calls that replace it. One reply has the same limit
 * (`shared/processes`).
 */
const LONGEST = 16 * 1024 * 1024;

/** A message to one endpoint: by POST, or by GET without a body. */
export type Message = Pick<Parameters<NodeCaller>[0], 'path' | 'body'>;
/** Sends a message. Throws the NodeFault of a missing reply. */
export type Send = (message: Message) => Promise<Extract<Awaited<ReturnType<NodeCaller>>, { status: number }>>;

/** Returns a sender that throws instead of returning a failure. */
export const sendOrThrow =
  (send: (message: Message) => ReturnType<NodeCaller>): Send =>
  async (message) => {
    const answer = await send(message);
    if ('failure' in answer) throw faultOf(answer.failure);
    return answer;
  };

/**
 * Queries one endpoint. Remembers the methods that it does not know, and whether it supports batches. Its answers count
 * only when `identity`, which goes with every message, can be read. Another node may be behind the address at any time.
 */
export function createLine(send: Send, identity: Question<void>): Line {
  const unknown = new Set<string>();
  let takesSeveral = true;

  const say = async (calls: readonly RpcCall[], onLength: (length: number) => void): Promise<RpcOutcome[]> => {
    const answer = await send({ body: encodeCalls(calls) });
    onLength(answer.body.length);
    return readOutcomes(answer.body, answer.status, calls.length);
  };

  const inOneMessage = async (calls: readonly RpcCall[], onLength: (length: number) => void): Promise<RpcOutcome[]> => {
    const [who, ...outcomes] = await say([identity, ...calls], onLength);
    believe(identity, who);
    return outcomes;
  };

  const oneByOne = async (calls: readonly RpcCall[], onLength: (length: number) => void): Promise<RpcOutcome[]> => {
    const [who] = await say([identity], onLength);
    believe(identity, who);
    const outcomes: RpcOutcome[] = [];
    for (const call of calls) outcomes.push(...(await say([call], onLength)));
    return outcomes;
  };

  const exchange = async (calls: readonly RpcCall[]): Promise<RpcOutcome[]> => {
    let read = 0;
    const onLength = (length: number) => {
      read += length;
      if (read > LONGEST) throw tooLong();
    };
    const outcomes: RpcOutcome[] = [];
    for (let from = 0; from < calls.length; from += AT_ONCE) {
      const some = calls.slice(from, from + AT_ONCE);
      outcomes.push(...(await exchangeSome(some, onLength)));
    }
    return outcomes;
  };

  const exchangeSome = async (calls: readonly RpcCall[], onLength: (length: number) => void): Promise<RpcOutcome[]> => {
    if (!takesSeveral) return oneByOne(calls, onLength);
    try {
      return await inOneMessage(calls, onLength);
    } catch (error) {
      if (!(error instanceof NodeFault) || error.kind !== 'refused') throw error;
      const outcomes = await oneByOne(calls, onLength);
      takesSeveral = false;
      return outcomes;
    }
  };

  const askInstead = async ({ method, read }: Question<unknown>, calls: readonly RpcCall[]): Promise<unknown> => {
    const results = (await exchange(calls)).map(resultOf);
    unknown.add(method);
    return read(results);
  };

  return {
    async ask(questions) {
      const asked = questions.filter(({ method, instead }) => instead === undefined || !unknown.has(method));
      const outcomes = asked.length === 0 ? [] : await exchange(asked);
      const values: unknown[] = [];
      for (const question of questions) {
        const outcome = outcomes[asked.indexOf(question)];
        const isUnknown = outcome === undefined || ('error' in outcome && isUnknownMethod(outcome.error));
        values.push(
          isUnknown && question.instead !== undefined
            ? await askInstead(question, question.instead)
            : answered(question, outcome),
        );
      }
      return values;
    },
    forget() {
      unknown.clear();
      takesSeveral = true;
    },
  };
}

const faultOf = (failure: NodeFailure) =>
  new NodeFault(failure === 'answer_too_long' ? 'tooLong' : 'unreachable', NODE_FAILURES[failure]);
const tooLong = () => faultOf('answer_too_long');

/** The messages for a call that takes a node too long, which is the contract's fault. */
const TOOK_TOO_LONG = /execution (?:aborted|timed? ?out)/i;

function answered({ read, whenRefused }: Question<unknown>, outcome: RpcOutcome | undefined): unknown {
  const fault = outcome !== undefined && 'error' in outcome ? outcome.error : null;
  const isRefused = fault !== null && (fault.kind === 'refused' || TOOK_TOO_LONG.test(fault.message));
  return isRefused && whenRefused !== undefined ? whenRefused() : read(resultOf(outcome));
}

/** Throws unless the reply identifies the node's chain. Otherwise none of its answers count. */
function believe(identity: Question<void>, outcome: RpcOutcome | undefined): void {
  if (outcome !== undefined && 'error' in outcome && isOfTheQuestion(outcome.error))
    throw new NodeFault('unreachable', `it does not report its chain: ${outcome.error.message}`);
  identity.read(resultOf(outcome));
}

function resultOf(outcome: RpcOutcome | undefined): unknown {
  if (outcome === undefined) throw new NodeFault('malformed', 'it answered nothing');
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}
