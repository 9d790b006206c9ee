import { AppError, sentence, term } from '../../../../shared/errors/index.ts';
import type { SignInWay } from '../../../../shared/ipc/index.ts';
import { type ActivityOperation, type ActivityResult, OPERATIONS } from '../../../../shared/operations/index.ts';
import { activityStatus } from '../../../../shared/words/index.ts';
import { activityOutcome, resultOf } from '../../../client/index.ts';
import type { Base } from '../../base.ts';
import type { Profiles } from '../../profiles/profiles.ts';
import type { Queries } from '../../queries/queries.ts';
import type { Following } from '../../requests/follower.ts';
import type { Requests } from '../../requests/requests.ts';
import type { Credentials } from '../../stamping/credentials.ts';
import type { SessionKeys } from '../../stamping/session-keys.ts';
import type { VaultKeeper } from '../../vault/vault-keeper.ts';
import { type CarryOut, logIn } from './login-ways.ts';
import { readSessionToken } from './session-token.ts';

/** Sessions of the operator at a service, for which the vault makes a key that nothing keeps. While one lasts it stamps the reads of its profile. */
export interface SignIn {
  /**
   * Begins a session of a profile for that many seconds, and returns its end. After the operator confirms, the
   * profile's own key stamps the requests. Throws what asking and submitting throw, ACTIVITY_FAILED, and
   * SERVICE_REPLY_INVALID for a reply about another key. Throws INVALID_INPUT for wrong input or a session of a user
   * other than that key's. Then the key was wiped, and the message says so.
   */
  begin(
    profile: string,
    seconds: number,
    way: SignInWay,
    following?: Following,
  ): Promise<{ readonly expiresAt: number }>;
  /** Wipes the key of a profile's session. At the service the session lapses. */
  end(profile: string): Promise<void>;
  /** The sessions that are alive. */
  list: SessionKeys['list'];
}

interface SignInParts {
  readonly profiles: Profiles;
  readonly vault: VaultKeeper;
  readonly sessions: SessionKeys;
  readonly credentials: Credentials;
  readonly queries: Queries;
  readonly requests: Requests;
}

export function createSignIn({ ports, consents }: Pick<Base, 'ports' | 'consents'>, parts: SignInParts): SignIn {
  const { profiles, vault, sessions, credentials, queries, requests } = parts;
  return {
    async begin(named, seconds, way, following = {}) {
      const profile = profiles.get(named);
      const carryOut: CarryOut = async (operation, parameters) => {
        const declared: ActivityOperation = OPERATIONS[operation];
        const given = parameters as Readonly<Record<string, unknown>>;
        const { requestId } = await requests.prepare(operation, given, { profile, hexIsNoKey: true });
        const { activity } = await requests.submit(requestId, following);
        if (activityOutcome(activity) === 'done')
          return resultOf(declared, activity) as ActivityResult<typeof operation>;
        throw new AppError(
          'ACTIVITY_FAILED',
          sentence`“${term(declared.title)}” is not completed: its status is “${activityStatus(activity.status).label}”. You are not signed in. Look at it in Activities.`,
        );
      };
      const key = await sessions.make();
      try {
        await profiles.requireConfirmed(profile);
        const { signal } = following;
        const { id: credentialId } = credentials.reading(profile);
        const { id: begunBy } = credentials.stamping(profile);
        const owner = await queries.ask('whoami', {}, { profile, credentialId, signal });
        const session = await logIn(way, { profile, key, seconds, signal, carryOut }, { vault, consents });
        // A service may end the session earlier than requested, but never later.
        const latest = ports.clock.now() + seconds * 1000;
        const expiresAt = Math.min(readSessionToken(session, key.publicKey, profile, owner), latest);
        if (signal?.aborted === true) throw new AppError('CANCELLED', 'The sign-in was cancelled.');
        const { name, organizationId, baseUrl } = profile;
        await sessions.begin({ ...key, profile: name, expiresAt, organizationId, baseUrl, begunBy });
        return { expiresAt };
      } catch (error) {
        await vault.forget(key.id);
        throw error instanceof AppError ? wiped(error) : error;
      }
    },
    end: sessions.end,
    list: sessions.list,
  };
}

function wiped(error: AppError): AppError {
  const { code, text, fields, outcome } = error;
  const begun =
    outcome === 'unknown'
      ? 'The service may have started a session. Nobody can use it, because its key was wiped.'
      : 'No session was started, and its key was wiped.';
  return new AppError(code, sentence`${text} ${begun}`, { fields, outcome, cause: error });
}
