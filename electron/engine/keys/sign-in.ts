import { AppError } from '../../../shared/errors/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { activityOutcome, resultOf } from '../../client/index.ts';
import type { Base } from '../base.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Following } from '../requests/follower.ts';
import type { Requests } from '../requests/requests.ts';
import type { SessionKeys } from './session-keys.ts';
import { readSessionToken } from './session-token.ts';
import type { VaultKeeper } from './vault-keeper.ts';

/** Sessions of the operator at a service, for which the vault makes a key that nothing keeps. While one lasts it stamps the reads of its profile. */
export interface SignIn {
  /**
   * Begins a session of the current profile for so many seconds, stamped by its own key after the operator's answer. Gives when it is over.
   * Throws what submitting throws, ACTIVITY_FAILED, and SERVICE_REPLY_INVALID for a session that is not for this key; then the key was wiped.
   */
  begin(seconds: number, following?: Following): Promise<{ readonly expiresAt: number }>;
  /** Wipes the key of the current profile's session; the service lets it lapse. */
  end(): Promise<void>;
  /** Those that last. */
  list: SessionKeys['list'];
}

interface SignInParts {
  readonly profiles: Profiles;
  readonly vault: VaultKeeper;
  readonly sessions: SessionKeys;
  readonly requests: Requests;
}

export function createSignIn({ ports }: Pick<Base, 'ports'>, parts: SignInParts): SignIn {
  const { profiles, vault, sessions, requests } = parts;
  return {
    async begin(seconds, following = {}) {
      const profile = profiles.get();
      const { id, publicKey } = await sessions.make();
      try {
        const parameters = { publicKey, expirationSeconds: String(seconds) };
        const { requestId } = await requests.prepare('stamp_login', parameters, { profile, hexIsNoKey: true });
        const latest = ports.clock.now() + seconds * 1000;
        const { activity } = await requests.submit(requestId, following);
        if (activityOutcome(activity) !== 'done')
          throw new AppError(
            'ACTIVITY_FAILED',
            `The service did not begin the session: ${activity.status}. Its key was wiped.`,
          );
        const { session } = resultOf(OPERATIONS.stamp_login, activity);
        // A service may end it earlier than was asked, and never later.
        const expiresAt = Math.min(readSessionToken(session, publicKey, profile), latest);
        await sessions.begin({ id, publicKey, profile: profile.name, expiresAt });
        return { expiresAt };
      } catch (error) {
        await vault.forget(id);
        throw error;
      }
    },
    end: () => sessions.end(profiles.get().name),
    list: sessions.list,
  };
}
