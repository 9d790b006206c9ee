import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { AppError } from '../../../shared/errors/index.ts';
import type { ProfileRow } from '../../../shared/model/index.ts';
import type { Activity, ActivityOperation, Query } from '../../../shared/operations/index.ts';
import { utf8Decode } from '../../../shared/wire/index.ts';
import { activityOutcome, buildActivityBody, buildQueryBody, checkParameters, requestUrl } from '../../client/index.ts';
import type { Records } from '../../storage/records/index.ts';
import type { Activities } from '../activities.ts';
import type { Changes } from '../changes.ts';
import type { Credentials } from '../keys/credentials.ts';
import type { KeyRecord } from '../keys/key-index.ts';
import type { VaultKeeper } from '../keys/vault-keeper.ts';
import type { ServiceKeeper } from '../service/service-keeper.ts';
import type { Engine, EnginePorts, Following, SubmittedRequest } from '../types.ts';
import { type AnswerChecker, fingerprintOf } from '../verify/verify.ts';
import type { Delivery } from './delivery.ts';
import { type Queries, requireOperation } from './queries.ts';
import { REQUEST_HEADERS, type Sender } from './sender.ts';

interface Prepared {
  readonly profile: ProfileRow;
  readonly key: KeyRecord;
  readonly operation: Query | ActivityOperation;
  readonly body: Uint8Array<ArrayBuffer>;
  /** The key made for this export alone; it goes when the export does not come about. */
  readonly target: KeyRecord | null;
}

/** Prepared requests the operator neither submitted nor discarded are dropped beyond this many, oldest first. */
const MAXIMUM_PREPARED = 64;
const POLL_MILLISECONDS = 500;
/** How long a submit follows an activity that is not final before it gives it back as it is; longer when it is told to. */
const FOLLOW_MILLISECONDS = 30_000;
/** A P-256 point in form only: lets parameters be checked before a target key is made for them. */
const ANY_TARGET = `04${'0'.repeat(128)}`;

export interface RequestParts {
  readonly ports: EnginePorts;
  readonly records: Records;
  readonly vault: VaultKeeper;
  readonly service: ServiceKeeper;
  readonly profiles: Engine['profiles'];
  readonly credentials: Credentials;
  readonly sender: Sender;
  readonly delivery: Delivery;
  readonly queries: Queries;
  readonly activities: Activities;
  readonly checker: AnswerChecker;
  readonly changes: Changes;
}

