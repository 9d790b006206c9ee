import { AppError, sentence, term } from '../../../../shared/errors/index.ts';
import type { ProfileRow } from '../../../../shared/model/index.ts';
import { type Activity, OPERATIONS, requireOperation } from '../../../../shared/operations/index.ts';
import { activityOutcome, exportsOf, failureText, parametersIn } from '../../../client/index.ts';
import type { JournalEntry, MoveOf, Records } from '../../../storage/records/index.ts';
import { importBundles } from '../../imports/import-requests.ts';
import { isNotFound } from '../../queries/not-found.ts';
import type { Asking, Queries } from '../../queries/queries.ts';
import type { Following } from '../../requests/follower.ts';
import type { Requests } from '../../requests/requests.ts';
import { endedAs } from '../../tools/ended-as.ts';
import { atProfile } from './faults.ts';

/** The requests of a move, in their order. `accounts` adds those that one import cannot take. */
export const MOVE_STEPS = ['start', 'export', 'import', 'accounts'] as const;
export type MoveStep = (typeof MOVE_STEPS)[number];

/** A request of a move to make. */
export interface WantedStep {
  readonly step: MoveStep;
  readonly profile: ProfileRow;
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A request of a move that the service answered. */
export interface AnsweredStep {
  readonly activity: Activity;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface StepOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Carries out the requests of moves. Each is noted before it is sent, so that a later run finds it by its id. */
export interface Steps {
  /**
   * Returns the noted request of a step with its activity now. Settles one that was sent without a reply. Null when
   * none was answered with an activity.
   */
  recorded(move: MoveOf, step: MoveStep): Promise<AnsweredStep | null>;
  /** Reports whether the request of a step ended: it was refused, given up, failed or completed. */
  hasEnded(move: MoveOf, step: MoveStep, answered: AnsweredStep | undefined): boolean;
  /** Prepares, notes and submits a request. Throws ACTIVITY_FAILED for one that failed or was rejected. */
  submit(move: MoveOf, wanted: WantedStep): Promise<AnsweredStep>;
}

interface StepParts {
  readonly records: Pick<Records, 'journal' | 'moveSteps'>;
  readonly profiles: { readonly get: (name: string) => ProfileRow };
  readonly queries: Pick<Queries, 'ask'>;
  readonly requests: Pick<Requests, 'prepare' | 'submit' | 'settle'>;
}

export function createSteps({ records, profiles, queries, requests }: StepParts, options: StepOptions): Steps {
  const { signal } = options;
  const following: Following = signal === undefined ? {} : { signal };

  /** Null for an activity that a service lost, as one that an older backup was restored to. The step is made anew. */
  const activityAt = async (activityId: string, asking: Asking): Promise<Activity | null> => {
    try {
      return (await queries.ask('get_activity', { activityId }, asking)).activity;
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  };

  const settled = async ({ requestId, profile }: JournalEntry): Promise<Activity> => {
    try {
      return (await requests.settle(requestId, following)).activity;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, fields, outcome, reference } = error;
      const named = atProfile(profile, error);
      if (outcome !== 'unknown') throw new AppError(code, named, { fields, outcome, reference, cause: error });
      const words = sentence`${named} If it can no longer succeed, give it up first: castellan request give-up ${requestId} --reason TEXT.`;
      throw new AppError(code, words, { fields, outcome, reference, cause: error });
    }
  };

  const activityOf = async (entry: JournalEntry): Promise<Activity | null> => {
    if (entry.state === 'discarded') return null;
    if (entry.state !== 'answered') return settled(entry);
    if (entry.activityId === null) return null;
    const asking = { profile: profiles.get(entry.profile), signal };
    const activity = await activityAt(entry.activityId, asking);
    if (activity === null) return null;
    if (activity.fingerprint === entry.fingerprint) return activity;
    throw new AppError(
      'SERVICE_REPLY_INVALID',
      sentence`The service of “${entry.profile}” returned another activity than the one of ${entry.title}. Nothing more was moved. Report this to the operator of the service.`,
    );
  };

  return {
    async recorded(move, step) {
      const requestId = records.moveSteps.find(move, step);
      const entry = requestId === null ? null : records.journal.get(requestId);
      const activity = entry === null ? null : await activityOf(entry);
      return entry === null || activity === null ? null : { activity, parameters: parametersIn(entry.body) };
    },
    hasEnded(move, step, answered) {
      if (answered !== undefined) return isDone(answered) || hasFailed(answered.activity);
      const requestId = records.moveSteps.find(move, step);
      const status = requestId === null ? null : (records.journal.get(requestId)?.status ?? null);
      return status !== null;
    },
    async submit(move, { step, profile, operation, parameters }) {
      const { requestId } = await requests.prepare(operation, parameters, { profile });
      records.moveSteps.note(move, step, requestId);
      const { activity } = await requests.submit(requestId, following);
      if (!hasFailed(activity)) return { activity, parameters };
      const why = failureText(activity);
      throw new AppError(
        'ACTIVITY_FAILED',
        sentence`“${term(requireOperation(operation).title)}” at “${profile.name}” ${endedAs(activity.status)}${why === null ? '' : `: ${why.replace(/\.$/, '')}`}. Nothing more was moved. Correct the cause and run the move again.`,
      );
    },
  };
}

export const isDone = ({ activity }: AnsweredStep): boolean => activityOutcome(activity) === 'done';
export const hasFailed = (activity: Activity): boolean => ['failed', 'rejected'].includes(activityOutcome(activity));

/** The bundle with the service's key in a completed start. Throws SERVICE_REPLY_INVALID. */
export function targetBundleOf({ activity }: AnsweredStep): string {
  const [bundle] = importBundles(activity);
  if (bundle !== undefined) return bundle;
  throw noBundle('import key');
}

/** The bundle of a completed export. Throws SERVICE_REPLY_INVALID. */
export function exportBundleOf({ activity, parameters }: AnsweredStep, kind: 'wallet' | 'private key'): string {
  const operation = kind === 'wallet' ? OPERATIONS.export_wallet : OPERATIONS.export_private_key;
  const [exported] = exportsOf(operation, parameters, activity);
  if (exported !== undefined) return exported.bundle;
  throw noBundle('export bundle');
}

const noBundle = (what: string) =>
  new AppError(
    'SERVICE_REPLY_INVALID',
    sentence`The completed activity has no ${what}. Nothing more was moved. Report this to the operator of the service.`,
  );
