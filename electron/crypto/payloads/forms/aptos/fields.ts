import type { DecodedField } from '../../../../../shared/model/index.ts';
import { hexEncode } from '../../../../../shared/wire/index.ts';
import { placeIn } from '../../../transactions/reading.ts';
import type { Read } from '../bcs.ts';
import type { AptosTransaction } from './transaction.ts';

/** Returns all fields of a transaction with their places, in the order of its bytes. */
export function fieldsOf(bytes: Uint8Array, transaction: AptosTransaction): DecodedField[] {
  const { sender, sequence, nonce, called, types, maximumGas, gasPrice, expires, chain, others, feePayer } =
    transaction;
  const field = (name: string, read: Read<unknown> | null, kind: DecodedField['kind'] = 'text'): DecodedField[] =>
    read === null ? [] : [{ name, value: String(read.value), kind, ...placeIn(bytes, read.bytes) }];
  return [
    ...field('sender', sender, 'address'),
    ...field('sequenceNumber', sequence),
    ...field('function', called),
    ...types.flatMap((type, index) => field(`types[${index}]`, type)),
    ...transaction.arguments.map((argument, index): DecodedField => {
      return { name: `arguments[${index}]`, value: hexEncode(argument), kind: 'bytes', ...placeIn(bytes, argument) };
    }),
    ...field('nonce', nonce),
    ...field('maxGasAmount', maximumGas, 'amount'),
    ...field('gasUnitPrice', gasPrice, 'amount'),
    ...field('expiration', expires, 'time'),
    ...field('chainId', chain),
    ...others.flatMap((other, index) => field(`secondarySigners[${index}]`, other, 'address')),
    ...field('feePayer', feePayer, 'address'),
  ];
}
