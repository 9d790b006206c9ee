/** A Solana transaction for each known instruction. Its data are made from the kinds that its rule reads. */
import type { ByteReader } from '../../electron/crypto/transactions/byte-reader.ts';
import {
  type InstructionRule,
  PROGRAMS,
  type ProgramRule,
} from '../../electron/crypto/transactions/solana/programs/index.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import { solanaOf, someone } from '../meanings/solana-builder.ts';
import { add, create, message, send } from '../meanings/squads-builder.ts';

const PROGRAM_OF_TOKENS = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
/** The most bytes that one instruction takes of the rest. */
const REST = 300;
/** A number of eight bytes can be the length of a text. */
const LENGTH = 5;

/** A reader that makes the bytes that are read: keys of one byte each, small numbers, letters. */
function recorder() {
  const bytes: number[] = [];
  const take = (length: number) => {
    const [first, rest] = length === 32 ? [0x60 + bytes.length, 0x60 + bytes.length] : [length === 8 ? LENGTH : 1, 0];
    const made = Array.from({ length }, (_, index) =>
      length === LENGTH || length > 32 ? 0x61 : (index === 0 ? first : rest) & 0xff,
    );
    bytes.push(...made);
    return Uint8Array.from(made);
  };
  const reader = {
    take,
    byte: () => take(1)[0] ?? 0,
    left: () => REST - bytes.length,
    position: () => bytes.length,
    since: () => new Uint8Array(0),
  };
  return { bytes, reader: reader as unknown as ByteReader };
}

const littleEndian = (number: string, bytes: number) =>
  hexEncode(Uint8Array.from({ length: bytes }, (_, index) => (index === 0 ? Number(number) : 0)));

function rulesOf({ tagBytes, instructions, groups = {} }: ProgramRule): [tag: string, rule: InstructionRule][] {
  return [
    ...Object.entries(instructions).map(([number, rule]): [string, InstructionRule] => [
      tagBytes === 8 ? number : littleEndian(number, tagBytes),
      rule,
    ]),
    ...Object.entries(groups).flatMap(([group, { instructions: inner }]) =>
      Object.entries(inner).map(([number, rule]): [string, InstructionRule] => [
        `${littleEndian(group, 1)}${littleEndian(number, 1)}`,
        rule,
      ]),
    ),
  ];
}

/** Proposals, whose message the kinds of data alone do not make. */
const PROPOSALS = [
  ['Squads: a proposed transfer', solanaOf([create(message([send]))])],
  ['Squads: a transfer in a batch', solanaOf([add(message([send]))])],
] as const;

const FROM_RULES: readonly (readonly [name: string, transaction: string])[] = [...PROGRAMS].flatMap(([program, rule]) =>
  rulesOf(rule).map(([tag, { name, accounts, data = {} }]) => {
    const { bytes, reader } = recorder();
    for (const kind of Object.values(data)) kind(reader);
    const named = accounts
      .split(' ')
      .filter((each) => each !== '')
      .map((name, index) => (name === 'tokenProgram' ? PROGRAM_OF_TOKENS : ([someone(0x30 + index), 'w'] as const)));
    const instruction = { program, accounts: named, data: `${tag}${hexEncode(Uint8Array.from(bytes))}` };
    return [`${rule.name}: ${name}`, solanaOf([instruction])] as const;
  }),
);

export const INSTRUCTIONS: readonly (readonly [name: string, transaction: string])[] = [...FROM_RULES, ...PROPOSALS];
