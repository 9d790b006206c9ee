import { AppError, isBundleFault, sentence, textOf } from '../../../shared/errors/index.ts';
import type { ProfileRow } from '../../../shared/model/index.ts';
import { type Activity, OPERATIONS, type Operation } from '../../../shared/operations/index.ts';
import { hexEncode, utf8Encode } from '../../../shared/wire/index.ts';
import { activityOutcome, buildActivityBody, exportsOf, failureText } from '../../client/index.ts';
import { checkExportBundle, sha256 } from '../../crypto/index.ts';
import type { Activities } from '../activities/activities.ts';
import type { Base } from '../base.ts';
import { isCheckCode, readContainer, writeContainer } from '../containers/container.ts';
import type { TargetList } from '../containers/kinds.ts';
import type { Counting } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Confirm } from '../requests/confirmation.ts';
import type { Requests } from '../requests/requests.ts';
import type { Credentials } from '../stamping/credentials.ts';
import { endedAs } from '../tools/ended-as.ts';

/** An export without a bundle: it waits for votes, or it was refused. A later run asks again only for a refused one. */
export interface MissingExport {
  /** Its number in the list, from 1. */
  readonly number: number;
  readonly state: 'waiting' | 'refused';
  readonly why: string;
}

export interface Gathered {
  /** The container for the offline machine, with null for each missing export. */
  readonly text: string;
  readonly total: number;
  readonly missing: readonly MissingExport[];
}

/** Asks the service for the exports of a list. */
export interface Gathering {
  /**
   * Asks for each export that was not asked for before, and reads the bundles. The journal decides, so after an
   * interruption another run continues and asks for nothing twice. `code` is the check code of the offline machine:
   * without it another target key in the list would get the keys. Throws INVALID_INPUT, CANCELLED, and what
   * `Requests.submitConfirmed` and `Requests.settle` throw.
   */
  gather(text: string, code: string, profile: ProfileRow, counting?: Counting): Promise<Gathered>;
}

interface GatheringParts {
  readonly profiles: Profiles;
  readonly credentials: Pick<Credentials, 'stamping'>;
  readonly requests: Pick<Requests, 'submitConfirmed' | 'settle'>;
  readonly activities: Pick<Activities, 'find'>;
  readonly confirm: Confirm;
}

type Target = TargetList['targets'][number];

export function createGathering({ ports, records }: Base, parts: GatheringParts): Gathering {
  const { profiles, credentials, requests, activities, confirm } = parts;

  const ask = async (
    requestId: string,
    target: Target,
    profile: ProfileRow,
    signal?: AbortSignal,
  ): Promise<Activity> => {
    const { operation, parameters } = requestOf(target);
    const { organizationId } = profile;
    const body = buildActivityBody(operation, { organizationId, parameters, timestampMs: ports.clock.now() });
    const request = { profile, key: credentials.stamping(profile), operation, body };
    const confirmation = await confirm(request, signal);
    return (await requests.submitConfirmed(requestId, request, confirmation, signal ? { signal } : {})).activity;
  };

  /** The activity of an export: the one that was asked for before, else a new one. */
  const activityOf = async (digest: string, target: Target, profile: ProfileRow, signal?: AbortSignal) => {
    for (let attempt = 0; ; attempt += 1) {
      const requestId = requestIdOf([digest, profile.name, target.targetPublicKey, attempt]);
      const entry = records.journal.get(requestId);
      if (entry === null) return ask(requestId, target, profile, signal);
      if (entry.state === 'prepared' || entry.state === 'sent')
        return (await requests.settle(requestId, signal ? { signal } : {})).activity;
      if (entry.activityId === null) continue;
      const activity = await activities.find(profile, entry.activityId);
      if (!isOver(activity)) return activity;
    }
  };

  return {
    async gather(text, code, profile, { signal, progress } = {}) {
      const { content: list, digest } = readContainer(text, 'export-targets');
      if (!isCheckCode(code, digest)) throw wrongCode();
      if (list.organizationId !== profile.organizationId)
        throw new AppError(
          'INVALID_INPUT',
          sentence`The list is for the organization ${list.organizationId}, and the profile “${profile.name}” is for ${profile.organizationId}. Nothing was asked for. Use the profile of that organization.`,
        );
      await profiles.requireConfirmed(profile);
      const bundles: (string | null)[] = [];
      const missing: MissingExport[] = [];
      for (const target of list.targets) {
        if (signal?.aborted === true)
          throw new AppError(
            'CANCELLED',
            sentence`Cancelled after ${bundles.length} of ${list.targets.length} exports. No file was written. Run it again to continue: nothing is asked for twice.`,
          );
        const number = bundles.length + 1;
        const got = await bundleOf(() => activityOf(digest, target, profile, signal), target, profile);
        bundles.push('bundle' in got ? got.bundle : null);
        if ('why' in got) missing.push({ number, ...got });
        progress?.({ done: number, total: list.targets.length, text: 'exports asked for' });
      }
      return { text: writeContainer('gathered-exports', { list, bundles }), total: bundles.length, missing };
    },
  };
}

/** The bundle of an export, once the service's signature of it holds, or the reason why there is none. */
async function bundleOf(
  find: () => Promise<Activity>,
  target: Target,
  { organizationId, signerKey }: ProfileRow,
): Promise<{ readonly bundle: string } | Omit<MissingExport, 'number'>> {
  try {
    const activity = await find();
    if (isOver(activity))
      return { state: 'refused', why: failureText(activity) ?? `It ${textOf(endedAs(activity.status))}.` };
    const { operation, parameters } = requestOf(target);
    const [exported] = exportsOf(operation, parameters, activity);
    if (exported === undefined) return { state: 'waiting', why: 'It waits for votes or for the service.' };
    checkExportBundle({ bundle: exported.bundle, organizationId, signerKey });
    return { bundle: exported.bundle };
  } catch (error) {
    const isRefusal = error instanceof AppError && (error.code === 'SERVICE_REFUSED' || isBundleFault(error.code));
    if (!isRefusal) throw error;
    return { state: 'refused', why: error.message };
  }
}

/** True for an activity that ended without a result. */
const isOver = (activity: Activity): boolean => ['failed', 'rejected'].includes(activityOutcome(activity));

/** The operation that exports this kind, and its parameters. */
function requestOf({ export: { kind, of }, targetPublicKey }: Target) {
  const operations: readonly Operation[] = Object.values(OPERATIONS);
  const operation = operations.find((one) => one.kind === 'activity' && one.exports?.kind === kind);
  if (operation?.kind !== 'activity' || operation.exports === null) throw new Error(`no operation exports a ${kind}`);
  return { operation, parameters: { [operation.exports.of]: of, [operation.exports.target]: targetPublicKey } };
}

/** A UUID of version 8 (RFC 9562) from the SHA-256 of the parts: the same for the same export of a list. */
function requestIdOf(parts: readonly unknown[]): string {
  const digits = hexEncode(sha256(utf8Encode(JSON.stringify(['castellan gather', ...parts]))));
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

function wrongCode(): AppError {
  return new AppError(
    'INVALID_INPUT',
    'The check code is not that of this list. Nothing was asked for. Compare the code on the screen of the offline machine: with another list, somebody else could get the keys.',
  );
}
