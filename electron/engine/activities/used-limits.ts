/** The used amounts of the limits over time that a request deletes, makes anew or unbinds. */
import { AppError } from '../../../shared/errors/index.ts';
import {
  type Finding,
  grouped,
  isJsonObject,
  type JsonObject,
  type LimitUse,
  type OverTimeLimit,
  ownMember,
  utcMoment,
} from '../../../shared/model/index.ts';
import { checkValue, convertToNewest, findOperation, newestOf } from '../../../shared/operations/index.ts';
import { namesControl } from '../../../shared/policy-language/index.ts';
import { care } from '../../crypto/index.ts';
import type { Asking, Queries } from '../queries/queries.ts';
import { readControls, readLimit } from '../queries/read-limit.ts';
import { named, textOf } from './named-in-request.ts';

/** Users or wallets of one limit that a sentence names. */
const MAXIMUM_USES = 3;

const BEGINS_AGAIN = 'Counting begins again at nothing.';

/** Finds the limits that a request concerns, with the end of their sentence. */
interface Concern {
  readonly end: string;
  /** True when the request names a limit by its id, which must then be found. */
  readonly isNamed: boolean;
  /** Null for a request that concerns none. */
  find(parameters: JsonObject, asking: Asking): Promise<((limit: OverTimeLimit) => boolean) | null>;
}

const concernsOf = (queries: Pick<Queries, 'ask'>): Readonly<Record<string, Concern>> => ({
  delete_velocity_control: {
    end: BEGINS_AGAIN,
    isNamed: true,
    async find(parameters) {
      const id = textOf(parameters, 'velocityControlId').toLowerCase();
      return (limit) => limit.id.toLowerCase() === id;
    },
  },
  // A limit cannot be changed, so a change makes one of the same name.
  create_velocity_control: {
    end: BEGINS_AGAIN,
    isNamed: false,
    async find(parameters) {
      const name = foldedName(textOf(parameters, 'name'));
      return (limit) => foldedName(limit.name) === name;
    },
  },
  update_policy: {
    end: 'The policy no longer names it.',
    isNamed: false,
    async find(parameters, asking) {
      if (ownMember(parameters, 'policyCondition') === undefined) return null;
      const condition = textOf(parameters, 'policyCondition');
      const policyId = textOf(parameters, 'policyId');
      const { policy } = await queries.ask('get_policy', { policyId }, asking);
      if (!policy.condition.includes('controls')) return null;
      return ({ identifier }) => namesControl(policy.condition, identifier) && !namesControl(condition, identifier);
    },
  },
});

/**
 * Returns what is used of each limit that a request deletes, makes anew or unbinds. An amount that was not read is
 * stated as not known. Empty for every other request. Throws CANCELLED.
 */
export async function usedLimits(
  queries: Pick<Queries, 'ask'>,
  { operation, parameters }: { readonly operation: string; readonly parameters: unknown },
  asking: Asking,
): Promise<readonly Finding[]> {
  const sent = findOperation(operation);
  if (sent?.kind !== 'activity') return [];
  const concerns = concernsOf(queries);
  const newest = newestOf(sent).name;
  const concern = Object.hasOwn(concerns, newest) ? concerns[newest] : undefined;
  if (concern === undefined || checkValue(sent.parameters, parameters).length > 0) return [];
  try {
    const given = convertToNewest(sent, parameters).parameters;
    if (!isJsonObject(given)) return [];
    const concerned = await concern.find(given, asking);
    if (concerned === null) return [];
    const { all, isWhole } = await readLimits(queries, asking);
    const limits = all.filter(concerned);
    if (limits.length === 0 && concern.isNamed) return [care(`${NOT_KNOWN} ${concern.end}`)];
    const known = limits.map((limit) => care(`${usedWords(limit)} ${concern.end}`));
    return isWhole || concern.isNamed ? known : [...known, care(MORE_NOT_KNOWN)];
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'CANCELLED') throw error;
    return [care(concern.isNamed ? `${NOT_KNOWN} ${concern.end}` : NOT_KNOWN)];
  }
}

const NOT_KNOWN = 'The used amount of the limit is not known.';
const MORE_NOT_KNOWN = 'Not all limits were read. The use of the others is not known.';

/** Two names that a reader takes for one: their letter case and outer spaces differ at most. */
const foldedName = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/** `isWhole` is false when the service may have more limits than were read. */
async function readLimits(
  queries: Pick<Queries, 'ask'>,
  asking: Asking,
): Promise<{ readonly all: readonly OverTimeLimit[]; readonly isWhole: boolean }> {
  const { rows, isWhole } = await readControls(queries, asking);
  const usage = rows.length === 0 ? null : await readUsage(queries, asking);
  return { all: rows.map((control) => readLimit(control, usage)), isWhole };
}

/** Only the local service reports the used amounts. Null for every other one. Throws CANCELLED. */
async function readUsage(queries: Pick<Queries, 'ask'>, asking: Asking) {
  try {
    return await queries.ask('list_velocity_usage', {}, asking);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'CANCELLED') throw error;
    return null;
  }
}

/** Returns "Of the limit “Ether a day”, 3 of 10 ETH are used until 2026-11-27 14:05 UTC." */
function usedWords(limit: OverTimeLimit): string {
  const name = `the limit ${named(limit.name)}`;
  const { uses } = limit;
  if (uses === null) return `The used amount of ${name} is not known.`;
  const some = uses.slice(0, MAXIMUM_USES).map((use) => useWords(limit, use));
  const more = uses.length - some.length;
  if (some.length === 0) return `Nothing of ${name} is used.`;
  return `Of ${name}, ${some.join(', ')}${more > 0 ? `, and there are ${more} more` : ''}.`;
}

function useWords({ threshold, unit, scope }: OverTimeLimit, use: LimitUse): string {
  const owner = use.scopeName === null ? `a ${use.scope} without a known name` : named(use.scopeName);
  const whose = scope === 'organization' ? '' : ` for ${owner}`;
  return `${grouped(use.used)} of ${grouped(threshold)} ${unit} are used${whose}${untilWords(use, unit)}`;
}

function untilWords({ used, nextAmount, nextAt }: LimitUse, unit: string): string {
  if (nextAmount === null || nextAt === null) return '';
  const at = utcMoment(nextAt);
  return nextAmount === used ? ` until ${at}` : `, ${grouped(nextAmount)} ${unit} of it until ${at}`;
}
