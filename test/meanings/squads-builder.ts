/** Proposals of Squads, with the compiled message that they carry. */
import { type Instruction, key, number, PAYER, PROGRAMS, someone, u32, u64 } from './solana-builder.ts';

export const [MULTISIG, TRANSACTION, VAULT, BOB, BATCH, PROPOSAL] = [0x41, 0x42, 0x43, 0x44, 0x45, 0x46].map(
  someone,
) as [string, string, string, string, string, string];
export const [SOURCE, TARGET] = [someone(0x51), someone(0x52)];
export const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
export const SQUADS = 'SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf';

export interface Inner {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: string;
}
export const byte = (value: number) => number(value, 1);
export const sized = (hex: string, length = 1) => `${number(hex.length / 2, length)}${hex}`;

/** A compiled message of Squads. The first key signs, and `writable` others may be written. */
export function message(
  instructions: readonly Inner[],
  {
    lookups = '00',
    signers = 1,
    writable = 0,
    more = '',
    keys: given,
  }: {
    readonly lookups?: string;
    readonly signers?: number;
    readonly writable?: number;
    readonly more?: string;
    readonly keys?: readonly string[];
  } = {},
): string {
  const keys = given ?? [
    ...new Set([
      VAULT,
      ...instructions.flatMap(({ accounts }) => accounts),
      ...instructions.map(({ program }) => program),
    ]),
  ];
  const compiled = instructions.map(
    ({ program, accounts, data }) =>
      `${byte(keys.indexOf(program))}${sized(accounts.map((each) => byte(keys.indexOf(each))).join(''))}${sized(data, 2)}`,
  );
  const list = (items: readonly string[]) => `${byte(items.length)}${items.join('')}`;
  return `${byte(signers)}${byte(signers)}${byte(writable)}${list(keys.map(key))}${list(compiled)}${lookups}${more}`;
}

export const create = (inner: string, memo = '00', ephemeral = 0): Instruction => ({
  program: SQUADS,
  accounts: [[MULTISIG, 'w'], [TRANSACTION, 'w'], [PAYER, 'sw'], [PAYER, 'sw'], PROGRAMS.system],
  data: `30fa4ea8d0e2dad3${byte(0)}${byte(ephemeral)}${sized(inner, 4)}${memo}`,
});
export const add = (inner: string): Instruction => ({
  program: SQUADS,
  accounts: [MULTISIG, PROPOSAL, [BATCH, 'w'], [TRANSACTION, 'w'], [PAYER, 'sw'], [PAYER, 'sw'], PROGRAMS.system],
  data: `5964e0124546364c${byte(0)}${sized(inner, 4)}`,
});
export const send: Inner = {
  program: PROGRAMS.system,
  accounts: [VAULT, BOB],
  data: `${u32(2)}${u64(1_500_000_000)}`,
};
