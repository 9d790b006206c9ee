/**
 * Transactions of Sui as their intent message: three bytes of intent, then `TransactionData` of version 1 in BCS. Only
 * programmable transactions are read, which are all that an account signs.
 */
import { hexEncode } from '../../../../../shared/wire/index.ts';
import { Refusal } from '../../../refusal.ts';
import { type ByteReader, byteReader } from '../../../transactions/byte-reader.ts';
import { addressed, byteVector, isSet, many, number, type Read, taken, variant } from '../bcs.ts';

/** An object at one version. */
export interface ObjectReference {
  readonly id: string;
  readonly version: bigint;
  /** In hexadecimal. */
  readonly digest: string;
}

export type Input =
  /** A value in BCS. Only the command that takes it shows its type. */
  | { readonly kind: 'pure'; readonly value: Uint8Array }
  /** An object of the sender, one that nobody can change, or one that was sent to an object. */
  | ({ readonly kind: 'owned' | 'receiving' } & ObjectReference)
  | { readonly kind: 'shared'; readonly id: string; readonly version: bigint; readonly isMutable: boolean };

/** `of` is the number of the input or command. A result without a `part` is that of a command with one result. */
export type Argument =
  | { readonly kind: 'gas' }
  | { readonly kind: 'input'; readonly of: number }
  | { readonly kind: 'result'; readonly of: number; readonly part: number | null };

export type Command =
  | {
      readonly kind: 'call';
      readonly target: string;
      readonly types: readonly string[];
      readonly given: readonly Argument[];
    }
  | { readonly kind: 'transfer'; readonly objects: readonly Argument[]; readonly to: Argument }
  | { readonly kind: 'split'; readonly coin: Argument; readonly amounts: readonly Argument[] }
  | { readonly kind: 'merge'; readonly into: Argument; readonly coins: readonly Argument[] }
  | { readonly kind: 'publish'; readonly modules: number }
  | { readonly kind: 'vector'; readonly items: readonly Argument[] }
  | { readonly kind: 'upgrade'; readonly modules: number; readonly package: string };

export interface SuiTransaction {
  readonly inputs: readonly Read<Input>[];
  readonly commands: readonly Read<Command>[];
  readonly sender: Read<string>;
  /** The coins that pay the fee. They are the coin that commands name as the gas. */
  readonly payment: readonly Read<ObjectReference>[];
  /** The owner of those coins: the sender, or a sponsor who signs too. */
  readonly payer: Read<string>;
  /** In MIST, a thousand millionth of a SUI. */
  readonly gasPrice: Read<bigint>;
  readonly budget: Read<bigint>;
  /** The last epoch in which it is valid. Null when it has none. */
  readonly lastEpoch: Read<bigint | null>;
}

/** The arguments of a command whose coins or objects can become those of another account. */
export function givenBy(command: Command): readonly Argument[] {
  switch (command.kind) {
    case 'call':
      return command.given;
    case 'transfer':
      return command.objects;
    case 'split':
      return [command.coin];
    case 'merge':
      return command.coins;
    case 'vector':
      return command.items;
    default:
      return [];
  }
}

/** The intent (a transaction, version 0, Sui), version 1 of the data, a programmable transaction. */
export const SUI_TRANSACTION = Uint8Array.of(0, 0, 0, 0, 0);

/** The limits of the network's protocol. */
const MAXIMUM_BYTES = 128 * 1024;
const MAXIMUM_INPUTS = 2048;
const MAXIMUM_COMMANDS = 1024;
const MAXIMUM_COINS = 256;
const DIGEST_BYTES = 32;
/** Packages of the chain itself are written short: 0x2. */
const SHORT = /^0x0{60,63}(?=[0-9a-f])/;

const { address } = addressed((text) => text);
const named = addressed((text) => text.replace(SHORT, '0x'));

