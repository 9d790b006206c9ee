import { base58 } from '@scure/base';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { littleEndian } from '../byte-reader.ts';
import { type ConfigName, configValue, type SolanaConfig } from '../solana/version-1.ts';
import { parseSolana, type SolanaInstruction, type SolanaTransaction } from '../solana/wire.ts';
import type { Facts } from './facts.ts';

/** The placeholder for an account that is only in the chain's address lookup tables. */
const LOOKED_UP = 'ADDRESS_TABLE_LOOKUP';
const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const SYSTEM_TRANSFER = 2n;
const TOKEN_PROGRAMS: ReadonlySet<string> = new Set([
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]);

/** The token transfers: their first bytes, and the indexes of their accounts. The oldest one has no mint. */
const TOKEN_TRANSFERS = [
  { tag: [3], mint: null, destination: 1, owner: 2 },
  { tag: [12], mint: 1, destination: 2, owner: 3 },
  { tag: [26, 1], mint: 1, destination: 2, owner: 3 },
] as const;

const VERSIONS: Readonly<Record<SolanaTransaction['version'], string>> = { legacy: 'LEGACY', '0': 'V0', '1': 'V1' };
/**
 * Choice (solana-config-facts): the names of the config of version 1, after those of the public client. A value that the transaction
 * leaves out is the network's own.
 */
const CONFIG_FACTS: Readonly<Record<ConfigName, string>> = {
  priorityFee: 'priority_fee',
  computeUnitLimit: 'compute_unit_limit',
  loadedAccountsDataSizeLimit: 'loaded_accounts_data_size_limit',
  heapSize: 'heap_size',
};

interface Account {
  readonly account_key: string;
  readonly signer: boolean;
  readonly writable: boolean;
}

/**
 * `solana.tx`. Only top-level transfers by the programs named above are listed. Bytes behind their data change nothing.
 */
export function solanaFacts(unsigned: string): Facts {
  const transaction = parseSolana(unsigned);
  const keys = transaction.accountKeys.map((key) => base58.encode(key));
  const accounts = accountsOf(transaction, keys);
  const instructions = transaction.instructions.map((instruction) => ({
    instruction,
    program: keys[instruction.programIdIndex] ?? '',
    accounts: Array.from(instruction.accounts, (index) => accounts[index]).flatMap((account) =>
      account === undefined ? [] : [{ ...account }],
    ),
  }));
  return {
    version: VERSIONS[transaction.version],
    ...(transaction.config === null ? {} : { transaction_config: configFacts(transaction.config) }),
    account_keys: accounts.map(({ account_key }) => account_key),
    program_keys: [...new Set(instructions.map(({ program }) => program))],
    recent_blockhash: base58.encode(transaction.recentBlockhash),
    address_table_lookups: lookups(transaction, () => true),
    instructions: instructions.map(({ instruction, program, accounts: named }) => ({
      program_key: program,
      accounts: named,
      instruction_data_hex: hexEncode(instruction.data),
      address_table_lookups: lookups(transaction, (index) => instruction.accounts.includes(index)),
    })),
    transfers: instructions.flatMap(({ instruction, program, accounts: named }) =>
      program === SYSTEM_PROGRAM ? solTransfer(instruction, named) : [],
    ),
    spl_transfers: instructions.flatMap(({ instruction, program, accounts: named }) =>
      TOKEN_PROGRAMS.has(program) ? tokenTransfer(instruction, named) : [],
    ),
  };
}

function configFacts(config: SolanaConfig): Facts {
  const names = Object.entries(CONFIG_FACTS) as readonly [ConfigName, string][];
  return Object.fromEntries(names.map(([name, fact]) => [fact, configValue(config, name)]));
}

/** Every account by its index: the static keys, then those of tables that are writable, then the read-only ones. */
function accountsOf(transaction: SolanaTransaction, keys: readonly string[]): Account[] {
  const { requiredSignatures, readonlySigned, readonlyUnsigned, addressTableLookups } = transaction;
  const known = keys.map((account_key, index) => {
    const signer = index < requiredSignatures;
    const lastWritable = signer ? requiredSignatures - readonlySigned : keys.length - readonlyUnsigned;
    return { account_key, signer, writable: index < lastWritable };
  });
  const lookedUp = (count: number, writable: boolean) =>
    Array.from({ length: count }, () => ({ account_key: LOOKED_UP, signer: false, writable }));
  const count = (of: (lookup: (typeof addressTableLookups)[number]) => Uint8Array) =>
    addressTableLookups.reduce((sum, lookup) => sum + of(lookup).length, 0);
  return [
    ...known,
    ...lookedUp(
      count(({ writableIndexes }) => writableIndexes),
      true,
    ),
    ...lookedUp(
      count(({ readonlyIndexes }) => readonlyIndexes),
      false,
    ),
  ];
}

/** Returns the address tables with the indexes that are `used`. Omits unused tables. */
function lookups({ accountKeys, addressTableLookups }: SolanaTransaction, used: (account: number) => boolean): Facts[] {
  let account = accountKeys.length;
  const take = (indexes: Uint8Array) =>
    Array.from(indexes)
      .filter(() => used(account++))
      .map(BigInt);
  const writable = addressTableLookups.map(({ writableIndexes }) => take(writableIndexes));
  const readonly = addressTableLookups.map(({ readonlyIndexes }) => take(readonlyIndexes));
  return addressTableLookups
    .map(({ accountKey }, index) => ({
      address_table_key: base58.encode(accountKey),
      writable_indexes: writable[index] ?? [],
      readonly_indexes: readonly[index] ?? [],
    }))
    .filter(({ writable_indexes, readonly_indexes }) => writable_indexes.length + readonly_indexes.length > 0);
}

function solTransfer({ data }: SolanaInstruction, [from, to]: readonly Account[]): Facts[] {
  if (data.length < 12 || littleEndian(data.subarray(0, 4)) !== SYSTEM_TRANSFER) return [];
  if (from === undefined || to === undefined) return [];
  return [{ from: from.account_key, to: to.account_key, amount: littleEndian(data.subarray(4, 12)) }];
}

function tokenTransfer({ data }: SolanaInstruction, accounts: readonly Account[]): Facts[] {
  const rule = TOKEN_TRANSFERS.find(({ tag }) => tag.every((byte, index) => data[index] === byte));
  if (rule === undefined || data.length < rule.tag.length + 8) return [];
  const key = (index: number) => accounts[index]?.account_key;
  const [from, to, owner] = [key(0), key(rule.destination), key(rule.owner)];
  if (from === undefined || to === undefined || owner === undefined) return [];
  return [
    {
      from,
      to,
      owner,
      amount: littleEndian(data.subarray(rule.tag.length, rule.tag.length + 8)),
      token_mint: rule.mint === null ? '' : (key(rule.mint) ?? ''),
      signers: accounts.slice(rule.owner + 1).map(({ account_key }) => account_key),
    },
  ];
}
