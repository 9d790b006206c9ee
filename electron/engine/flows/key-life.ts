import { randomBytes } from 'node:crypto';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { CredentialRow, ProfileRow, StampScheme } from '../../../shared/model/index.ts';
import type { Activity, ApiKey } from '../../../shared/operations/index.ts';
import {
  decodeStamp,
  hexEncode,
  STAMP_HEADER,
  STAMP_SCHEMES,
  type Stamp,
  utf8Decode,
  utf8Encode,
} from '../../../shared/wire/index.ts';
import { activityOutcome } from '../../client/index.ts';
import { verifyStamp } from '../../crypto/index.ts';
import type { Base } from '../base.ts';
import type { Key } from '../keys/key-index.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Queries } from '../queries/queries.ts';
import type { Following } from '../requests/follower.ts';
import type { Requests } from '../requests/requests.ts';
import type { Credentials } from '../stamping/credentials.ts';
import type { Sender } from '../stamping/sender.ts';
import { endedAs } from '../tools/ended-as.ts';

/** The steps of a rotation. */
export const ROTATION_STEPS = ['making', 'registering', 'proving', 'switching', 'deleting', 'removing'] as const;
export type RotationStep = (typeof ROTATION_STEPS)[number];

export interface KeyTest {
  readonly credentialId: string;
  readonly publicKey: string;
  /** The key's user, as the service reports. Null when the service was not queried. */
  readonly service: { readonly userId: string; readonly username: string; readonly expiresAt: number | null } | null;
}

/**
 * The result of a change of a key. `waiting` is the unfinished activity, mostly for want of votes. A repeated call
 * resumes it.
 */
export interface KeyChange {
  readonly credential: CredentialRow;
  readonly waiting: Activity | null;
}

