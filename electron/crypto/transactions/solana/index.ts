import { base58 } from '@scure/base';
import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';
import { ed25519Sign } from '../../curves/ed25519.ts';
import { Refusal } from '../../refusal.ts';
import { sameBytes } from '../reading.ts';
import type { Signer, SigningKey, TransactionRule, VerifiedTransaction } from '../rule.ts';
import { differingPart, partNames } from './compare.ts';
import { solanaMeaning } from './meaning.ts';
import { solanaSigner } from './signers.ts';
import { brokenSignature, isEmptySlot, parseSolana, type SolanaTransaction } from './wire.ts';

/** Solana's wire transactions: legacy, version 0 and version 1. Broadcasts nothing, and sees no chain: accounts of tables stay unknown. */
export const solana: TransactionRule = {
  curve: 'CURVE_ED25519',
  describe: (unsigned, signWith = null) => solanaMeaning(parseSolana(unsigned), solanaSigner(signWith)),
  sign,
  verify,
};

/**
 * Choice (solana-own-slot): the content of the signer's own slot is replaced, as the field's library does. A signature
 * of an earlier message is worthless. Choice (solana-other-signatures): other signers' signatures are kept. One that
 * does not hold is refused, because the message was changed after it was made.
 */
function sign(unsigned: string, key: SigningKey): string {
  const transaction = parseSolana(unsigned);
  const slot = slotOf(transaction, key);
  const name = (index: number) => base58.encode(transaction.accountKeys[index] ?? new Uint8Array());
  if (slot === -1) {
    const signers = transaction.signatures.map((_, index) => name(index)).join(', ');
    throw new Refusal(
      'transaction',
      `${base58.encode(hexDecode(key.publicKey))} is not among its signers, which are ${signers}`,
    );
  }
  const broken = brokenSignature(transaction, slot);
  if (broken !== null)
    throw new Refusal('transaction', `the signature it already has of ${name(broken)} is of another message`);
  transaction.signatures[slot]?.set(ed25519Sign(key.privateKey, transaction.message));
  return hexEncode(transaction.bytes);
}

function verify(unsigned: string, signer: Signer): (signed: string) => VerifiedTransaction {
  const asked = parseSolana(unsigned);
  const slot = slotOf(asked, signer);
  if (slot === -1) throw new Refusal('transaction', 'the signing account is not among its signers');
  return (signed) => verifySigned(asked, slot, parseSolana(signed));
}

function verifySigned(asked: SolanaTransaction, slot: number, returned: SolanaTransaction): VerifiedTransaction {
  if (!sameBytes(asked.message, returned.message))
    throw new Refusal('answer', 'is not what was asked for', differingPart(asked, returned));
  returned.signatures.forEach((signature, index) => {
    if (index !== slot && !sameBytes(signature, asked.signatures[index] ?? signature))
      throw new Refusal('answer', 'was changed, and it belongs to another signer', `signatures[${index}]`);
  });
  if (isEmptySlot(returned.signatures[slot] ?? new Uint8Array()))
    throw new Refusal('answer', 'is empty, so it is not signed', `signatures[${slot}]`);
  const broken = brokenSignature(returned);
  if (broken !== null) throw new Refusal('answer', 'is not one of this message by its signer', `signatures[${broken}]`);
  const [first] = returned.signatures;
  return {
    scheme: 'Ed25519',
    signed: [hexEncode(returned.message)],
    compared: [...partNames(asked), ...asked.signatures.map((_, index) => `signatures[${index}]`)],
    transactionId: first === undefined || isEmptySlot(first) ? null : base58.encode(first),
  };
}

/** Returns the index of the signer's signature slot, or -1. */
function slotOf({ accountKeys, requiredSignatures }: SolanaTransaction, { publicKey }: Signer): number {
  const own = hexDecode(publicKey);
  return accountKeys.slice(0, requiredSignatures).findIndex((key) => sameBytes(key, own));
}
