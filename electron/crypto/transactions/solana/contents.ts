/** All fields of a Solana transaction. */
import { base58 } from '@scure/base';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { placeIn } from '../reading.ts';
import type { TransactionField } from '../rule.ts';
import type { DecodedInstruction } from './instructions.ts';
import { NONE, type ShownValue } from './programs/index.ts';
import { configValue } from './version-1.ts';
import { isEmptySlot, type SolanaTransaction } from './wire.ts';

/** An instruction with its description. */
export interface Read extends DecodedInstruction {
  readonly program: string;
  readonly programId: ShownValue;
  readonly data: Uint8Array;
  /** Its place, with which the names of its fields begin: `instructions[0]`. */
  readonly path: string;
  /** 0 for an instruction of the transaction itself, more for one that another carries. */
  readonly depth: number;
}

/** Every account by its index: the static keys, then those that tables name by places, because only a chain knows their addresses. */
export function accountsOf({ bytes, accountKeys, addressTableLookups }: SolanaTransaction): ShownValue[] {
  const entries = (kind: 'writableIndexes' | 'readonlyIndexes') =>
    addressTableLookups.flatMap(({ accountKey, [kind]: indexes }) =>
      Array.from(
        indexes,
        (index, at): ShownValue => ({
          value: `entry ${index} of table ${base58.encode(accountKey)}`,
          kind: 'text',
          ...placeIn(bytes, indexes.subarray(at, at + 1)),
        }),
      ),
    );
  return [
    ...accountKeys.map((key): ShownValue => ({ value: base58.encode(key), kind: 'address', ...placeIn(bytes, key) })),
    ...entries('writableIndexes'),
    ...entries('readonlyIndexes'),
  ];
}

/** Returns true when a static key may be written. */
export function isWritable(
  { accountKeys, requiredSignatures, readonlySigned, readonlyUnsigned }: SolanaTransaction,
  index: number,
): boolean {
  return index < requiredSignatures
    ? index < requiredSignatures - readonlySigned
    : index < accountKeys.length - readonlyUnsigned;
}

/** Returns the fields around the instructions: signatures, keys with their permissions, and tables. */
export function envelopeFields(transaction: SolanaTransaction, accounts: readonly ShownValue[]): TransactionField[] {
  const { bytes, signatures, recentBlockhash, accountKeys, requiredSignatures, addressTableLookups } = transaction;
  const bytesField = (
    name: string,
    part: Uint8Array,
    kind: 'address' | 'hash' | 'bytes' = 'bytes',
  ): TransactionField => ({
    name,
    value: kind === 'bytes' ? hexEncode(part) : base58.encode(part),
    kind,
    ...placeIn(bytes, part),
  });
  const keys = (name: string, matches: (index: number) => boolean) =>
    accountKeys
      .filter((_, index) => matches(index))
      .map((key, index) => bytesField(`${name}[${index}]`, key, 'address'));
  return [
    { name: 'feePayer', ...(accounts[0] ?? NONE) },
    bytesField('recentBlockhash', recentBlockhash, 'hash'),
    ...configFields(transaction),
    ...keys('signers', (index) => index < requiredSignatures),
    ...keys('writableAccounts', (index) => isWritable(transaction, index)),
    ...keys('readonlyAccounts', (index) => !isWritable(transaction, index)),
    ...addressTableLookups.flatMap(({ accountKey, writableIndexes, readonlyIndexes }, index) => {
      const name = `addressTableLookups[${index}]`;
      const indexes = (part: string, numbers: Uint8Array): TransactionField[] =>
        numbers.length === 0
          ? []
          : [{ name: `${name}.${part}`, value: numbers.join(', '), kind: 'text', ...placeIn(bytes, numbers) }];
      return [
        bytesField(name, accountKey, 'address'),
        ...indexes('writableIndexes', writableIndexes),
        ...indexes('readonlyIndexes', readonlyIndexes),
      ];
    }),
    ...signatures.flatMap((signature, index) =>
      isEmptySlot(signature) ? [] : [bytesField(`signatures[${index}]`, signature)],
    ),
  ];
}

/** Returns the values of the config of version 1. Empty for another version. */
function configFields({ bytes, config }: SolanaTransaction): TransactionField[] {
  if (config === null) return [];
  return Array.from(config.values, ([name, value]) => ({
    name: `config.${name}`,
    value: String(configValue(config, name)),
    kind: 'amount',
    ...placeIn(bytes, value),
  }));
}

/** Returns the fields of an instruction, under its place. */
export function instructionFields({ programName, programId, fields, path }: Read): TransactionField[] {
  return [
    ...(programName === null ? [] : [{ name: `${path}.program`, value: programName, kind: 'text' } as const]),
    { name: `${path}.programId`, ...programId },
    ...fields.map((field) => ({ ...field, name: `${path}.${field.name}` })),
  ];
}
