import { AppError } from '../../../shared/errors/index.ts';
import type { AddressFormat, Curve, SignatureProof } from '../../../shared/model/index.ts';
import {
  type Activity,
  type ActivityName,
  type ActivityOperation,
  type ActivityParameters,
  type ActivityResult,
  OPERATIONS,
} from '../../../shared/operations/index.ts';
import { utf8Decode } from '../../../shared/wire/index.ts';
import { resultOf } from '../../client/index.ts';
import {
  ADDRESS_TABLE,
  recoverRawPayloadSigner,
  recoverTransactionSigner,
  verifyRawPayload,
  verifyTransaction,
} from '../../crypto/index.ts';
import type { KnownSigner } from './signers.ts';

type Proof = Pick<SignatureProof, 'scheme' | 'signed' | 'compared' | 'transactionId'>;
type Signature = ActivityResult<'sign_raw_payload'>;

/** A completed signing activity, ready to be held against whoever may have signed. */
export interface SignedAnswer {
  readonly signWith: string;
  /** Throws SIGNATURE_MISMATCH unless everything that came back is what was asked for, by exactly this signer. */
  verify(signer: KnownSigner): Proof;
  /** The public key that made the first signature; null when there is none on this curve, undefined where it does not tell. */
  recover(curve: Curve): string | null | undefined;
}

/**
 * What came back, beside what the body asked for; never beside what the service says was asked for. Null for operations
 * that do not sign. Throws SERVICE_REPLY_INVALID when the result is missing.
 */
export function signedAnswer(operation: ActivityOperation, body: Uint8Array, activity: Activity): SignedAnswer | null {
  switch (operation.name) {
    case 'sign_raw_payload': {
      const asked = askedIn<'sign_raw_payload'>(body);
      return payloadsAnswer(asked, [asked.payload], [resultOf(OPERATIONS.sign_raw_payload, activity)]);
    }
    case 'sign_raw_payloads': {
      const asked = askedIn<'sign_raw_payloads'>(body);
      const { signatures = [] } = resultOf(OPERATIONS.sign_raw_payloads, activity);
      return payloadsAnswer(asked, asked.payloads, signatures);
    }
    case 'sign_transaction': {
      const asked = askedIn<'sign_transaction'>(body);
      const { signedTransaction } = resultOf(OPERATIONS.sign_transaction, activity);
      return transactionAnswer(asked, signedTransaction);
    }
    default:
      return null;
  }
}

function askedIn<Name extends ActivityName>(body: Uint8Array): ActivityParameters<Name> {
  return (JSON.parse(utf8Decode(body)) as { parameters: ActivityParameters<Name> }).parameters;
}

function payloadsAnswer(
  {
    signWith,
    encoding,
    hashFunction,
  }: Pick<ActivityParameters<'sign_raw_payload'>, 'signWith' | 'encoding' | 'hashFunction'>,
  payloads: readonly string[],
  signatures: readonly Signature[],
): SignedAnswer {
  const checkAs = (signer: KnownSigner, addressFormat: AddressFormat | undefined): Proof => {
    if (signatures.length !== payloads.length) {
      throw new AppError(
        'SIGNATURE_MISMATCH',
        `${payloads.length} payloads were to be signed, but ${signatures.length} signatures came back. Do not use them, and find out why the service sent them.`,
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
            // The first error is the one that tells.
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
  { signWith, type, unsignedTransaction }: ActivityParameters<'sign_transaction'>,
  signedTransaction: string,
): SignedAnswer {
  return {
    signWith,
    verify(signer) {
      const { scheme, signed, compared, transactionId } = verifyTransaction(
        type,
        unsignedTransaction,
        signedTransaction,
        signer,
      );
      return { scheme, signed: [...signed], compared: [...compared], transactionId };
    },
    recover: () => recoverTransactionSigner(type, unsignedTransaction, signedTransaction),
  };
}

/** An address decides the scheme of a payload's signature; a private key named by its id leaves ECDSA and those of its addresses. */
function formatsSignedAs({ named, addressFormats }: KnownSigner): readonly (AddressFormat | undefined)[] {
  if (named === 'address') return addressFormats;
  return [undefined, ...addressFormats.filter((format) => ADDRESS_TABLE[format].schnorr !== undefined)];
}
