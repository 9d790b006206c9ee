import { base58 } from '@scure/base';
import { hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { publicBytes, solanaKey, solanaText } from '../unit/crypto/transactions/solana/builder.ts';

/** An account of an instruction: its address, and `s` when it signs, `w` when it may be written. */
export type Named = string | readonly [address: string, may: 's' | 'w' | 'sw'];

export interface Instruction {
  readonly program: string;
  readonly accounts: readonly Named[];
  readonly data: string;
}

interface Around {
  readonly version?: number;
  readonly config?: { readonly mask: number; readonly values: string };
  readonly lookups?: readonly { key: Uint8Array; writable: readonly number[]; readonly: readonly number[] }[];
}

/** The fee payer of every transaction here. */
export const PAYER = base58.encode(publicBytes(solanaKey(1)));
export const PROGRAMS = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associated: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  budget: 'ComputeBudget111111111111111111111111111111',
  stake: 'Stake11111111111111111111111111111111111111',
  vote: 'Vote111111111111111111111111111111111111111',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  loader: 'BPFLoaderUpgradeab1e11111111111111111111111',
  table: 'AddressLookupTab1e1111111111111111111111111',
  ed25519: 'Ed25519SigVerify111111111111111111111111111',
} as const;

/** An address for a number. The same number gives the same address. */
export const someone = (byte: number) => base58.encode(new Uint8Array(32).fill(byte));

/** The hex of the parts of data: little endian numbers, keys, text after its length. */
export const number = (value: bigint | number, length: number) =>
  hexEncode(
    Uint8Array.from({ length }, (_, index) => Number((BigInt.asUintN(64, BigInt(value)) >> BigInt(8 * index)) & 0xffn)),
  );
export const u32 = (value: number) => number(value, 4);
export const u64 = (value: bigint | number) => number(value, 8);
export const key = (address: string) => hexEncode(base58.decode(address));
export const text = (value: string) => `${u64(utf8Encode(value).length)}${hexEncode(utf8Encode(value))}`;

/** The wire form of the instructions, with the accounts in the order that the format requires. */
export function solanaOf(instructions: readonly Instruction[], around: Around = {}): string {
  const rights = new Map<string, Set<string>>([[PAYER, new Set('sw')]]);
  for (const { program, accounts } of instructions)
    for (const named of [...accounts, program]) {
      const [address, may] = typeof named === 'string' ? [named, ''] : named;
      rights.set(address, new Set([...(rights.get(address) ?? []), ...may]));
    }
  const order = (signs: boolean, writes: boolean) =>
    [...rights].filter(([, may]) => may.has('s') === signs && may.has('w') === writes).map(([address]) => address);
  const groups = [order(true, true), order(true, false), order(false, true), order(false, false)];
  const keys = groups.flat();
  const [writableSigners = [], readonlySigners = [], , readonly = []] = groups;
  return solanaText({
    ...around,
    header: [writableSigners.length + readonlySigners.length, readonlySigners.length, readonly.length],
    keys: keys.map((address) => base58.decode(address)),
    instructions: instructions.map(({ program, accounts, data }) => ({
      program: keys.indexOf(program),
      accounts: accounts.map((named) => keys.indexOf(typeof named === 'string' ? named : named[0])),
      data,
    })),
  });
}
