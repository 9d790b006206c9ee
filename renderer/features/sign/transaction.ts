import type { AccountRow, TransactionType } from '../../../shared/model/index.ts';
import { hexByteLength } from '../../words/hex.ts';

type Signer = Pick<AccountRow, 'curve' | 'caip2Prefix'>;

/** Types a key of that curve can sign, the account's own chain first. */
export function typesFor({ curve, caip2Prefix }: Signer): readonly TransactionType[] {
  if (curve === 'CURVE_ED25519') return ['TRANSACTION_TYPE_SOLANA'];
  if (curve !== 'CURVE_SECP256K1') return [];
  const own = CHAIN_TYPES[caip2Prefix?.split(':')[0] ?? ''];
  return own === undefined ? SECP256K1_TYPES : [own, ...SECP256K1_TYPES.filter((type) => type !== own)];
}

const SECP256K1_TYPES = [
  'TRANSACTION_TYPE_ETHEREUM',
  'TRANSACTION_TYPE_TEMPO',
  'TRANSACTION_TYPE_BITCOIN',
  'TRANSACTION_TYPE_TRON',
] as const satisfies readonly TransactionType[];

/** The usual type of a CAIP-2 namespace. */
const CHAIN_TYPES: Readonly<Record<string, TransactionType>> = {
  eip155: 'TRANSACTION_TYPE_ETHEREUM',
  bip122: 'TRANSACTION_TYPE_BITCOIN',
  tron: 'TRANSACTION_TYPE_TRON',
};

/** Texts that begin so are of one type only: Tempo's type byte, and the magic bytes of a PSBT (BIP-174). */
const BEGINNINGS: readonly (readonly [RegExp, TransactionType])[] = [
  [/^(0x)?70736274ff/i, 'TRANSACTION_TYPE_BITCOIN'],
  [/^(0x)?76/i, 'TRANSACTION_TYPE_TEMPO'],
];

/** What the transaction's first bytes tell, else the account's own chain; null when the curve signs no transactions. */
export function guessType(signer: Signer, transaction: string): TransactionType | null {
  const offered = typesFor(signer);
  const told = BEGINNINGS.find(([beginning]) => beginning.test(transaction.trim()))?.[1];
  return offered.find((type) => type === told) ?? offered[0] ?? null;
}

/** What is wrong with an unsigned transaction as far as its text tells, in words, or null. */
export function transactionProblem(type: TransactionType | null, transaction: string): string | null {
  if (type === null) return 'This account’s curve signs no transactions. Choose another account.';
  const text = transaction.trim();
  if (text === '') return 'Paste the unsigned transaction.';
  if (hexByteLength(text) === null) return 'This is not hex: use two digits (0-9, a-f) for each byte.';
  return null;
}
