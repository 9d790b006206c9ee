/** The transaction that a proposal of a multisig carries, in the compact form of Squads (`TransactionMessage`, version 4). */
import { base58 } from '@scure/base';
import { Refusal } from '../../refusal.ts';
import { type ByteReader, byteReader, littleEndian } from '../byte-reader.ts';
import { placeIn } from '../reading.ts';
import type { TransactionField } from '../rule.ts';
import type { ShownValue } from './programs/index.ts';

const KEY_BYTES = 32;
const WHAT = 'the proposed transaction';

export interface CompiledInstruction {
  /** The index of the program among the accounts. */
  readonly program: number;
  /** Indexes of its accounts. */
  readonly accounts: Uint8Array;
  readonly data: Uint8Array;
}

export interface InnerMessage {
  readonly accounts: readonly ShownValue[];
  readonly signers: ReadonlySet<string>;
  readonly instructions: readonly CompiledInstruction[];
  /** The accounts with their permissions, and the address tables. */
  readonly fields: readonly TransactionField[];
  /** False when accounts are those of address tables, which only a chain knows. */
  readonly areAccountsKnown: boolean;
}

/** Reads the whole bytes of a message, which are a view of `whole`. Throws a `Refusal` for any other bytes. */
export function readInnerMessage(bytes: Uint8Array, whole: Uint8Array): InnerMessage {
  const reader = byteReader(bytes, WHAT);
  const signers = reader.byte();
  const writableSigners = reader.byte();
  const writableOthers = reader.byte();
  const keys = list(reader, () => reader.take(KEY_BYTES));
  const instructions = list(reader, () => ({
    program: reader.byte(),
    accounts: reader.take(reader.byte()),
    data: reader.take(Number(littleEndian(reader.take(2)))),
  }));
  const tables = list(reader, () => ({
    key: reader.take(KEY_BYTES),
    writable: reader.take(reader.byte()),
    readonly: reader.take(reader.byte()),
  }));
  reader.end();
  const keyOf = (key: Uint8Array): ShownValue => ({
    value: base58.encode(key),
    kind: 'address',
    ...placeIn(whole, key),
  });
  const own = keys.map(keyOf);
  const entries = (['writable', 'readonly'] as const).flatMap((kind) =>
    tables.flatMap(({ key, [kind]: indexes }) =>
      Array.from(
        indexes,
        (index): ShownValue => ({ value: `entry ${index} of table ${base58.encode(key)}`, kind: 'text' }),
      ),
    ),
  );
  const accounts = [...own, ...entries];
  const isSound =
    new Set(own.map(({ value }) => value)).size === own.length &&
    signers <= own.length &&
    writableSigners <= signers &&
    writableOthers <= own.length - signers &&
    instructions.every(
      (each) => each.program < own.length && each.accounts.every((account) => account < accounts.length),
    );
  if (!isSound) throw new Refusal('transaction', 'contradicts itself', WHAT);
  const isWritable = (index: number) => (index < signers ? index < writableSigners : index - signers < writableOthers);
  const named = (name: string, matches: (index: number) => boolean) =>
    own.filter((_, index) => matches(index)).map((account, index) => ({ ...account, name: `${name}[${index}]` }));
  return {
    accounts,
    signers: new Set(own.slice(0, signers).map(({ value }) => value)),
    instructions,
    fields: [
      ...named('signers', (index) => index < signers),
      ...named('writableAccounts', isWritable),
      ...named('readonlyAccounts', (index) => !isWritable(index)),
      ...tables.map(({ key }, index) => ({ ...keyOf(key), name: `addressTableLookups[${index}]` })),
    ],
    areAccountsKnown: tables.length === 0,
  };
}

/** A count of one byte, and as many items. */
function list<Item>(reader: ByteReader, readItem: () => Item): Item[] {
  return Array.from({ length: reader.byte() }, readItem);
}
