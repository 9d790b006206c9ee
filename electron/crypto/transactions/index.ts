/**
 * sign_transaction (docs/protocol.md#transactions): from an unsigned transaction to a signed one and back. Sends
 * nothing to any chain.
 */

import { TRANSACTION_TYPES, type TransactionType } from '../../../shared/model/index.ts';
import type { ContentMeaning } from '../meaning.ts';
import { Refusal, signing, verifying } from '../refusal.ts';
import { bitcoin } from './bitcoin/index.ts';
import { ethereum } from './ethereum/index.ts';
import { mistakenForm } from './mistaken-form.ts';
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

/** Describes an unsigned transaction and its effects for the signing address. Throws a `Refusal`. */
export function describeTransaction(
  type: TransactionType,
  unsigned: string,
  signWith: string | null = null,
): ContentMeaning {
  return ofType(type, unsigned, () => TRANSACTION_TABLE[type].describe(unsigned, signWith));
}

/**
 * Runs work on a transaction. When it cannot be read, the `Refusal` names the type whose transaction it is. Of other content
 * in its place, the `Refusal` names the form.
 */
function ofType<Result>(type: TransactionType, unsigned: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal) || isReadable(type, unsigned)) throw error;
    const other = TRANSACTION_TYPES.find((one) => one !== type && isReadable(one, unsigned));
    const words =
      other === undefined
        ? mistakenForm(type, unsigned, (text) => isReadable(type, text))
        : `it is a transaction of ${other} and not of ${type}; choose that type`;
    if (words === null) throw error;
    throw new Refusal('transaction', words);
  }
}

function isReadable(type: TransactionType, unsigned: string): boolean {
  try {
    TRANSACTION_TABLE[type].describe(unsigned);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * Signs an unsigned transaction with a key of the type's curve. Takes and returns hex, as the type spells it. Throws
 * TRANSACTION_INVALID, TRANSACTION_UNSUPPORTED or KEY_INVALID.
 */
export function signTransaction(type: TransactionType, unsigned: string, key: SigningKey): string {
  return signing(() => {
    const rule = ruleFor(type, key);
    return ofType(type, unsigned, () => rule.sign(unsigned, key));
  });
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
 *
 * @example
 * const unsigned = 'ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080';
 * const signed = 'f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef6134' +
 *   '0bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83';
 * recoverTransactionSigner('TRANSACTION_TYPE_ETHEREUM', unsigned, signed);
 * // '024bc2a31265153f07e70e0bab08724e6b85e217f8cd628ceb62974247bb493382'
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
