import { AppError, toErrorData } from '../../../shared/errors/index.ts';
import type { ActivityDetail, CredentialRow } from '../../../shared/model/index.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { SubmitStage } from '../requests/follower.ts';
import type { Queries } from '../requests/queries.ts';
import type { Requests } from '../requests/requests.ts';
import type { Credentials } from './credentials.ts';
import type { MadePasskey, PasskeyKeeper } from './passkey-keeper.ts';

/** Passkeys as keys of the current profile. */
export interface Passkeys {
  /**
   * Has an authenticator make a passkey, in main's window for it, and registers it with the service through the ordinary path, stamped
   * by the key that is used now. Throws what making and submitting throw; a passkey that was not registered is listed only while
   * nobody knows what became of that.
   */
  add(wanted: { readonly name: string; readonly rpId: string }, following?: AddingPasskey): Promise<AddedPasskey>;
}

export interface AddingPasskey {
  readonly signal?: AbortSignal;
  /** `making` waits for the authenticator. */
  readonly progress?: (stage: 'making' | SubmitStage) => void;
}

export interface AddedPasskey {
  readonly credential: CredentialRow;
  /** Of its registration, which may wait for votes. */
  readonly activity: ActivityDetail;
}

interface PasskeyParts {
  readonly keeper: PasskeyKeeper;
  readonly profiles: Profiles;
  readonly credentials: Credentials;
  readonly queries: Queries;
  readonly requests: Requests;
}

const TRANSPORTS = {
  usb: 'AUTHENTICATOR_TRANSPORT_USB',
  nfc: 'AUTHENTICATOR_TRANSPORT_NFC',
  ble: 'AUTHENTICATOR_TRANSPORT_BLE',
  hybrid: 'AUTHENTICATOR_TRANSPORT_HYBRID',
  internal: 'AUTHENTICATOR_TRANSPORT_INTERNAL',
} as const;

export function createPasskeys({ keeper, profiles, credentials, queries, requests }: PasskeyParts): Passkeys {
  return {
    async add({ name, rpId }, { signal, progress } = {}) {
      const profile = profiles.get();
      const { userId, username } = await queries.ask('whoami', {}, { profile, signal });
      const known = credentials.list(profile.name).flatMap(({ passkey }) => passkey ?? []);
      progress?.('making');
      const made = await keeper.create({ profile: profile.name, name, rpId, userName: username, known }, signal);
      const { publicKey, passkey } = made;
      const { requestId } = await requests.prepare(
        'create_authenticators',
        { userId, authenticators: [parametersOf(name, made)] },
        { profile },
      );
      const credential = await credentials.addPasskey({ profile: profile.name, name, publicKey, passkey });
      try {
        const { detail } = await requests.submit(requestId, {
          ...(signal && { signal }),
          ...(progress && { progress }),
        });
        if (/_(REJECTED|FAILED)$/.test(detail.row.status)) throw notRegistered(detail.failure);
        return { credential, activity: detail };
      } catch (error) {
        // It may be registered all the same: then it is of use.
        if (toErrorData(error).outcome !== 'unknown') await credentials.remove(credential.credentialId);
        throw error;
      }
    },
  };
}

function parametersOf(
  authenticatorName: string,
  { challenge, clientDataJson, attestationObject, passkey }: MadePasskey,
) {
  const transports = passkey.transports.map((transport) => TRANSPORTS[transport]);
  const { credentialId } = passkey;
  return {
    authenticatorName,
    challenge,
    attestation: { credentialId, clientDataJson, attestationObject, transports },
  };
}

function notRegistered(why: string | null): AppError {
  return new AppError(
    'ACTIVITY_FAILED',
    `The service did not register the passkey${why === null ? '' : `: ${why}`}. It is not listed here; remove it from the security key where that shows it.`,
  );
}
