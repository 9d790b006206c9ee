import { AppError } from '../../../shared/errors/index.ts';
import type { AddressFormat, Curve, ProfileRow, SignatureProof } from '../../../shared/model/index.ts';
import { type Activity, type ActivityParameters, findActivityByType } from '../../../shared/operations/index.ts';
import { resultOf } from '../../client/index.ts';
import { addressOf, sameAddress, verifyRawPayload } from '../../crypto/index.ts';
import type { Accounts } from './accounts.ts';

/** Verify after sign: what came back is checked against what was asked, whoever signed it. */
export interface SignatureChecker {
  /**
   * For a completed signing activity: the public key derives the address signed with, and the signature holds over the
   * payload of the intent. Null for other activities and for signers that are not wallet accounts known here.
   * Throws SIGNATURE_MISMATCH on any difference.
   */
  check(profile: ProfileRow, activity: Activity): Promise<SignatureProof | null>;
}

export function createSignatureChecker(accounts: Accounts): SignatureChecker {
  return {
    async check(profile, activity) {
      const operation = findActivityByType(activity.type);
      if (operation?.name !== 'sign_raw_payload' || activity.status !== 'ACTIVITY_STATUS_COMPLETED') return null;
      const asked = activity.intent[operation.intentMember] as ActivityParameters<'sign_raw_payload'>;
      const { r, s, v } = resultOf(operation, activity) as { r: string; s: string; v: string };
      const account = await accounts.find(profile, asked.signWith);
      if (account?.publicKey == null) return null;
      const derived = addressOf(account.addressFormat as AddressFormat, account.publicKey);
      if (!sameAddress(account.addressFormat as AddressFormat, derived, asked.signWith)) {
        throw new AppError(
          'SIGNATURE_MISMATCH',
          `The service says ${asked.signWith} has the public key ${account.publicKey}, but that key derives ${derived}. Do not use this signature.`,
        );
      }
      const checked = verifyRawPayload({
        publicKey: account.publicKey,
        curve: account.curve as Curve,
        payload: asked.payload,
        encoding: asked.encoding,
        hashFunction: asked.hashFunction,
        r,
        s,
        v,
      });
      return { scheme: checked.scheme, signed: checked.signed, publicKey: account.publicKey, address: derived };
    },
  };
}
