import { NodeFault } from '../../node-fault.ts';
import { isForgotten, plain } from '../json-rpc.ts';
import type { Question } from '../node.ts';
import { readAddress, readHash, readList, readObject, readQuantity } from '../quantities.ts';
import type { Block, Transaction } from './blocks.ts';

/** The chain’s coin going from one address to another inside a transaction. */
export interface InnerValue {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
}

const LONGEST_ERROR = 300;
const TRACER = { tracer: 'callTracer' };
/** Geth gives a trace five seconds by default. A node that does not answer within twenty counts as unreachable. */
const LONGER = '15s';
/** The sender of a chain's system transactions. */
const NOBODY = `0x${'0'.repeat(40)}`;
/** The calls that carry value of their own. A delegated call only repeats its caller's value. */
const CARRIES_VALUE = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'];

/**
 * The value transfers inside a transaction, without its own. Or the fault, when the node cannot trace the transaction.
 */
export type Traced = readonly InnerValue[] | NodeFault;

/** Returns the transfers of each transaction of a block, in their order. */
export const innerValuesOf = ({ hash, transactions }: Block): Question<readonly Traced[]> => ({
  method: 'debug_traceBlockByHash',
  params: [hash, TRACER],
  read(result) {
    const traces = readList(result, 'the list of traces');
    const isWithoutLast = traces.length === transactions.length - 1 && transactions.at(-1)?.from === NOBODY;
    if (traces.length !== transactions.length && !isWithoutLast)
      throw new NodeFault('malformed', 'its traces do not match the block');
    return transactions.map(({ hash: ofTransaction }, index) => {
      // Polygon's nodes omit the trace of the state-sync transaction, which moves nothing and is the last one.
      if (index === traces.length) return [];
      const trace = readObject(traces[index], 'the trace');
      if (trace.txHash != null && readHash(trace.txHash, 'the hash') !== ofTransaction)
        throw new NodeFault('malformed', 'it returned the trace of another transaction');
      if (trace.result != null || typeof trace.error !== 'string') return below(readObject(trace.result, 'the trace'));
      const fault = new NodeFault('unable', `it says “${plain(trace.error.slice(0, LONGEST_ERROR))}” of the trace`);
      // All transactions of the block need the same state, so none of them can be traced.
      if (isForgotten(trace.error)) throw fault;
      return fault;
    });
  },
});

/** Traces one transaction, with a longer timeout than for a whole block. */
export const innerValuesIn = ({ hash }: Transaction): Question<readonly InnerValue[]> => ({
  method: 'debug_traceTransaction',
  params: [hash, { ...TRACER, timeout: LONGER }],
  read: (result) => below(readObject(result, 'the trace')),
});

/** Returns the transfers in their order. Omits a failed call and all calls below it. */
function below(top: Readonly<Record<string, unknown>>): InnerValue[] {
  const moved: InnerValue[] = [];
  const waiting = [top];
  for (let call = waiting.pop(); call !== undefined; call = waiting.pop()) {
    if (call.error != null) continue;
    if (call !== top && CARRIES_VALUE.includes(String(call.type)) && call.value != null && call.to != null) {
      const value = readQuantity(call.value, 'the value');
      if (value > 0n)
        moved.push({ from: readAddress(call.from, 'the caller'), to: readAddress(call.to, 'the called'), value });
    }
    const calls = call.calls == null ? [] : readList(call.calls, 'the calls');
    waiting.push(...calls.map((one) => readObject(one, 'the call')).reverse());
  }
  return moved;
}
