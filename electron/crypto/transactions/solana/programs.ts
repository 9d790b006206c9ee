/**
 * What instructions of the best known Solana programs say. An instruction is decoded only when its data has exactly the
 * layout, although the programs themselves let bytes follow: what is not shown must not be signed unseen.
 */
import { base58 } from '@scure/base';
import { decimalText } from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { care, danger } from '../../meaning.ts';
import { littleEndian } from '../byte-reader.ts';
import { printableText } from '../reading.ts';
import type { TransactionField } from '../rule.ts';

type DataKind = 'u8' | 'u32' | 'u64' | 'publicKey' | 'optionalPublicKey';

interface InstructionRule {
  readonly name: string;
  /** Names of the first accounts; more may follow. */
  readonly accounts: readonly string[];
  readonly data: Readonly<Record<string, DataKind>>;
  /** What it does, as a step; null for what only prepares the others. */
  readonly does: ((values: Values) => string) | null;
  /** What must be told, after the name of its program. */
  readonly finding?: { readonly tell: typeof care; readonly says: (values: Values) => string };
}

type Values = Readonly<Record<string, string>>;

interface ProgramRule {
  readonly name: string;
  /** Bytes of the little endian number that selects the instruction. */
  readonly tagBytes: number;
  readonly instructions: Readonly<Record<number, InstructionRule>>;
}

/** What an account or a number of an instruction says, before it has a name. */
export type ShownValue = Omit<TransactionField, 'name'>;

export interface DecodedInstruction {
  readonly fields: readonly TransactionField[];
  /** Null for what only prepares the others. */
  readonly step: string | null;
  readonly finding: { readonly tell: typeof care; readonly says: string } | null;
  /** False when the data is given as it is. */
  readonly isKnown: boolean;
}

export const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';
const U64_MAXIMUM = String(2n ** 64n - 1n);

function approval(values: Values): string {
  return `lets ${values.delegate} take ${allowance(values)} of ${values.source}`;
}

const allowance = (values: Values) =>
  values.amount === U64_MAXIMUM ? 'an unlimited amount' : `up to ${tokens(values)}`;

/** An amount of a token: exact where the instruction states its decimals, which the program checks. */
function tokens({ amount = '0', decimals }: Values): string {
  return decimals === undefined ? `${amount} base units` : decimalText(BigInt(amount), Number(decimals));
}

/** Lamports as a number of the coin. */
export function sol(lamports: bigint | string | undefined): string {
  return `${decimalText(BigInt(lamports ?? 0), 9)} SOL`;
}

const SYSTEM: ProgramRule = {
  name: 'System Program',
  tagBytes: 4,
  instructions: {
    0: {
      name: 'createAccount',
      accounts: ['from', 'newAccount'],
      data: { lamports: 'u64', space: 'u64', owner: 'publicKey' },
      does: ({ newAccount, lamports, owner }) => `Create the account ${newAccount} of ${owner} with ${sol(lamports)}`,
    },
    2: {
      name: 'transfer',
      accounts: ['from', 'to'],
      data: { lamports: 'u64' },
      does: ({ lamports, to }) => `Send ${sol(lamports)} to ${to}`,
    },
    4: {
      name: 'advanceNonceAccount',
      accounts: ['nonceAccount', 'recentBlockhashes', 'nonceAuthority'],
      data: {},
      does: null,
      finding: {
        tell: care,
        says: () => 'makes the recent blockhash a durable nonce: the signed transaction does not expire',
      },
    },
  },
};

const TOKEN_INSTRUCTIONS: ProgramRule['instructions'] = {
  3: {
    name: 'transfer',
    accounts: ['source', 'destination', 'authority'],
    data: { amount: 'u64' },
    does: (values) =>
      `Send ${tokens(values)} of the token of ${values.source} to the token account ${values.destination}`,
  },
  4: {
    name: 'approve',
    accounts: ['source', 'delegate', 'owner'],
    data: { amount: 'u64' },
    does: (values) => `Let ${values.delegate} take ${allowance(values)} of ${values.source}`,
    finding: { tell: danger, says: approval },
  },
  6: {
    name: 'setAuthority',
    accounts: ['account', 'currentAuthority'],
    data: { authorityType: 'u8', newAuthority: 'optionalPublicKey' },
    does: ({ account, newAuthority }) => `Give an authority over ${account} to ${newAuthority}`,
    finding: {
      tell: danger,
      says: ({ account, newAuthority }) => `gives an authority over ${account} to ${newAuthority}`,
    },
  },
  9: {
    name: 'closeAccount',
    accounts: ['account', 'destination', 'owner'],
    data: {},
    does: ({ account, destination }) => `Close the token account ${account} and send its SOL to ${destination}`,
  },
  12: {
    name: 'transferChecked',
    accounts: ['source', 'mint', 'destination', 'authority'],
    data: { amount: 'u64', decimals: 'u8' },
    does: (values) => `Send ${tokens(values)} of the token ${values.mint} to the token account ${values.destination}`,
  },
  13: {
    name: 'approveChecked',
    accounts: ['source', 'mint', 'delegate', 'owner'],
    data: { amount: 'u64', decimals: 'u8' },
    does: (values) => `Let ${values.delegate} take ${allowance(values)} of ${values.source}`,
    finding: { tell: danger, says: approval },
  },
};

const ASSOCIATED = {
  accounts: ['payer', 'associatedAccount', 'owner', 'mint', 'systemProgram', 'tokenProgram'],
  data: {},
  does: ({ owner, mint }: Values) => `Create the token account of ${owner} for the token ${mint}`,
} as const;

