/** Findings about the accounts that must sign a transaction: which of them sign by the request, and which cannot. */
import { base58 } from '@scure/base';
import type { Finding } from '../../../../shared/model/index.ts';
import { findFormatsOf } from '../../addresses/index.ts';
import { care, danger, lastDigits } from '../../meaning.ts';
import { isUnowned } from '../../unowned.ts';
import { hasKey } from './associated.ts';
import { isEmptySlot, parseSolana, type SolanaTransaction } from './wire.ts';

/** Accounts that a sentence names. The fields have all of them. */
const MAXIMUM_NAMED = 4;

/** Returns the address as the only signer of a request. Empty for an account of another chain and for the id of a key. */
export const solanaSigner = (signWith: string | null): readonly string[] =>
  findFormatsOf(signWith ?? '').includes('ADDRESS_FORMAT_SOLANA') ? [signWith ?? ''] : [];

/**
 * Returns the findings about the signers of a transaction in hex, for the accounts that sign it by the request. Throws a
 * `Refusal`.
 */
export const solanaSignerFindings = (text: string, own: readonly string[]): Finding[] =>
  ownSignerFindings(parseSolana(text), own);

/**
 * Returns the findings about signers beside the accounts that sign by the request: a fee payer, and signers without a
 * signature. An account that is no signer makes the transaction blind. Empty when no account is known.
 */
export function ownSignerFindings(transaction: SolanaTransaction, own: readonly string[]): Finding[] {
  if (own.length === 0) return [];
  const signers = signersOf(transaction);
  const strangers = own.filter((each) => !signers.includes(each));
  const [payer = ''] = signers;
  const missing = signers.filter(
    (each, index) =>
      !own.includes(each) && canSign(each) && isEmptySlot(transaction.signatures[index] ?? new Uint8Array()),
  );
  const isSigned = strangers.length < own.length;
  return [
    ...strangers.map((each) =>
      danger(
        `${each}, which signs, is not among the signers of the transaction, which are ${named(signers)}: its signature has no place in it.`,
        { field: 'signers[0]', mark: lastDigits(each) },
      ),
    ),
    ...(own.includes(payer) || !isSigned
      ? []
      : [care(`${payer} pays the fee, and not ${named(own)}, which signs.`, { field: 'feePayer' })]),
    ...(missing.length === 0 || !isSigned
      ? []
      : [
          care(`${named(missing)} must sign too, and has not: nobody can send the transaction before.`, {
            field: `signers[${signers.indexOf(missing[0] ?? '')}]`,
          }),
        ]),
  ];
}

/** Returns the finding about signers that no key signs for, so that the transaction can never be sent. */
export function keylessSignerFindings(transaction: SolanaTransaction): Finding[] {
  const signers = signersOf(transaction);
  const keyless = signers.filter((each) => !canSign(each));
  if (keyless.length === 0) return [];
  return [
    danger(`No key signs for ${named(keyless)}, which must sign: the transaction can never be sent.`, {
      field: `signers[${signers.indexOf(keyless[0] ?? '')}]`,
    }),
  ];
}

const canSign = (address: string): boolean => !isUnowned(address) && hasKey(address);

const signersOf = ({ accountKeys, requiredSignatures }: SolanaTransaction): string[] =>
  accountKeys.slice(0, requiredSignatures).map((key) => base58.encode(key));

function named(accounts: readonly string[]): string {
  const more = accounts.length - MAXIMUM_NAMED;
  return `${accounts.slice(0, MAXIMUM_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
