/** sign_transaction (PROTOCOL 6.2): from an unsigned transaction to a signed one and back. Sends nothing to any chain. */

import type { TransactionType } from '../../../shared/model/index.ts';
import type { ContentMeaning } from '../meaning.ts';
import { Refusal, signing, verifying } from '../refusal.ts';
import { bitcoin } from './bitcoin/index.ts';
import { ethereum } from './ethereum/index.ts';
import type { Signer, SigningKey, TransactionRule, VerifiedTransaction } from './rule.ts';
import { solana } from './solana/index.ts';
import { tempo } from './tempo/index.ts';
import { tron } from './tron/index.ts';

export type { Signer, SigningKey } from './rule.ts';

/** Everything the program knows about a transaction type. */
export const TRANSACTION_TABLE: Readonly<Record<TransactionType, TransactionRule>> = {
  TRANSACTION_TYPE_ETHEREUM: ethereum,
  TRANSACTION_TYPE_SOLANA: solana,
  TRANSACTION_TYPE_TRON: tron,
  TRANSACTION_TYPE_BITCOIN: bitcoin,
  TRANSACTION_TYPE_TEMPO: tempo,
};

/**
 * Describes an unsigned transaction and its effects for the signing address. Throws a `Refusal`, not an `AppError`,
 * because nobody has asked to sign it yet.
 */
export function describeTransaction(
  type: TransactionType,
  unsigned: string,
  signWith: string | null = null,
): ContentMeaning {
  return TRANSACTION_TABLE[type].describe(unsigned, signWith);
}

/** Signs an unsigned transaction with a key of the type's curve. Throws TRANSACTION_INVALID, TRANSACTION_UNSUPPORTED or KEY_INVALID. */
export function signTransaction(type: TransactionType, unsigned: string, key: SigningKey): string {
  return signing(() => ruleFor(type, key).sign(unsigned, key));
}

/**
 * Proves that a signed transaction is exactly the one asked for, signed by exactly this signer. Throws SIGNATURE_MISMATCH,
 * and what `signTransaction` throws for an unsigned transaction that could not be signed.
 */
export function verifyTransaction(
  type: TransactionType,
  unsigned: string,
  signed: string,
  signer: Signer,
): VerifiedTransaction {
  const verify = signing(() => ruleFor(type, signer).verify(unsigned, signer));
  return verifying('transaction', () => verify(signed));
}

/**
 * Returns the signer of a returned transaction (compressed key, lowercase hex). Null when nobody signed it, undefined
 * when its signatures do not reveal their signer. Only `verifyTransaction` by that key is a proof. Throws as it does.
 */
export function recoverTransactionSigner(
  type: TransactionType,
  unsigned: string,
  signed: string,
): string | null | undefined {
  const recover = signing(() => TRANSACTION_TABLE[type].recover?.(unsigned));
  return verifying('transaction', () => recover?.(signed));
}

function ruleFor(type: TransactionType, signer: Signer): TransactionRule {
  const rule = TRANSACTION_TABLE[type];
  if (signer.curve === rule.curve) return rule;
  throw new Refusal('transaction', `${type} is signed with ${rule.curve} keys, not with ${signer.curve}`);
}