const PROGRAMS: ReadonlyMap<string, ProgramRule> = new Map([
  ['11111111111111111111111111111111', SYSTEM],
  [
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    { name: 'Token Program', tagBytes: 1, instructions: TOKEN_INSTRUCTIONS },
  ],
  [
    'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
    { name: 'Token-2022 Program', tagBytes: 1, instructions: TOKEN_INSTRUCTIONS },
  ],
  [
    'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
    {
      name: 'Associated Token Account Program',
      tagBytes: 1,
      instructions: {
        0: { name: 'create', ...ASSOCIATED },
        1: { name: 'createIdempotent', ...ASSOCIATED },
      },
    },
  ],
  [
    COMPUTE_BUDGET,
    {
      name: 'Compute Budget Program',
      tagBytes: 1,
      instructions: {
        1: { name: 'requestHeapFrame', accounts: [], data: { bytes: 'u32' }, does: null },
        2: { name: 'setComputeUnitLimit', accounts: [], data: { units: 'u32' }, does: null },
        3: { name: 'setComputeUnitPrice', accounts: [], data: { microLamports: 'u64' }, does: null },
        4: { name: 'setLoadedAccountsDataSizeLimit', accounts: [], data: { bytes: 'u32' }, does: null },
      },
    },
  ],
]);

const MEMO_PROGRAMS = new Set([
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
]);

/**
 * What an instruction says, without its program's id. `accounts` are its accounts as they are shown. What is not known is
 * given as it is, with a warning.
 */
export function decodeInstruction(
  program: string,
  accounts: readonly ShownValue[],
  data: Uint8Array,
): DecodedInstruction & { readonly programName: string | null } {
  if (MEMO_PROGRAMS.has(program)) return { programName: 'Memo Program', ...decodeMemo(accounts, data) };
  const rule = PROGRAMS.get(program);
  const decoded = rule === undefined ? null : decodeKnown(rule, accounts, data);
  return { programName: rule?.name ?? null, ...(decoded ?? undecoded(accounts, data)) };
}

function decodeMemo(accounts: readonly ShownValue[], data: Uint8Array): DecodedInstruction {
  const text = printableText(data);
  if (text === null) return undecoded(accounts, data);
  return {
    fields: [{ name: 'memo', value: text, kind: 'text' }, ...list('signers', accounts)],
    step: null,
    finding: null,
    isKnown: true,
  };
}

function undecoded(accounts: readonly ShownValue[], data: Uint8Array): DecodedInstruction {
  return {
    fields: [
      { name: 'accountsCount', value: String(accounts.length), kind: 'text' },
      ...list('accounts', accounts),
      { name: 'data', value: hexEncode(data), kind: 'bytes' },
    ],
    step: null,
    finding: { tell: danger, says: 'cannot be decoded: what it does is not known' },
    isKnown: false,
  };
}

function decodeKnown(
  program: ProgramRule,
  accounts: readonly ShownValue[],
  data: Uint8Array,
): DecodedInstruction | null {
  const isCreate = program.instructions[0]?.name === 'create' && data.length === 0;
  const bytes = isCreate ? Uint8Array.of(0) : data;
  if (bytes.length < program.tagBytes) return null;
  const rule = program.instructions[Number(littleEndian(bytes.subarray(0, program.tagBytes)))];
  if (rule === undefined || accounts.length < rule.accounts.length) return null;
  const named: TransactionField[] = rule.accounts.flatMap((name, index) => {
    const account = accounts[index];
    return account === undefined ? [] : [{ name, ...account }];
  });
  let rest = bytes.subarray(program.tagBytes);
  for (const [name, kind] of Object.entries(rule.data)) {
    const read = readValue(kind, rest);
    if (read === null) return null;
    named.push({ name, value: read.value, kind: read.kind });
    rest = rest.subarray(read.length);
  }
  if (rest.length > 0) return null;
  const values = Object.fromEntries(named.map(({ name, value }) => [name, value]));
  return {
    fields: [
      { name: 'instruction', value: rule.name, kind: 'text' },
      ...named,
      ...list('otherAccounts', accounts.slice(rule.accounts.length)),
    ],
    step: rule.does?.(values) ?? null,
    finding: rule.finding === undefined ? null : { tell: rule.finding.tell, says: rule.finding.says(values) },
    isKnown: true,
  };
}

function readValue(kind: DataKind, bytes: Uint8Array): (ShownValue & { length: number }) | null {
  if (kind === 'optionalPublicKey') {
    if (bytes[0] === 0) return { value: 'none', kind: 'text', length: 1 };
    const key = bytes[0] === 1 ? readValue('publicKey', bytes.subarray(1)) : null;
    return key === null ? null : { ...key, length: key.length + 1 };
  }
  const length = { u8: 1, u32: 4, u64: 8, publicKey: 32 }[kind];
  if (bytes.length < length) return null;
  const value = bytes.subarray(0, length);
  if (kind === 'publicKey') return { value: base58.encode(value), kind: 'address', length };
  return { value: String(littleEndian(value)), kind: kind === 'u8' ? 'text' : 'amount', length };
}

/** Puts all into one field, so that an instruction with many accounts does not push out what comes after it. */
function list(name: string, items: readonly ShownValue[]): TransactionField[] {
  const [first, ...more] = items;
  if (first === undefined) return [];
  if (more.length === 0) return [{ name, ...first }];
  return [{ name, value: items.map(({ value }) => value).join(', '), kind: 'text' }];
}