export interface Registering {
  /** The lifetime of the key at the service. Unlimited when absent. */
  readonly expirationSeconds?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The life of a key at its service. Each activity is confirmed, journaled and followed like every other. */
export interface KeyLife {
  /**
   * Makes the key sign a fresh challenge and verifies the signature. Then, unless `offline`, queries the service for
   * the key's user. Throws KEY_INVALID for a signature that does not verify, and the service's refusal.
   */
  test(credentialId: string, options?: { readonly offline?: boolean }): Promise<KeyTest>;
  /** Registers a key for the user of the key that stamps for its profile. Throws INVALID_INPUT for that key itself, NOT_SUPPORTED for a retired one. */
  register(credentialId: string, options?: Registering): Promise<KeyChange>;
  /**
   * Replaces a key with a new one. It makes the new key, has it sign a challenge, registers it and proves it by a read
   * that it stamps. From then on the new key stamps. The old key is then deleted at the service and removed here. Until
   * the new key is proven, the old one stamps. A repeated call resumes an interrupted rotation. Throws PROFILE_CHANGED,
   * and KEY_MISSING for a new key that is not here, before anything is sent.
   */
  rotate(
    credentialId: string,
    options?: Registering & { readonly progress?: (step: RotationStep) => void },
  ): Promise<KeyChange>;
}

interface LifeParts {
  readonly profiles: Profiles;
  readonly credentials: Credentials;
  readonly sender: Sender;
  readonly queries: Queries;
  readonly requests: Requests;
}

type Registered = Pick<ApiKey, 'apiKeyId'> & { readonly expiresAt: number | null };

export function createKeyLife({ index, records }: Base, parts: LifeParts): KeyLife {
  const { profiles, credentials, sender, queries, requests } = parts;

  /** Queries the service for the user of a key. */
  const whoIs = (profile: ProfileRow, credentialId: string) => queries.ask('whoami', {}, { profile, credentialId });

  /** Finds a key in the service's list for a user. Null when it is not listed. */
  const listed = async (
    profile: ProfileRow,
    userId: string,
    publicKey: string,
    credentialId?: string,
  ): Promise<Registered | null> => {
    const { apiKeys } = await queries.ask('get_api_keys', { userId }, { profile, credentialId });
    const found = apiKeys.find(({ credential }) => credential.publicKey.toLowerCase() === publicKey);
    return found === undefined ? null : { apiKeyId: found.apiKeyId, expiresAt: expiryOf(found) };
  };

  /**
   * Carries out an activity about a key. It resumes one that waits for votes. It settles those that were sent and not
   * answered by their own bytes, which contain `about`. Then it submits the result of `wanted`, where null means
   * nothing. Returns the unfinished activity, or null when done.
   */
  const carryOut = async (
    profile: ProfileRow,
    key: { readonly credentialId: string; readonly about: string },
    operation: 'create_api_keys' | 'delete_api_keys',
    wanted: () => Promise<Readonly<Record<string, unknown>> | null>,
    following: Pick<Following, 'signal'>,
  ): Promise<Activity | null> => {
    const begun = [() => awaited(profile, key.credentialId), () => settled(profile, operation, key.about, following)];
    for (const find of begun) {
      const activity = await find();
      if (activity === null || activityOutcome(activity) === 'done' || hasFailed(activity)) continue;
      credentials.note(key.credentialId, { awaits: activity.id });
      return activity;
    }
    const parameters = await wanted();
    if (parameters === null) return null;
    const activity = await submitted(profile, operation, parameters, following);
    if (activityOutcome(activity) === 'done') return null;
    if (hasFailed(activity)) {
      throw new AppError(
        'SERVICE_REFUSED',
        sentence`The activity ${activity.id} ${endedAs(activity.status)}, so the key was not changed at the service. Correct the cause and try again.`,
      );
    }
    credentials.note(key.credentialId, { awaits: activity.id });
    return activity;
  };

  const awaited = async (profile: ProfileRow, credentialId: string): Promise<Activity | null> => {
    const activityId = index.key(credentialId)?.awaits;
    if (activityId === undefined) return null;
    const { activity } = await queries.ask('get_activity', { activityId }, { profile });
    return activity;
  };

  const settled = async (
    profile: ProfileRow,
    operation: string,
    about: string,
    following: Pick<Following, 'signal'>,
  ): Promise<Activity | null> => {
    for (const row of requests.unsettled()) {
      if (row.profile !== profile.name || row.operation !== operation) continue;
      const entry = records.journal.get(row.requestId);
      if (entry !== null && utf8Decode(entry.body).includes(about))
        return (await requests.settle(row.requestId, following)).activity;
    }
    return null;
  };

  const submitted = async (
    profile: ProfileRow,
    operation: string,
    parameters: Readonly<Record<string, unknown>>,
    following: Pick<Following, 'signal'>,
  ): Promise<Activity> => {
    const { requestId } = await requests.prepare(operation, parameters, { profile, hexIsNoKey: true });
    return (await requests.submit(requestId, following)).activity;
  };

  /** Registers a key for that user unless the service already lists it. Returns the unfinished activity. */
  const registerFor = async (
    profile: ProfileRow,
    userId: string,
    key: CredentialRow,
    { expirationSeconds, signal }: Registering,
  ): Promise<Activity | null> => {
    const { credentialId, name, publicKey } = key;
    const wanted = async () => {
      if ((await listed(profile, userId, publicKey)) !== null) return null;
      const { registeredAs: curveType } = STAMP_SCHEMES[key.scheme as StampScheme];
      const expiring = expirationSeconds === undefined ? {} : { expirationSeconds: String(expirationSeconds) };
      return { userId, apiKeys: [{ apiKeyName: name, publicKey, curveType, ...expiring }] };
    };
    const about = { credentialId, about: publicKey };
    const waiting = await carryOut(profile, about, 'create_api_keys', wanted, heeding(signal));
    if (waiting !== null) return waiting;
    const { expiresAt } = (await listed(profile, userId, publicKey)) ?? { expiresAt: null };
    credentials.note(credentialId, { expiresAt, awaits: null });
    return null;
  };

  /** Makes the key sign a fresh challenge, which proves that its private half is available. Throws KEY_INVALID. */
  const requireHeld = async (profile: ProfileRow, key: Key): Promise<void> => {
    const { publicKey } = key;
    const { organizationId } = profile;
    const body = utf8Encode(JSON.stringify({ organizationId, challenge: hexEncode(randomBytes(32)) }));
    const { name, value } = await sender.stamp(key, { profile, operation: 'key test', url: '', body, consent: null });
    // A passkey's answer is verified where it is requested.
    if (name !== STAMP_HEADER || holds(decodeStamp(value), publicKey, body)) return;
    throw new AppError(
      'KEY_INVALID',
      sentence`The signature of the key does not verify with ${publicKey}. Do not use the key. Make another one and register that.`,
    );
  };

  const profileOf = (credentialId: string) => profiles.get(credentials.get(credentialId).profile);
  const ended = (credentialId: string, waiting: Activity | null): KeyChange => ({
    credential: credentials.get(credentialId),
    waiting,
  });

  return {
    async test(credentialId, { offline = false } = {}) {
      const profile = profileOf(credentialId);
      const key = credentials.stamping(profile, credentialId);
      await profiles.requireConfirmed(profile);
      const { publicKey } = key;
      await requireHeld(profile, key);
      if (offline) return { credentialId, publicKey, service: null };
      const { userId, username } = await whoIs(profile, credentialId);
      const expiresAt = (await listed(profile, userId, publicKey, credentialId))?.expiresAt ?? null;
      credentials.note(credentialId, { expiresAt });
      return { credentialId, publicKey, service: { userId, username, expiresAt } };
    },

    async register(credentialId, options = {}) {
      const profile = profileOf(credentialId);
      const key = credentials.get(credentialId);
      if (credentials.stamping(profile, credentialId).id === credentials.stamping(profile).id) {
        throw new AppError(
          'INVALID_INPUT',
          sentence`This key stamps for the profile “${profile.name}” itself, so it cannot register itself. Nothing was sent. Give its public key to an administrator of the organization: ${key.publicKey}`,
        );
      }
      const { userId } = await whoIs(profile, credentials.reading(profile).id);
      return ended(credentialId, await registerFor(profile, userId, key, options));
    },

    async rotate(credentialId, { progress = () => undefined, ...options } = {}) {
      const profile = profileOf(credentialId);
      // This check comes first, because anybody may edit the list that names a key's successor.
      await profiles.requireConfirmed(profile);
      const old = credentials.get(credentialId);
      const known = credentials.successorOf(credentialId)?.id;
      if (known === undefined && old.retired) {
        throw new AppError(
          'NOT_SUPPORTED',
          sentence`The key “${old.name}” is retired, so it is not rotated. Remove it instead.`,
        );
      }
      progress('making');
      const next = known === undefined ? await credentials.createSuccessor(credentialId) : credentials.get(known);
      await requireHeld(profile, credentials.stamping(profile, next.credentialId));
      // The owner of the key. The old key reads it until the new one, proven by then, took its place.
      const { userId } = await whoIs(profile, old.retired ? next.credentialId : credentialId);
      if (!old.retired) {
        progress('registering');
        const waiting = await registerFor(profile, userId, next, options);
        if (waiting !== null) return ended(next.credentialId, waiting);
        progress('proving');
        await requireProven(profile, next, userId);
        progress('switching');
        await credentials.replaced.retire(credentialId);
      }
      progress('deleting');
      const wanted = async () => {
        const registered = await listed(profile, userId, old.publicKey);
        return registered === null ? null : { userId, apiKeyIds: [registered.apiKeyId] };
      };
      const about = { credentialId, about: userId };
      const waiting = await carryOut(profile, about, 'delete_api_keys', wanted, heeding(options.signal));
      if (waiting !== null) return ended(next.credentialId, waiting);
      progress('removing');
      await credentials.replaced.remove(credentialId);
      credentials.note(next.credentialId, { replaces: null });
      return ended(next.credentialId, null);
    },
  };

  /**
   * Proves the new key by a read that it stamps. The reply must name the same user. Throws the service's refusal, and
   * KEY_INVALID.
   */
  async function requireProven(profile: ProfileRow, { credentialId, publicKey }: CredentialRow, userId: string) {
    const { userId: found } = await whoIs(profile, credentialId);
    if (found === userId) return;
    throw new AppError(
      'KEY_INVALID',
      sentence`The service registered the new key ${publicKey} for the user ${found}, not for ${userId}. The old key stays in use. Check the API keys of both users.`,
    );
  }
}

const holds = (stamp: Stamp, publicKey: string, body: Uint8Array) =>
  stamp.publicKey === publicKey && verifyStamp(stamp, body);

/** When the service stops accepting a key, in milliseconds. Null for never. */
function expiryOf({ expirationSeconds, createdAt }: ApiKey): number | null {
  if (expirationSeconds === undefined) return null;
  const at = (Number(createdAt.seconds) + Number(expirationSeconds)) * 1000;
  return Number.isSafeInteger(at) ? at : null;
}

const heeding = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal });

const hasFailed = (activity: Activity) => ['failed', 'rejected'].includes(activityOutcome(activity));
