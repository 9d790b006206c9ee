import { hexEncode } from '../../../shared/wire/index.ts';
import { NodeFault } from '../node-fault.ts';
import type { ChainNode } from './node.ts';
import { readData, readQuantity } from './quantities.ts';

/** A call that an account makes, without coins. */
export interface RehearsedCall {
  readonly to: string;
  readonly data: Uint8Array;
}

/**
 * The value that the code below returns when all calls succeeded. A node that did not run it returns something else.
 */
const CARRIED_OUT = 'ca57e11a';
/** The lengths of the code for one call, and of the code after the last call, in bytes. */
const CALL_LENGTH = 58;
const END_LENGTH = 13;
/** The error code of a node that does not support code in a query (EIP-1474, invalid params). */
const INVALID_PARAMETERS = -32602;

/**
 * Returns the gas that an account's calls need one after the other in one transaction. A call that depends on an
 * earlier one cannot be estimated alone before that is in a block. So the node simulates code at the account that makes
 * the calls (the third parameter of `eth_call` and `eth_estimateGas`). Returns null for a node that cannot. Throws the
 * NodeFault of a call that would fail.
 */
export async function rehearsedGas(
  node: ChainNode,
  account: string,
  calls: readonly RehearsedCall[],
): Promise<bigint | null> {
  // Some nodes look at no code where a call has no data.
  const params = [{ to: account, data: '0x01' }, 'latest', { [account]: { code: `0x${codeOf(calls)}` } }];
  try {
    const given = await node.ask({
      method: 'eth_call',
      params,
      read: (result) => readData(result, 'what the calls give'),
    });
    if (given !== `0x${CARRIED_OUT.padStart(64, '0')}`) return null;
    return await node.ask({ method: 'eth_estimateGas', params, read: (result) => readQuantity(result, 'the gas') });
  } catch (error) {
    if (!(error instanceof NodeFault)) throw error;
    if (error.kind === 'unable' || error.code === INVALID_PARAMETERS) return null;
    throw error;
  }
}

const twoBytes = (value: number): string => value.toString(16).padStart(4, '0');

/**
 * Returns EVM code, in hexadecimal digits. It makes the calls in turn, reverts with the data of a failed call, and at
 * the end returns the mark.
 */
function codeOf(calls: readonly RehearsedCall[]): string {
  let dataAt = calls.length * CALL_LENGTH + END_LENGTH;
  const code = calls.map(({ to, data }, index) => {
    const [length, from] = [twoBytes(data.length), twoBytes(dataAt)];
    dataAt += data.length;
    return [
      // CODECOPY of the data to 0.
      `61${length}61${from}600039`,
      // CALL with it, with no value, for no answer.
      `6000600061${length}6000600073${to.slice(2).toLowerCase()}5af1`,
      // JUMPI over the REVERT with the call's return data.
      `61${twoBytes((index + 1) * CALL_LENGTH - 1)}573d600060003e3d6000fd5b`,
    ].join('');
  });
  // MSTORE of the mark, RETURN of its word.
  return [...code, `63${CARRIED_OUT}60005260206000f3`, ...calls.map(({ data }) => hexEncode(data))].join('');
}
