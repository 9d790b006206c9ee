import type { AddressFamily, TransactionType } from '../../../shared/model/index.ts';
import { valueLabel } from '../../words/values.ts';
import { bytesIn } from './recognise.ts';
import { familyOf, type Signer } from './signer.ts';

const OF_SECP256K1: readonly TransactionType[] = [
  'TRANSACTION_TYPE_ETHEREUM',
  'TRANSACTION_TYPE_TEMPO',
  'TRANSACTION_TYPE_BITCOIN',
  'TRANSACTION_TYPE_TRON',
];

/** Transaction types of each family's own chain, the usual type first. Families that are not listed have none. */
const OF_FAMILY: Partial<Readonly<Record<AddressFamily, readonly TransactionType[]>>> = {
  ethereum: ['TRANSACTION_TYPE_ETHEREUM', 'TRANSACTION_TYPE_TEMPO'],
  solana: ['TRANSACTION_TYPE_SOLANA'],
  tron: ['TRANSACTION_TYPE_TRON'],
  bitcoin: ['TRANSACTION_TYPE_BITCOIN'],
};

/**
 * Returns the types an account signs. A bare key has no Bitcoin script. For a format of a newer service the curve
 * decides.
 */
export function typesFor(signer: Signer): readonly TransactionType[] {
  const family = familyOf(signer);
  if (family !== null && family !== 'key') return OF_FAMILY[family] ?? [];
  if (signer.curve === 'CURVE_ED25519') return ['TRANSACTION_TYPE_SOLANA'];
  if (signer.curve !== 'CURVE_SECP256K1') return [];
  return family === null ? OF_SECP256K1 : OF_SECP256K1.filter((type) => type !== 'TRANSACTION_TYPE_BITCOIN');
}

/** The magic bytes of a PSBT (BIP-174): nothing else begins so. */
const PSBT = /^70736274ff/;
/** Tempo's type byte. A transaction of another chain may begin with it too. */
const TEMPO = /^76/;

/**
 * Returns the type in the transaction's first bytes, else the account's usual type. Null when the account signs no
 * transactions.
 */
export function guessType(signer: Signer, transaction: string): TransactionType | null {
  const offered = typesFor(signer);
  const text = bytesIn(transaction)?.hex ?? '';
  const recognised = PSBT.test(text) ? 'TRANSACTION_TYPE_BITCOIN' : TEMPO.test(text) ? 'TRANSACTION_TYPE_TEMPO' : null;
  return offered.find((type) => type === recognised) ?? offered[0] ?? null;
}

/** Returns why an account signs no transactions and what it can do instead, or null when it signs them. */
export function transactionRefusal(signer: Signer): string | null {
  if (typesFor(signer).length > 0) return null;
  return 'The service signs no transactions for this kind of account. Sign the transaction’s bytes as a message, or choose another account.';
}

/** Returns the problem of an unsigned transaction that its text shows, in words, or null. */
export function transactionProblem(signer: Signer, type: TransactionType | null, transaction: string): string | null {
  const refusal = transactionRefusal(signer);
  if (refusal !== null || type === null) return refusal;
  if (transaction.trim() === '') return 'Paste the unsigned transaction.';
  const bytes = bytesIn(transaction);
  if (bytes === null) return 'This is not hexadecimal, base64 or base58. Check that all of it was copied.';
  if (PSBT.test(bytes.hex) && type !== 'TRANSACTION_TYPE_BITCOIN')
    return `This is a Bitcoin PSBT, not a transaction of type ${valueLabel(type)}. Choose a Bitcoin account.`;
  return null;
}
