/** Decodes an instruction by its program's IDL: Anchor's JSON, and Borsh as Anchor writes arguments with it. */

import { sha256 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';
import { isJsonObject, type JsonObject } from '../../../../shared/model/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../../../shared/wire/index.ts';
import { Refusal } from '../../refusal.ts';
import { byteReader, littleEndian } from '../byte-reader.ts';
import type { Fact, Facts } from './facts.ts';

const DISCRIMINATOR_BYTES = 8;
/** Types may be nested without an end, and lists of nothing be long. */
const MAXIMUM_DEPTH = 32;
const MAXIMUM_VALUES = 2000;

/**
 * Returns `parsed_instruction_data` of an instruction of `solana.tx`. Returns undefined when the IDL, which may be any
 * text, lacks the instruction or does not fit its data. Bytes behind the arguments change nothing, as in the program.
 */
export function programCallFacts(idl: string, { accounts, instruction_data_hex: data }: Facts): Facts | undefined {
  const { instructions, types } = parseObject(idl);
  const bytes = hexDecode(String(data));
  for (const instruction of objectsOf(instructions)) {
    const { name } = instruction;
    const discriminator = discriminatorOf(instruction);
    if (typeof name !== 'string' || discriminator === '' || !hexEncode(bytes).startsWith(discriminator)) continue;
    const named = namedAccounts(instruction.accounts, accounts);
    try {
      return {
        instruction_name: name,
        discriminator,
        // The public documents spell it both ways.
        named_account: named,
        named_accounts: named,
        program_call_args: reader(bytes.subarray(discriminator.length / 2), objectsOf(types)).fields(
          instruction.args,
          0,
        ),
      };
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }
  return undefined;
}

/** The first bytes of an instruction in hex: those that are named, else eight of the hash of its name (Anchor). */
function discriminatorOf({ name, discriminator }: JsonObject): string {
  if (Array.isArray(discriminator)) return hexEncode(Uint8Array.from(discriminator.map(Number)));
  const snake = String(name)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase();
  return hexEncode(sha256(utf8Encode(`global:${snake}`)).subarray(0, DISCRIMINATOR_BYTES));
}

/** Groups of accounts have their own names. They are listed under those of their accounts. */
function namedAccounts(named: unknown, accounts: Fact | undefined): Facts {
  const flat = (entries: unknown, depth: number): unknown[] =>
    objectsOf(entries).flatMap((entry) =>
      Array.isArray(entry.accounts) && depth < MAXIMUM_DEPTH ? flat(entry.accounts, depth + 1) : [entry.name],
    );
  const keys = (Array.isArray(accounts) ? accounts : []).map((account: Facts) => String(account.account_key));
  return Object.fromEntries(
    flat(named, 0).flatMap((name, index) => {
      const key = keys[index];
      return typeof name === 'string' && key !== undefined ? [[name, key]] : [];
    }),
  );
}

/** Reads values of the IDL's types. Throws a `Refusal` where the bytes end or a type is not known. */
function reader(bytes: Uint8Array, types: readonly JsonObject[]) {
  const data = byteReader(bytes, 'the data of the instruction');
  const defined = new Map(types.map((type) => [type.name, type.type]));
  let values = 0;
  const many = (count: number, one: () => Fact | undefined): Fact[] => {
    if (count > MAXIMUM_VALUES) throw unreadable('has too many values');
    return Array.from({ length: count }, one).map((value) => value ?? '');
  };
  const length = () => Number(littleEndian(data.take(4)));

  /** Returns undefined for an absent optional value. */
  const value = (type: unknown, depth: number): Fact | undefined => {
    values += 1;
    if (depth > MAXIMUM_DEPTH || values > MAXIMUM_VALUES) throw unreadable('is nested too deep or has too many values');
    if (typeof type === 'string') return simple(type);
    if (!isJsonObject(type)) throw unreadable('has a type that is not known');
    const { vec, option, array } = type;
    if (vec !== undefined) return many(length(), () => value(vec, depth + 1));
    if (option !== undefined) return data.byte() === 0 ? undefined : value(option, depth + 1);
    if (Array.isArray(array)) return many(Number(array[1]), () => value(array[0], depth + 1));
    const found = defined.get(isJsonObject(type.defined) ? type.defined.name : type.defined);
    if (!isJsonObject(found)) throw unreadable('has a type that is not known');
    if (found.kind === 'struct') return fields(found.fields, depth + 1);
    if (found.kind === 'enum') return variant(found.variants, depth + 1);
    return value(found.alias ?? found.value, depth + 1);
  };

  const simple = (type: string): Fact => {
    const [, sign, bits] = /^([uif])(8|16|32|64|128)$/.exec(type) ?? [];
    if (bits !== undefined) {
      const taken = data.take(Number(bits) / 8);
      if (sign === 'f') return floatText(taken);
      return sign === 'u' ? littleEndian(taken) : BigInt.asIntN(Number(bits), littleEndian(taken));
    }
    if (type === 'bool') return data.byte() !== 0;
    if (type === 'pubkey' || type === 'publicKey') return base58.encode(data.take(32));
    if (type === 'bytes') return hexEncode(data.take(length()));
    if (type === 'string') return new TextDecoder('utf-8', { ignoreBOM: true }).decode(data.take(length()));
    throw unreadable('has a type that is not known');
  };

  /** Reads members by name, or by number for a tuple. Omits an absent optional member. */
  const fields = (declared: unknown, depth: number): Facts => {
    const members = (Array.isArray(declared) ? declared : []).flatMap((field: unknown, index): [string, Fact][] => {
      const isNamed = isJsonObject(field) && typeof field.name === 'string' && field.type !== undefined;
      const fact = value(isNamed ? field.type : field, depth);
      return fact === undefined ? [] : [[isNamed ? String(field.name) : String(index), fact]];
    });
    return Object.fromEntries(members);
  };

  /** Returns the name of a variant. A variant with members is a struct with its name as the only member. */
  const variant = (declared: unknown, depth: number): Fact => {
    const chosen = objectsOf(declared)[data.byte()];
    if (typeof chosen?.name !== 'string') throw unreadable('has a variant that is not known');
    return chosen.fields === undefined ? chosen.name : { [chosen.name]: fields(chosen.fields, depth) };
  };
  return { fields };
}

/** The language has no fractions, so one is a text. */
function floatText(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return String(bytes.length === 4 ? view.getFloat32(0, true) : view.getFloat64(0, true));
}

function parseObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

const unreadable = (why: string) => new Refusal('transaction', why, 'the data of the instruction');
