import { AppError, sentence, toErrorData } from '../../../shared/errors/index.ts';
import type { ActivityDetail, CredentialRow, ProfileRow } from '../../../shared/model/index.ts';
import { utf8Decode } from '../../../shared/wire/index.ts';
import { activityOutcome, oneLine, parametersIn } from '../../client/index.ts';
import type { Base } from '../base.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Queries } from '../queries/queries.ts';
import type { SubmitStage } from '../requests/follower.ts';
import type { Requests } from '../requests/requests.ts';
import type { Credentials } from '../stamping/credentials.ts';
import type { MadePasskey, PasskeyKeeper } from '../stamping/passkey-keeper.ts';

/** Passkeys as keys of the current profile. */
export interface Passkeys {
  /**
   * Has an authenticator make a passkey, in main's own window, and registers it with the service through the ordinary
   * path. The key in use stamps the request. An earlier registration without an answer is settled first, by its
   * fingerprint. If it succeeded or waits for votes, that passkey is returned and none is made. Throws what making and
   * submitting throw. An unregistered passkey stays listed only while the outcome is unknown.
   */
  add(wanted: { readonly name: string; readonly rpId: string }, following?: AddingPasskey): Promise<AddedPasskey>;
  /**
   * Has an authenticator make a passkey that another user of the organization takes along, and registers it for that
   * user. This machine lists it nowhere. A security key with a passkey of this profile makes none, because it is the
   * operator's own. An earlier registration for this user without an answer is settled first. If it succeeded or waits
   * for votes, it is returned and no passkey is made. Throws as `add` does, and NOT_FOUND for an unknown user.
   */
  addFor(
    wanted: { readonly userId: string; readonly name: string; readonly rpId: string },
    following?: AddingPasskey,
  ): Promise<AddedForUser>;
}

export interface AddingPasskey {
  readonly signal?: AbortSignal;
  /** `making` waits for the authenticator. */
  readonly progress?: (stage: 'making' | SubmitStage) => void;
}

export interface AddedForUser {
  /** The activity of the registration, which may wait for votes. */
  readonly activity: ActivityDetail;
  /** True when an earlier registration was open, so no other passkey was made. */
  readonly isEarlier: boolean;
}

export interface AddedPasskey {
  readonly credential: CredentialRow;
  /** The activity of its registration, which may wait for votes. */
  readonly activity: ActivityDetail;
}

/** An earlier registration that succeeded or waits for votes. */
interface Settled {
  /** Undefined for the passkey of another user. */
  readonly credential: CredentialRow | undefined;
  readonly userId: string;
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

const OPERATION = 'create_authenticators';
/** Characters of a user's name that the window shows. */
const MAXIMUM_NAME = 64;

export function createPasskeys(
  { records }: Pick<Base, 'records'>,
  { keeper, profiles, credentials, queries, requests }: PasskeyParts,
): Passkeys {
  const ownPasskeys = ({ name }: ProfileRow) => credentials.list(name).flatMap(({ passkey }) => passkey ?? []);

  /**
   * Settles earlier registrations, until a wanted one succeeded or waits for votes. Null when there is none. The
   * passkeys of failed ones are no longer listed.
   */
  const settled = async (
    { name }: ProfileRow,
    isWanted: (earlier: Omit<Settled, 'activity'>) => boolean,
    signal: AbortSignal | undefined,
  ): Promise<Settled | null> => {
    for (const { requestId, state } of requests
      .unsettled()
      .filter(({ profile, operation }) => profile === name && operation === OPERATION)) {
      const bytes = records.journal.get(requestId)?.body ?? new Uint8Array();
      const body = utf8Decode(bytes);
      const credential = credentials.list(name).find(({ passkey }) => passkey && body.includes(passkey.credentialId));
      if (state === 'prepared') await requests.discard(requestId);
      else {
        const earlier = { credential, userId: userIn(bytes) };
        const { activity, detail } = await settle(requestId, signal);
        if (!['failed', 'rejected'].includes(activityOutcome(activity))) {
          if (isWanted(earlier)) return { ...earlier, activity: detail };
          continue;
        }
      }
      if (credential !== undefined) await credentials.replaced.remove(credential.credentialId);
    }
    return null;
  };

  const settle = async (requestId: string, signal: AbortSignal | undefined) => {
    try {
      return await requests.settle(requestId, signal && { signal });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const text = sentence`An earlier registration of a passkey is still open. No other passkey was made. ${error.text}`;
      throw new AppError(error.code, text, { fields: error.fields, cause: error });
    }
  };

  return {
    async add({ name, rpId }, { signal, progress } = {}) {
      const profile = profiles.get();
      const before = await settled(profile, ({ credential }) => credential !== undefined, signal);
      if (before?.credential !== undefined) return { credential: before.credential, activity: before.activity };
      const { id: credentialId } = credentials.reading(profile);
      const { userId, username } = await queries.ask('whoami', {}, { profile, credentialId, signal });
      const known = ownPasskeys(profile);
      progress?.('making');
      const made = await keeper.create({ profile: profile.name, name, rpId, userName: username, known }, signal);
      const { publicKey, passkey } = made;
      const { requestId } = await requests.prepare(
        OPERATION,
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
        if (toErrorData(error).outcome !== 'unknown') await credentials.replaced.remove(credential.credentialId);
        throw error;
      }
    },

    async addFor({ userId, name, rpId }, { signal, progress } = {}) {
      const profile = profiles.get();
      const isSame = (earlier: Pick<Settled, 'userId'>) => earlier.userId.toLowerCase() === userId.toLowerCase();
      const before = await settled(profile, isSame, signal);
      if (before !== null) return { activity: before.activity, isEarlier: true };
      const { user } = await queries.ask('get_user', { userId }, { profile, signal });
      progress?.('making');
      const known = ownPasskeys(profile);
      const wanted = { profile: profile.name, name, rpId, userName: oneLine(user.userName, MAXIMUM_NAME), known };
      const made = await keeper.create(wanted, signal);
      const authenticators = [parametersOf(name, made)];
      const { requestId } = await requests.prepare(OPERATION, { userId, authenticators }, { profile });
      const { detail } = await requests.submit(requestId, { ...(signal && { signal }), ...(progress && { progress }) });
      if (/_(REJECTED|FAILED)$/.test(detail.row.status)) throw notRegistered(detail.failure);
      return { activity: detail, isEarlier: false };
    },
  };
}

/** Returns the user of a registration's body. Empty for a body that is not in the journal any more. */
const userIn = (body: Uint8Array): string => (body.length === 0 ? '' : String(parametersIn(body).userId));

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
    sentence`The service did not register the passkey${why === null ? '' : `: ${why}`}. It is not listed here. Remove it from the security key if the security key lists it.`,
  );
}