/** The one path of every request: prepared, recorded, stamped, journaled, sent, followed, checked. */
export function createRequests(parts: RequestParts): Engine['requests'] {
  const {
    ports,
    records,
    vault,
    service,
    profiles,
    credentials,
    sender,
    delivery,
    queries,
    activities,
    checker,
    changes,
  } = parts;
  const prepared = new Map<string, Prepared>();

  const get = (requestId: string): Prepared => {
    const request = prepared.get(requestId);
    if (request !== undefined) return request;
    throw new AppError(
      'NOT_FOUND',
      'This request was already submitted or discarded. Nothing was sent. Prepare it again.',
    );
  };

  /** Ends a request that will not come about. */
  const drop = async (requestId: string, request: Prepared) => {
    prepared.delete(requestId);
    if (request.target !== null) await credentials.remove(request.target);
  };

  /** The body of a request; for an export without a target key one is made in the vault, so that only this machine can open it. */
  const build = async (
    operation: Query | ActivityOperation,
    input: Record<string, unknown>,
    profile: ProfileRow,
    key: KeyRecord,
  ) => {
    const { organizationId } = profile;
    if (operation.kind === 'query')
      return { body: buildQueryBody(operation, { organizationId, ...input }), target: null };
    const timestampMs = ports.now();
    if (operation.risk !== 'secret' || input.targetPublicKey !== undefined) {
      return { body: buildActivityBody(operation, { organizationId, parameters: input, timestampMs }), target: null };
    }
    checkParameters(operation, { ...input, targetPublicKey: ANY_TARGET });
    const target = await credentials.make({
      purpose: 'target',
      profile: profile.name,
      name: 'Export target',
      store: key.store,
    });
    const parameters = { ...input, targetPublicKey: target.publicKey };
    return { body: buildActivityBody(operation, { organizationId, parameters, timestampMs }), target };
  };

  /** Asks until the activity is no longer pending or `milliseconds` have passed; an abort ends it early, without an error. */
  const follow = async (
    activity: Activity,
    milliseconds: number,
    options: { profile: string; signal?: AbortSignal },
  ): Promise<Activity> => {
    const end = ports.now() + milliseconds;
    let latest = activity;
    while (activityOutcome(latest) === 'pending' && ports.now() < end && options.signal?.aborted !== true) {
      await pause(POLL_MILLISECONDS, options.signal);
      const reply = await queries.ask('get_activity', { activityId: activity.id }, options);
      if (reply.activity.id !== activity.id || reply.activity.fingerprint !== activity.fingerprint) {
        throw new AppError(
          'SERVICE_REPLY_INVALID',
          `The service answered with another activity than ${activity.id}. It was not used. Look at the activity at the service itself.`,
        );
      }
      latest = reply.activity;
    }
    return latest;
  };

  /**
   * After the service has answered nothing but a wrong signature is an error any more: whatever else fails (the network
   * while following, a full disk under the cache) must not look as if the request had failed.
   */
  const finish = async (
    profile: ProfileRow,
    operation: ActivityOperation,
    body: Uint8Array,
    answered: Activity,
    following: Following,
  ): Promise<SubmittedRequest> => {
    const options = { profile: profile.name, ...(following.signal === undefined ? {} : { signal: following.signal }) };
    following.progress?.('following');
    activities.keep(profile, answered);
    const milliseconds = Math.max(following.milliseconds ?? 0, FOLLOW_MILLISECONDS);
    const activity = await follow(answered, milliseconds, options).catch(() => answered);
    following.progress?.('checking');
    activities.keep(profile, activity);
    const signature = await checker.checkSignature(profile, operation, body, activity).catch((error: unknown) => {
      if (error instanceof AppError && (error.code === 'SIGNATURE_MISMATCH' || error.code === 'SERVICE_REPLY_INVALID'))
        throw error;
      return null;
    });
    return { activity, signature, detail: activities.detail(profile, activity) };
  };

  return {
    query: queries.run,
    async prepare(name, input, options = {}) {
      const operation = requireOperation(name);
      if (operation.kind === 'discovery')
        throw new AppError('INVALID_INPUT', `“${name}” is a public document; there is nothing to stamp.`);
      const profile = profiles.get(options.profile);
      const key = credentials.stamping(profile.name);
      const { body, target } = await build(operation, input, profile, key);
      const requestId = randomUUID();
      const request = { profile, key, operation, body, target };
      prepared.set(requestId, request);
      try {
        const meaning = await (await vault.openWithKey(key))('describe', { body });
        const [oldest] = prepared;
        if (prepared.size > MAXIMUM_PREPARED && oldest !== undefined) await drop(...oldest);
        return { requestId, meaning, body: utf8Decode(body) };
      } catch (error) {
        await drop(requestId, request);
        throw error;
      }
    },
    async dryRun(requestId) {
      const { operation, profile, key, body } = get(requestId);
      const url = requestUrl(await sender.baseUrl(profile), operation.path);
      const stamp = await sender.stamp(key, profile, operation.name, url, body);
      return {
        method: operation.method,
        url,
        headers: { ...REQUEST_HEADERS, [stamp.name]: stamp.value },
        body: utf8Decode(body),
      };
    },
    async submit(requestId, following = {}) {
      const request = get(requestId);
      const { operation, profile, key, body } = request;
      if (operation.kind !== 'activity')
        throw new AppError('INVALID_INPUT', 'A read is asked, not submitted. Nothing was sent.');
      // Taken out at once, so that a second submit or a discard of the same request finds nothing to act on.
      prepared.delete(requestId);
      let journaled = false;
      try {
        following.progress?.('recording');
        const url = requestUrl(await sender.baseUrl(profile), operation.path);
        following.progress?.('stamping');
        const stamp = await sender.stamp(key, profile, operation.name, url, body);
        if (following.signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled before anything was sent.');
        const fingerprint = fingerprintOf(body);
        const entry = { requestId, operation: operation.name, title: operation.title, url, body, fingerprint };
        records.journal.prepare({
          ...entry,
          profile: profile.name,
          credentialId: key.id,
          stampName: stamp.name,
          stampValue: stamp.value,
          at: ports.now(),
        });
        journaled = true;
        following.progress?.('sending');
        const answered = await delivery.deliver(
          { requestId, operation, url, body, stamp, sentBefore: false },
          following.signal,
        );
        const submitted = await finish(profile, operation, body, answered, following);
        vault.acknowledge();
        service.acknowledge();
        return submitted;
      } catch (error) {
        if (!journaled) prepared.set(requestId, request);
        else if (records.journal.get(requestId)?.status === 'REFUSED') await drop(requestId, request);
        throw error;
      }
    },
    async discard(requestId) {
      const request = prepared.get(requestId);
      if (request !== undefined) return drop(requestId, request);
      records.journal.discard(requestId, ports.now());
      changes.tell('requests');
    },
    unsettled: () => records.journal.open(),
    async settle(requestId, following = {}) {
      const entry = records.journal.get(requestId);
      if (entry === null || (entry.state !== 'prepared' && entry.state !== 'sent')) {
        throw new AppError('NOT_FOUND', 'There is no unsettled request with this id. Nothing was sent.');
      }
      const operation = requireOperation(entry.operation);
      if (operation.kind !== 'activity')
        throw new AppError('NOT_FOUND', 'Only activities are settled. Nothing was sent.');
      const profile = profiles.get(entry.profile);
      const url = requestUrl(await sender.baseUrl(profile), operation.path);
      if (profile.kind === 'remote' && url !== entry.url) {
        throw new AppError(
          'NOT_FOUND',
          `This request belongs to ${entry.url}, but the profile “${profile.name}” is for ${url} now. Nothing was sent.`,
        );
      }
      following.progress?.('sending');
      const stamp = { name: entry.stampName, value: entry.stampValue };
      const request = { requestId, operation, url, body: entry.body, stamp, sentBefore: entry.state === 'sent' };
      const answered = await delivery.deliver(request, following.signal).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'CLOCK_SKEW' && request.sentBefore)
          return delivery.find(request, entry.fingerprint, profile);
        throw error;
      });
      return finish(profile, operation, entry.body, answered, following);
    },
    async stamp(body, options = {}) {
      const profile = profiles.get(options.profile);
      return sender.stamp(credentials.stamping(profile.name, options.credentialId), profile, 'stamp', '', body);
    },
  };
}

/** Ends early, without an error, when the signal is aborted. */
function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}
