import { AppError } from '../../../shared/errors/index.ts';
import type { DraftPolicy, TitledTrial, UntriedRequest } from '../../../shared/model/index.ts';
import { parseJsonObject } from '../../../shared/model/index.ts';
import { findActivityByType } from '../../../shared/operations/index.ts';
import type { Activities } from './activities.ts';
import type { ActivityMeanings } from './activity-meanings.ts';
import type { PolicyTrials, WantedTrials } from './policy-trials.ts';

/** Activities without words that are described for one trial. Others have the title of their operation. */
const MAXIMUM_DESCRIBED = 100;

/** Tries a policy like `PolicyTrials.try`, and puts each request into words. A request without words has its title. */
export type TitledTrials = (
  policy: DraftPolicy,
  wanted: WantedTrials,
  trying?: { readonly signal?: AbortSignal; readonly progress?: (done: number) => void },
) => Promise<(TitledTrial | UntriedRequest)[]>;

interface TitledTrialsParts {
  readonly policyTrials: Pick<PolicyTrials, 'try'>;
  readonly activities: Pick<Activities, 'list'>;
  readonly activityMeanings: Pick<ActivityMeanings, 'explainDraft' | 'describe'>;
}

export function createTitledTrials({ policyTrials, activities, activityMeanings }: TitledTrialsParts): TitledTrials {
  /** The words of the list of activities, or those of the activity itself where the list has none. */
  const past = async (activityId: string, describes: boolean): Promise<string | null> => {
    const { rows } = activities.list({ search: activityId, offset: 0, limit: 1 });
    const row = rows.find((one) => one.activityId === activityId);
    if (row?.words != null) return row.words.what;
    const title = row?.title ?? null;
    return describes ? unless(title, async () => (await activityMeanings.describe(activityId)).naming.headline) : title;
  };

  const composed = async ({ type, parameters }: NonNullable<WantedTrials['request']>): Promise<string | null> => {
    const operation = findActivityByType(type);
    if (operation === undefined) return null;
    return unless(null, async () => {
      const given = parseJsonObject(parameters, () => new AppError('INVALID_INPUT', 'These parameters are no object.'));
      return (await activityMeanings.explainDraft(operation.name, given)).naming.headline;
    });
  };

  return async (policy, wanted, trying) => {
    const trials = await policyTrials.try(policy, wanted, trying);
    const { request } = wanted;
    const own = request === null ? null : await composed(request);
    const titled: (TitledTrial | UntriedRequest)[] = [];
    for (const [place, one] of trials.entries()) {
      if ('problem' in one) titled.push(one);
      else {
        const title = one.activityId === null ? own : await past(one.activityId, place < MAXIMUM_DESCRIBED);
        titled.push({ ...one, title });
      }
    }
    return titled;
  };
}

/** Returns the value, or another one when it cannot be made. The trial shows its own problem. */
async function unless<Other>(other: Other, make: () => Promise<string>): Promise<string | Other> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof AppError) return other;
    throw error;
  }
}