/** Reads a whole intent message. Throws a `Refusal` for another kind of transaction, or one that no node takes. */
export function readTransaction(bytes: Uint8Array): SuiTransaction {
  if (bytes.length > MAXIMUM_BYTES) throw refusal(`it has more than ${MAXIMUM_BYTES} bytes`);
  const reader = byteReader(bytes, 'the transaction');
  reader.take(SUI_TRANSACTION.length);
  const inputs = many(reader, () => taken(reader, () => readInput(reader)), MAXIMUM_INPUTS);
  const commands = many(
    reader,
    (index) => taken(reader, () => readCommand(reader, { inputs: inputs.length, results: index })),
    MAXIMUM_COMMANDS,
  );
  const sender = address(reader);
  const payment = many(reader, () => taken(reader, () => readReference(reader)), MAXIMUM_COINS);
  const transaction: SuiTransaction = {
    inputs,
    commands,
    sender,
    payment,
    payer: address(reader),
    gasPrice: number(reader, 8),
    budget: number(reader, 8),
    lastEpoch: taken(reader, () => readExpiration(reader)),
  };
  reader.end();
  requireDistinct([...inputs.flatMap(({ value }) => (value.kind === 'pure' ? [] : value.id)), ...idsOf(payment)]);
  return transaction;
}

const idsOf = (payment: readonly Read<ObjectReference>[]): string[] => payment.map(({ value }) => value.id);

/** Each object is named once, as an input or as a coin that pays. */
function requireDistinct(ids: readonly string[]): void {
  if (new Set(ids).size !== ids.length) throw refusal('it names an object twice');
}

function readInput(reader: ByteReader): Input {
  switch (variant(reader)) {
    case 0:
      return { kind: 'pure', value: byteVector(reader) };
    case 1:
      return readObject(reader);
    default:
      throw refusal('it has an input of a kind that is not known');
  }
}

function readObject(reader: ByteReader): Input {
  const kind = variant(reader);
  if (kind === 1)
    return {
      kind: 'shared',
      id: address(reader).value,
      version: number(reader, 8).value,
      isMutable: isSet(reader),
    };
  if (kind > 2) throw refusal('it has an object of a kind that is not known');
  return { kind: kind === 0 ? 'owned' : 'receiving', ...readReference(reader) };
}

function readReference(reader: ByteReader): ObjectReference {
  const id = address(reader).value;
  const version = number(reader, 8).value;
  const digest = byteVector(reader);
  if (digest.length !== DIGEST_BYTES)
    throw refusal(`it has the digest of an object that has not ${DIGEST_BYTES} bytes`);
  return { id, version, digest: hexEncode(digest) };
}

/** The numbers of inputs and of earlier commands that an argument can name. */
interface Counts {
  readonly inputs: number;
  readonly results: number;
}

function readCommand(reader: ByteReader, counts: Counts): Command {
  const argument = () => readArgument(reader, counts);
  const list = () => many(reader, argument);
  switch (variant(reader)) {
    case 0:
      return {
        kind: 'call',
        target: named.member(reader),
        types: many(reader, () => named.typeTag(reader)),
        given: list(),
      };
    case 1:
      return { kind: 'transfer', objects: list(), to: argument() };
    case 2:
      return { kind: 'split', coin: argument(), amounts: list() };
    case 3:
      return { kind: 'merge', into: argument(), coins: list() };
    case 4:
      return { kind: 'publish', modules: readCode(reader) };
    case 5:
      if (isSet(reader)) named.typeTag(reader);
      return { kind: 'vector', items: list() };
    case 6: {
      const upgrade = { kind: 'upgrade', modules: readCode(reader), package: named.address(reader).value } as const;
      argument();
      return upgrade;
    }
    default:
      throw refusal('it has a command of a kind that is not known');
  }
}

/** Modules of code, and the packages that they need. Returns the number of the modules. */
function readCode(reader: ByteReader): number {
  const modules = many(reader, () => byteVector(reader));
  many(reader, () => address(reader));
  return modules.length;
}

function readArgument(reader: ByteReader, { inputs, results }: Counts): Argument {
  const kind = variant(reader);
  if (kind === 0) return { kind: 'gas' };
  if (kind > 3) throw refusal('it has an argument of a kind that is not known');
  const of = Number(number(reader, 2).value);
  if (of >= (kind === 1 ? inputs : results))
    throw refusal('a command takes an input or a result that it does not have');
  if (kind === 1) return { kind: 'input', of };
  return { kind: 'result', of, part: kind === 2 ? null : Number(number(reader, 2).value) };
}

function readExpiration(reader: ByteReader): bigint | null {
  const kind = variant(reader);
  if (kind > 1) throw refusal('it has an expiration of a kind that is not known');
  return kind === 0 ? null : number(reader, 8).value;
}

const refusal = (reason: string) => new Refusal('payload', reason);
