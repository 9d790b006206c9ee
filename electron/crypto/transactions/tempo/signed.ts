/** Signed Tempo transactions that are handed to the chain. */
import { hexEncode } from '../../../../shared/wire/index.ts';
import type { ContentMeaning } from '../../meaning.ts';
import { Refusal } from '../../refusal.ts';
import { gatherIn, uintOf } from '../ethereum/fields.ts';
import { signedBytes, signerCheck } from '../ethereum/signature.ts';
import type { FieldItem } from '../ethereum/types.ts';
import type { TransactionField } from '../rule.ts';
import { TEMPO_TYPE } from './fields.ts';
import { readSigned } from './index.ts';
import { tempoMeaning } from './meaning.ts';

/** Returns true for the bytes of a Tempo transaction in hex. Throws a `Refusal` for other text than hex. */
export const isSignedTempo = (signed: string): boolean => signedBytes(signed)[0] === TEMPO_TYPE;

/** Recovers the public key of the signer. Throws a `Refusal`. */
export const tempoSigner: (signed: string) => string = signerCheck(readSigned);

/**
 * Reads a signed transaction that the account's own nonces order. Throws a `Refusal`. Nodes count the nonces of other
 * keys apart, and the hash is not final before a fee payer has signed, so both are refused.
 */
export function readFinalTempo(signed: string): FieldItem {
  const { item, isFinal } = readSigned(signedBytes(signed), null);
  const key = uintOf(item('nonceKey'));
  if (key !== 0n) throw new Refusal('transaction', `is ${key}, and only nonces of the key 0 are followed`, 'nonceKey');
  if (!isFinal) throw new Refusal('transaction', 'has not signed yet', 'the fee payer');
  return item;
}

/** Describes a signed transaction, paid by its signer. Throws a `Refusal`. */
export function describeSignedTempo(signed: string, sender: string): ContentMeaning {
  const bytes = signedBytes(signed);
  const fields: TransactionField[] = [];
  const found = gatherIn(bytes, fields);
  const { item, envelope } = readSigned(bytes, found);
  found({ name: 'signature', value: `0x${hexEncode(envelope)}`, kind: 'bytes' }, envelope);
  return {
    title: 'Signed Tempo transaction',
    fields: fields.slice(1),
    ...tempoMeaning(item, { contents: bytes, signWith: sender }),
  };
}
