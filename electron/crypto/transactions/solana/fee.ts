/** The maximum cost of a Solana transaction, and its deposits for accounts that it creates. */
import { type DecodedField, SOLANA_SIGNATURE_FEE } from '../../../../shared/model/index.ts';
import { row } from '../../meaning.ts';
import type { Read } from './contents.ts';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET,
  SIGNATURE_PROGRAMS,
  SYSTEM_PROGRAM,
  sol,
  TOKEN_2022_PROGRAM,
} from './programs/index.ts';
import { configValue } from './version-1.ts';
import type { SolanaTransaction } from './wire.ts';

/** The network's limit of a transaction's compute units. It multiplies the price when the transaction sets no limit. */
const MAXIMUM_COMPUTE_UNITS = 1_400_000n;

/**
 * Returns the maximum priority fee in lamports, or null when none is offered. Version 1 states the sum in its config,
 * and the network ignores compute budget instructions in it.
 */
export function priorityFee({ config }: SolanaTransaction, read: readonly Read[]): bigint | null {
  if (config !== null) return config.values.has('priorityFee') ? configValue(config, 'priorityFee') : null;
  let price: bigint | null = null;
  let units = MAXIMUM_COMPUTE_UNITS;
  for (const { program, values } of read) {
    if (program !== COMPUTE_BUDGET) continue;
    const [perUnit, limit] = [values?.get('microLamports'), values?.get('units')];
    if (perUnit !== undefined) price = BigInt(perUnit.value);
    if (limit !== undefined && BigInt(limit.value) < units) units = BigInt(limit.value);
  }
  return price === null ? null : (price * units + 999_999n) / 1_000_000n;
}

/** An instruction that makes the fee unknown, by its place, and the reason. */
export interface FeeFault {
  readonly path: string;
  readonly says: string;
}

/**
 * Returns the first instruction of the Compute Budget Program that makes the fee unknown, or null. The network refuses
 * two of one kind, and reads a price behind which bytes follow.
 */
export function feeFault({ config }: SolanaTransaction, read: readonly Read[]): FeeFault | null {
  const kinds = new Set<number | undefined>();
  const budget = config === null ? read.filter(({ program }) => program === COMPUTE_BUDGET) : [];
  for (const { values, data, path } of budget) {
    if (values === null) return { path, says: 'It has an instruction about its fee that cannot be decoded' };
    if (kinds.has(data[0]))
      return { path, says: 'It has two instructions that set the same limit or price, which the network refuses' };
    kinds.add(data[0]);
  }
  return null;
}

/** Lamports for the signatures of the transaction, and for those that programs of the runtime check. */
export function signatureFee({ requiredSignatures }: SolanaTransaction, read: readonly Read[]): bigint {
  const checked = read.reduce(
    (sum, { program, data }) => sum + (SIGNATURE_PROGRAMS.has(program) ? (data[0] ?? 0) : 0),
    0,
  );
  return SOLANA_SIGNATURE_FEE * BigInt(requiredSignatures + checked);
}

/**
 * Lamports for each byte of an account, and the overhead in bytes of each account. Unchanged since the network began.
 */
const RENT_PER_BYTE = 6_960n;
const RENT_OVERHEAD = 128n;
const rentOf = (bytes: bigint) => (RENT_OVERHEAD + bytes) * RENT_PER_BYTE;
/**
 * The size of a token account in bytes. A Token-2022 account is also bound to its owner, and its token can require
 * more.
 */
const TOKEN_ACCOUNT = 165n;
const TOKEN_2022_ACCOUNT = 170n;
/** An instruction that makes the account only if it does not exist. */
const IF_NONE = 'if none';

/**
 * Returns the rent deposits of new accounts and their payer. The bytes state them for accounts that a transaction
 * creates itself.
 */
export function rentRows(read: readonly Read[]): DecodedField[] {
  const payers = new Set<string>();
  const counts = new Map<string, number>();
  let stated = 0n;
  for (const { program, values, fields } of read) {
    const value = (name: string) => values?.get(name)?.value;
    const [space, lamports, from, payer] = ['space', 'lamports', 'from', 'payer'].map(value);
    if (program === SYSTEM_PROGRAM && space !== undefined && lamports !== undefined && from !== undefined) {
      const rent = rentOf(BigInt(space));
      stated += rent < BigInt(lamports) ? rent : BigInt(lamports);
      payers.add(from);
    } else if (program === ASSOCIATED_TOKEN_PROGRAM && payer !== undefined) {
      const isNew = fields.some(({ name, value: text }) => name === 'instruction' && text === 'create');
      const kind = `${value('tokenProgram') === TOKEN_2022_PROGRAM ? '2022' : ''} ${isNew ? '' : IF_NONE}`;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      payers.add(payer);
    }
  }
  return [
    ...(stated === 0n ? [] : [row('Rent deposit', `${sol(stated)} of the amount`, 'amount')]),
    ...Array.from(counts, ([kind, count]) => {
      const is2022 = kind.startsWith('2022');
      const rent = sol(BigInt(count) * rentOf(is2022 ? TOKEN_2022_ACCOUNT : TOKEN_ACCOUNT));
      const accounts = `${count} token ${count === 1 ? 'account' : 'accounts'}`;
      const condition = kind.endsWith(IF_NONE) ? `, where there ${count === 1 ? 'is' : 'are'} none yet` : '';
      return row(
        'Rent deposit',
        `${rent}${is2022 ? ' or more' : ''} for ${accounts}${condition}, at the network’s current rent`,
        'amount',
      );
    }),
    ...Array.from(payers, (payer) => row('Rent paid by', payer, 'address')),
  ];
}
