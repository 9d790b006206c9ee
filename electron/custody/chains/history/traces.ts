import { NodeFault } from '../fault.ts';
import { plain } from '../json-rpc.ts';
import type { Question } from '../node.ts';
import { readAddress, readHash, readList, readObject, readQuantity } from '../quantities.ts';
import type { Block } from './blocks.ts';

/** The chain’s coin going from one address to another inside a transaction. */
export interface InnerValue {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
}

const LONGEST_ERROR = 300;
/** What carries value of its own: a delegated call only shows that of its caller. */
const CARRIES_VALUE = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'];

/** What moved inside each transaction of a block, in their order, below what the transaction itself moves. */
export const innerValuesOf = ({ hash, transactions }: Block): Question<readonly (readonly InnerValue[])[]> => ({
  method: 'debug_traceBlockByHash',
  params: [hash, { tracer: 'callTracer' }],
  read(result) {
    const traces = readList(result, 'the list of traces');
    if (traces.length !== transactions.length)
      throw new NodeFault('malformed', 'its traces are not those of the block');
    return traces.map((value, index) => {
      const trace = readObject(value, 'the trace');
      if (trace.txHash != null && readHash(trace.txHash, 'the hash') !== transactions[index]?.hash)
        throw new NodeFault('malformed', 'it gave the trace of another transaction');
      // So it tells a transaction that it cannot carry out again, as its state was forgotten or it takes too long.
      if (trace.result == null && typeof trace.error === 'string')
        throw new NodeFault('unable', `it says “${plain(trace.error.slice(0, LONGEST_ERROR))}” of the trace`);
      return below(readObject(trace.result, 'the trace'));
    });
  },
});

/** In the order they were made; what a failed call did was undone with all below it. */
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
