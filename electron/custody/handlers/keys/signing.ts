import type { HashFunction, PayloadEncoding } from '../../../../shared/model/index.ts';
import type { ActivityParameters } from '../../../../shared/operations/index.ts';
import {
  type RawSignature,
  signRawPayload as signPayload,
  signTransaction as signWire,
  statedOutpoints,
} from '../../../crypto/index.ts';
import type { ActingContext, ActivityContext } from '../../request-context.ts';
import { findSigner, type SealedSigner, withSigner } from '../../signers/find-signer.ts';
import type { ActivityHandler } from '../types.ts';
import { BATCH, yieldToEventLoop } from '../yielding.ts';

interface Reading {
  readonly encoding: PayloadEncoding;
  readonly hashFunction?: HashFunction;
}

export const signRawPayload: ActivityHandler<'sign_raw_payload'> = ({ signWith, payload, ...reading }, context) => {
  const [signature] = signAll(findSigner(signWith, context), [payload], reading, context);
  return () => signature as RawSignature;
};

/** Signs all payloads, in the order of the request, or none. One that cannot be signed fails the whole request. */
export const signRawPayloads: ActivityHandler<'sign_raw_payloads'> = async (
  { signWith, payloads, ...reading },
  context,
) => {
  const signer = findSigner(signWith, context);
  const signatures: RawSignature[] = [];
  for (let signed = 0; signed < payloads.length; signed += BATCH) {
    if (signed > 0) await yieldToEventLoop();
    signatures.push(...signAll(signer, payloads.slice(signed, signed + BATCH), reading, context));
  }
  return () => ({ signatures });
};

export const signTransaction: ActivityHandler<'sign_transaction'> = (
  { signWith, unsignedTransaction, type },
  context,
) => {
  const signer = findSigner(signWith, context);
  const signedTransaction = withSigner(signer, context, (key) => signWire(type, unsignedTransaction, key));
  const outpoints = type === 'TRANSACTION_TYPE_BITCOIN' ? statedOutpoints(unsignedTransaction) : [];
  return () => {
    context.store.signedOutpoints.remember(context.caller.organization.organizationId, outpoints);
    return { signedTransaction };
  };
};

/** A private key of every curve that belongs to nobody. */
const NOBODYS_KEY = new Uint8Array(32).fill(1);

/**
 * Throws what signing the transaction would throw. It signs with a key that belongs to nobody, because the account's key
 * stays closed until the votes are there.
 */
export function checkTransaction(
  { signWith, unsignedTransaction, type }: ActivityParameters<'sign_transaction'>,
  context: ActingContext,
): void {
  const { curve, publicKey, addressFormats } = findSigner(signWith, context);
  signWire(type, unsignedTransaction, { curve, publicKey, addressFormats, privateKey: NOBODYS_KEY });
}

/** Throws what signing the payloads would throw, as `checkTransaction` does. */
export async function checkPayloads(
  { signWith, payloads, ...reading }: ActivityParameters<'sign_raw_payloads'>,
  context: ActingContext,
): Promise<void> {
  const { curve, addressFormat } = findSigner(signWith, context);
  for (const [index, payload] of payloads.entries()) {
    if (index > 0 && index % BATCH === 0) await yieldToEventLoop();
    signPayload({ curve, addressFormat, privateKey: NOBODYS_KEY, payload, ...reading });
  }
}

/** Opens the key once for a few payloads. It is not held while other requests run. */
function signAll(
  signer: SealedSigner,
  payloads: readonly string[],
  { encoding, hashFunction }: Reading,
  context: ActivityContext,
): RawSignature[] {
  const { addressFormat } = signer;
  return withSigner(signer, context, ({ curve, privateKey }) => {
    const common = { curve, addressFormat, privateKey, encoding, hashFunction };
    return payloads.map((payload) => signPayload({ ...common, payload }));
  });
}
