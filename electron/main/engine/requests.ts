import { createHash, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { AppError } from '../../../shared/errors/index.ts';
import type { Meaning, ProfileRow } from '../../../shared/model/index.ts';
import type { Activity, ActivityOperation, Operation, Query } from '../../../shared/operations/index.ts';
import { formatFingerprint, utf8Decode } from '../../../shared/wire/index.ts';
import type { Records } from '../../cache/index.ts';
import { activityOutcome, buildActivityBody, buildQueryBody, requestUrl } from '../../client/index.ts';
import type { Activities } from './activities.ts';
import type { Changes } from './changes.ts';
import type { Credentials } from './credentials.ts';
import type { KeyRecord } from './key-index.ts';
import { type Queries, requireOperation } from './queries.ts';
import { type Outgoing, REQUEST_HEADERS, type Sender } from './sender.ts';
import type { Engine, EnginePorts, Following, SubmittedRequest } from './types.ts';
import type { VaultKeeper } from './vault-keeper.ts';
import type { SignatureChecker } from './verify.ts';

interface Prepared {
  readonly profile: ProfileRow;
  readonly key: KeyRecord;
  readonly operation: Query | ActivityOperation;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly meaning: Meaning;
  /** The key made for this export alone; it goes when the export is not wanted after all. */
  readonly target: KeyRecord | null;
}

/** Prepared requests the operator neither submitted nor discarded are dropped beyond this many, oldest first. */
const MAXIMUM_PREPARED = 64;
const POLL_MILLISECONDS = 500;
/** How long a submit follows an activity that is not final before it gives it back as it is. */
const FOLLOW_MILLISECONDS = 30_000;
/** Pages of the newest activities that are searched for a fingerprint when the same bytes are too old to be sent again. */
const SETTLE_PAGES = 20;

interface Parts {
  readonly ports: EnginePorts;
  readonly records: Records;
  readonly vault: VaultKeeper;
  readonly profiles: Engine['profiles'];
  readonly credentials: Credentials;
  readonly sender: Sender;
  readonly queries: Queries;
  readonly activities: Activities;
  readonly checker: SignatureChecker;
  readonly changes: Changes;
}

/** The one path of every request: prepared, recorded, stamped, journaled, sent, followed, checked. */
export function createRequests(parts: Parts): Engine['requests'] {
  const { ports, records, vault, profiles, credentials, sender, queries, activities, checker, changes } = parts;
  const prepared = new Map<string, Prepared>();

  const take = (requestId: string): Prepared => {
    const request = prepared.get(requestId);
    if (request === undefined)
      throw new AppError(
        'NOT_FOUND',
        'This request was already submitted or discarded. Nothing was sent. Prepare it again.',
      );
    return request;
  };

  const follow: Engine['requests']['follow'] = async (activity, milliseconds, options = {}) => {
    const end = ports.now() + milliseconds;
    let latest = activity;
    while (activityOutcome(latest) === 'pending' && ports.now() < end && options.signal?.aborted !== true) {
      await pause(POLL_MILLISECONDS, options.signal);
      ({ activity: latest } = await queries.ask('get_activity', { activityId: activity.id }, options));
    }
    return latest;
  };

  /** Sends journaled bytes and settles the journal entry by what the service says. */
  const deliver = async (requestId: string, outgoing: Outgoing, signal?: AbortSignal): Promise<Activity> => {
    records.journal.markSent(requestId, ports.now());
    changes.tell('requests');
    let reply: Awaited<ReturnType<Sender['send']>>;
    try {
      reply = await sender.send(outgoing, signal);
    } catch (error) {
      throw unsettled(error);
    }
    try {
      const { activity } = sender.read(outgoing.operation, reply) as { activity: Activity };
      records.journal.markAnswered(requestId, {
        at: ports.now(),
        activityId: activity.id,
        status: activity.status,
        httpStatus: reply.status,
      });
      return activity;
    } catch (error) {
      // A server's own failure says nothing about whether the activity was made.
      if (reply.status >= 500) throw unsettled(error);
      if (reply.status >= 400)
        records.journal.markAnswered(requestId, {
          at: ports.now(),
          activityId: null,
          status: 'REFUSED',
          httpStatus: reply.status,
        });
      throw error;
    } finally {
      changes.tell('requests');
    }
  };

  /** Follows the activity, checks what came back and keeps it for offline reading. */
  const finish = async (profile: ProfileRow, answered: Activity, following: Following): Promise<SubmittedRequest> => {
    const options = { profile: profile.name, ...(following.signal === undefined ? {} : { signal: following.signal }) };
    following.progress?.('following');
    activities.keep(profile, answered);
    const activity = await follow(answered, FOLLOW_MILLISECONDS, options);
    following.progress?.('checking');
    activities.keep(profile, activity);
    const signature = await checker.check(profile, activity);
    return { activity, signature, detail: activities.detail(profile, activity) };
  };

  /** The same bytes are too old for the service's clock window: look whether they arrived back then. */
  const findByFingerprint = async (profile: ProfileRow, fingerprint: string): Promise<Activity | null> => {
    let after: string | undefined;
    for (let page = 0; page < SETTLE_PAGES; page += 1) {
      const paginationOptions = { limit: '100', ...(after === undefined ? {} : { after }) };
      const reply = await queries.ask('list_activities', { paginationOptions }, { profile: profile.name });
      const found = reply.activities.find((activity) => activity.fingerprint === fingerprint);
      if (found !== undefined) return found;
      if (reply.activities.length < 100) return null;
      after = reply.activities.at(-1)?.id;
    }
    return null;
  };

  return {
    query: queries.run,
    follow,
    async prepare(name, parameters, options = {}) {
      const operation = requireOperation(name);
      if (operation.kind === 'discovery')
        throw new AppError('INVALID_INPUT', `“${name}” is a public document; there is nothing to stamp.`);
      const profile = profiles.get(options.profile);
      const key = credentials.stamping(profile.name);
      const target = operation.kind === 'activity' ? await makeTarget(operation, parameters, profile) : null;
      const body =
        operation.kind === 'activity'
          ? buildActivityBody(operation, {
              organizationId: profile.organizationId,
              parameters: target === null ? parameters : { ...parameters, targetPublicKey: target.publicKey },
              timestampMs: ports.now(),
            })
          : buildQueryBody(operation, { organizationId: profile.organizationId, ...parameters });
      const meaning = await (await vault.openWithKey(key))('describe', { body });
      const requestId = randomUUID();
      prepared.set(requestId, { profile, key, operation, body, meaning, target });
      for (const oldest of prepared.keys()) {
        if (prepared.size <= MAXIMUM_PREPARED) break;
        prepared.delete(oldest);
      }
      return { requestId, meaning, body: utf8Decode(body) };
    },
    async dryRun(requestId) {
      const { operation, profile, key, body } = take(requestId);
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
      const { operation, profile, key, body } = take(requestId);
      if (operation.kind !== 'activity')
        throw new AppError('INVALID_INPUT', 'A read is asked, not submitted. Nothing was sent.');
      following.progress?.('recording');
      const url = requestUrl(await sender.baseUrl(profile), operation.path);
      following.progress?.('stamping');
      const stamp = await sender.stamp(key, profile, operation.name, url, body);
      if (following.signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled before anything was sent.');
      records.journal.prepare({
        requestId,
        profile: profile.name,
        credentialId: key.id,
        operation: operation.name,
        title: operation.title,
        url,
        body,
        stampName: stamp.name,
        stampValue: stamp.value,
        fingerprint: formatFingerprint(Uint8Array.from(createHash('sha256').update(body).digest())),
        at: ports.now(),
      });
      prepared.delete(requestId);
      following.progress?.('sending');
      const answered = await deliver(requestId, { operation, url, body, stamp }, following.signal);
      return finish(profile, answered, following);
    },
    async discard(requestId) {
      const request = prepared.get(requestId);
      if (request !== undefined) {
        prepared.delete(requestId);
        if (request.target !== null) await credentials.remove(request.target);
        return;
      }
      records.journal.discard(requestId, ports.now());
      changes.tell('requests');
    },
    inFlight: () => records.journal.open(),
    async settle(requestId, following = {}) {
      const entry = records.journal.get(requestId);
      if (entry === null)
        throw new AppError('NOT_FOUND', 'There is no unsettled request with this id. Nothing was sent.');
      const operation = requireOperation(entry.operation) as Operation & ActivityOperation;
      const profile = profiles.get(entry.profile);
      const url = requestUrl(await sender.baseUrl(profile), operation.path);
      following.progress?.('sending');
      try {
        const outgoing = {
          operation,
          url,
          body: entry.body,
          stamp: { name: entry.stampName, value: entry.stampValue },
        };
        return await finish(profile, await deliver(requestId, outgoing, following.signal), following);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'CLOCK_SKEW') throw error;
        const found = await findByFingerprint(profile, entry.fingerprint);
        if (found === null) {
          throw new AppError(
            'NOT_FOUND',
            'The service never received this request: its fingerprint is not among its activities, and it is now too old to be sent again. It is settled; nothing was signed or changed. Prepare it again if it is still wanted.',
          );
        }
        records.journal.markAnswered(requestId, {
          at: ports.now(),
          activityId: found.id,
          status: found.status,
          httpStatus: 200,
        });
        return finish(profile, found, following);
      }
    },
    async stamp(body, options = {}) {
      const profile = profiles.get(options.profile);
      return sender.stamp(credentials.stamping(profile.name, options.credentialId), profile, 'stamp', '', body);
    },
  };

  /** An export without a target key gets one made in the vault, so that only this machine can open the bundle. */
  async function makeTarget(
    operation: ActivityOperation,
    parameters: Record<string, unknown>,
    profile: ProfileRow,
  ): Promise<KeyRecord | null> {
    if (operation.risk !== 'secret' || parameters.targetPublicKey !== undefined) return null;
    return credentials.make({
      purpose: 'target',
      profile: profile.name,
      name: 'Export target',
      store: credentials.stamping(profile.name).store,
    });
  }
}

function unsettled(error: unknown): AppError {
  const known =
    error instanceof AppError
      ? error
      : new AppError('SERVICE_UNREACHABLE', 'The request was cut off.', { cause: error });
  if (known.code === 'CANCELLED') {
    return new AppError(
      'CANCELLED',
      'Cancelled while the request was on its way, so the service may have it. It is listed as unsettled: settle it there, which sends the same bytes and never a second activity.',
    );
  }
  return new AppError(
    known.code,
    `${known.message} The service may have received the request. It is listed as unsettled: settle it there, which sends the same bytes and never a second activity.`,
    { cause: error },
  );
}

/** Ends early, without an error, when the signal is aborted. */
function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}
