import { AppError, sentence } from '../../../shared/errors/index.ts';
import type {
  AddressFormat,
  Curve,
  HashFunction,
  PayloadEncoding,
  SignatureProof,
  TransactionType,
} from '../../../shared/model/index.ts';
import type { Activity, ActivityOperation, ActivityResult, Signs } from '../../../shared/operations/index.ts';
import { parametersIn, signedOf } from '../../client/index.ts';
import {
  ADDRESS_TABLE,
  recoverRawPayloadSigner,
  recoverTransactionSigner,
  verifyRawPayload,
  verifyTransaction,
} from '../../crypto/index.ts';
import type { KnownSigner } from './signers.ts';

type Proof = Pick<SignatureProof, 'scheme' | 'signed' | 'compared' | 'transactionId' | 'chain'>;
type Signature = ActivityResult<'sign_raw_payload'>;

/** A completed signing activity, ready to be compared with possible signers. */
export interface SignedAnswer {
  readonly signWith: string;
  /** Throws SIGNATURE_MISMATCH unless the whole result matches the request, signed by exactly this signer. */
  verify(signer: KnownSigner): Proof;
  /**
   * The public key that made the first signature. Null when none on this curve can have, undefined when signatures do
   * not reveal it.
   */
  recover(curve: Curve): string | null | undefined;
}

/**
 * Compares the result with the sent body, never with the service's version of the request. Null for activities that
 * sign nothing or are not completed. Throws SERVICE_REPLY_INVALID when the result is missing.
 */
export function signedAnswer(operation: ActivityOperation, body: Uint8Array, activity: Activity): SignedAnswer | null {
  const signed = signedOf(activity);
  if (operation.signs === null || signed === null) return null;
  const asked = askedIn(operation.signs, body);
  if (asked.kind === 'payloads' && signed.kind === 'payloads') return payloadsAnswer(asked, signed.signatures);
  if (asked.kind === 'transaction' && signed.kind === 'transaction')
    return transactionAnswer(asked, signed.signedTransaction);
  return null;
}

interface AskedPayloads {
  readonly kind: 'payloads';
  readonly signWith: string;
  readonly payloads: readonly string[];
  readonly encoding: PayloadEncoding;
  readonly hashFunction: HashFunction | undefined;
}

interface AskedTransaction {
  readonly kind: 'transaction';
  readonly signWith: string;
  readonly type: TransactionType;
  readonly unsignedTransaction: string;
}

/**
 * The signing request in a body. The body was made here and checked against the declaration, which defines its members.
 */
function askedIn(signs: Signs, body: Uint8Array): AskedPayloads | AskedTransaction {
  const parameters = parametersIn(body);
  const signWith = parameters[signs.signWith] as string;
  const content = parameters[signs.content];
  if (signs.kind === 'transaction') {
    const type = parameters[signs.type] as TransactionType;
    return { kind: 'transaction', signWith, type, unsignedTransaction: content as string };
  }
  return {
    kind: 'payloads',
    signWith,
    payloads: (signs.kind === 'payload' ? [content] : content) as readonly string[],
    encoding: parameters[signs.encoding] as PayloadEncoding,
    hashFunction: parameters[signs.hashFunction] as HashFunction | undefined,
  };
}

function payloadsAnswer(
  { signWith, payloads, encoding, hashFunction }: AskedPayloads,
  signatures: readonly Signature[],
): SignedAnswer {
  const checkAs = (signer: KnownSigner, addressFormat: AddressFormat | undefined): Proof => {
    if (signatures.length !== payloads.length) {
      throw new AppError(
        'SIGNATURE_MISMATCH',
        sentence`${payloads.length} payloads were to be signed, but the service returned ${signatures.length} signatures. Do not use them, and ask the service why it sent them.`,
      );
    }
    const { curve, publicKey } = signer;
    const checked = payloads.map((payload, index) => {
      const { r, s, v } = signatures[index] as Signature;
      return verifyRawPayload({ publicKey, curve, addressFormat, payload, encoding, hashFunction, r, s, v });
    });
    return {
      scheme: checked[0]?.scheme ?? '',
      signed: checked.map(({ signed }) => signed),
      compared: [],
      transactionId: null,
    };
  };
  return {
    signWith,
    verify(signer) {
      const [first, ...others] = formatsSignedAs(signer);
      try {
        return checkAs(signer, first);
      } catch (error) {
        for (const format of others) {
          try {
            return checkAs(signer, format);
          } catch {
            // The first error is the most informative.
          }
        }
        throw error;
      }
    },
    recover(curve) {
      const [payload] = payloads;
      const [signature] = signatures;
      if (payload === undefined || signature === undefined) return null;
      return recoverRawPayloadSigner({ curve, payload, encoding, hashFunction, ...signature });
    },
  };
}

function transactionAnswer(
  { signWith, type, unsignedTransaction }: AskedTransaction,
  signedTransaction: string,
): SignedAnswer {
  return {
    signWith,
    verify(signer) {
      const { scheme, signed, compared, transactionId, chain } = verifyTransaction(
        type,
        unsignedTransaction,
        signedTransaction,
        signer,
      );
      return { scheme, signed: [...signed], compared: [...compared], transactionId, ...(chain && { chain }) };
    },
    recover: () => recoverTransactionSigner(type, unsignedTransaction, signedTransaction),
  };
}

/**
 * An address decides the scheme of a payload's signature. A private key named by its id leaves ECDSA and the schemes of
 * its addresses.
 */
function formatsSignedAs({ named, addressFormats }: KnownSigner): readonly (AddressFormat | undefined)[] {
  if (named === 'address') return addressFormats;
  return [undefined, ...addressFormats.filter((format) => ADDRESS_TABLE[format].schnorr !== undefined)];
}
