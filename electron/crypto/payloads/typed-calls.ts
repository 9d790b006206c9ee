/** The calls of contracts that typed data has somebody make: batches, user operations, requests that are forwarded. */
import type { Finding } from '../../../shared/model/index.ts';
import { type AbiArgument, type ContractCall, care } from '../meaning.ts';
import { addressText } from '../transactions/ethereum/fields.ts';
import type { EthereumChain } from '../transactions/ethereum/meaning.ts';
import type { Row } from './permits.ts';

const EIP712 = { basis: 'EIP-712' } as const;
const CALLED = ['to', 'target', 'dest', 'sender'];
const CALL_DATA = ['data', 'callData', 'calldata'];

/**
 * The calls that a message has somebody make, however deep: a struct with an address that is called and the data of a call. Empty data
 * may be of anything else.
 */
export function callsIn(values: readonly AbiArgument[], chain: EthereumChain, path = 'message'): ContractCall[] {
  const find = (names: readonly string[], type: RegExp) =>
    values.find((each) => names.includes(each.name) && type.test(each.type));
  const [to, data, value] = [find(CALLED, /^address$/), find(CALL_DATA, /^bytes$/), find(['value'], /^uint/)?.value];
  const own: ContractCall[] =
    typeof to?.value === 'string' && data?.value instanceof Uint8Array && data.value.length > 0
      ? [
          {
            family: 'ethereum',
            chain: chain.caip2,
            to: to.value,
            value: typeof value === 'bigint' ? value : 0n,
            data: data.value,
            field: `${path}.${data.name}`,
            amount: chain.amount,
            address: addressText,
          },
        ]
      : [];
  const within = values.flatMap((each) => {
    if (!Array.isArray(each.value)) return [];
    const isItem = /^\d+$/.test(each.name);
    return callsIn(
      each.value as readonly AbiArgument[],
      chain,
      `${path}${isItem ? `[${each.name}]` : `.${each.name}`}`,
    );
  });
  return [...own, ...within];
}

/** Bytes in a message that are no call: what they mean, its application alone tells. */
export function bytesFindings(message: readonly Row[], calls: readonly ContractCall[]): Finding[] {
  const told = new Set(calls.map(({ field }) => field));
  const other = message.find(({ name, type, value }) => type === 'bytes' && value !== '0x' && !told.has(name));
  return other === undefined
    ? []
    : [care(`${other.name} has bytes that are not decoded.`, { field: other.name, ...EIP712 })];
}
