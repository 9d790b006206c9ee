/** Converts the velocity controls of a service into limits over time. */
import { type LimitUse, type OverTimeLimit, readTimestamp } from '../../../shared/model/index.ts';
import type { QueryResponse } from '../../../shared/operations/index.ts';
import { assetsText, unitOf } from '../../crypto/index.ts';
import { allPages, type ReadList } from './all-pages.ts';
import type { Asking, Queries } from './queries.ts';

type Control = QueryResponse<'list_velocity_controls'>['velocityControls'][number];
type Usage = QueryResponse<'list_velocity_usage'>;
type Use = Usage['velocityUsage'][number];

/** Reads the limits over time of an organization, page by page. Throws what a query throws. */
export const readControls = (queries: Pick<Queries, 'ask'>, asking: Asking): Promise<ReadList<Control>> =>
  allPages(
    async (paginationOptions) =>
      (await queries.ask('list_velocity_controls', { paginationOptions }, asking)).velocityControls,
    ({ velocityControlId }) => velocityControlId,
    asking,
  );

/** Returns a limit with its used amounts. `usage` is null for a service that does not report them. */
export function readLimit(control: Control, usage: Usage | null): OverTimeLimit {
  const { chainAssetTransfer, activityExecution } = control.dataSource;
  const { method, operator, threshold, window, groupBy } = control.aggregation;
  const definition = chainAssetTransfer?.definition.map(({ caip19, decimals }) => ({ caip19, decimals })) ?? [];
  const unit = unitOf(definition);
  const isSum = method === 'VELOCITY_CONTROL_AGGREGATION_METHOD_SUM';
  const scope = groupBy.user !== undefined ? 'user' : groupBy.wallet !== undefined ? 'wallet' : 'organization';
  return {
    id: control.velocityControlId,
    name: control.name,
    identifier: control.identifier,
    method,
    operator,
    threshold,
    definition,
    assets: assetsText(definition),
    unit: chainAssetTransfer === undefined ? 'activities' : isSum ? unit : `transfers of ${unit}`,
    types: ((chainAssetTransfer ?? activityExecution)?.filter?.activity ?? []).map(({ activityType }) => activityType),
    seconds: window.rolling?.duration ?? null,
    scope,
    createdAt: readTimestamp(control.createdAt),
    uses:
      usage?.velocityUsage
        .filter(({ velocityControlId }) => velocityControlId === control.velocityControlId)
        .map(readUse) ?? null,
    // The service counts the missing owners of all limits together.
    hasUnlisted: scope !== 'organization' && usage !== null && usage.unlisted > 0,
  };
}

const readUse = ({ scope, scopeId, countedFor, used, remaining, leavesNext, ...times }: Use): LimitUse => ({
  scope,
  scopeId: scopeId ?? null,
  used,
  // The local service returns the id of an owner that was removed in place of its name.
  scopeName: countedFor === '' || countedFor === scopeId ? null : countedFor,
  remaining: remaining ?? null,
  nextAmount: leavesNext ?? null,
  since: readTimestamp(times.since),
  nextAt: times.leavesAt === undefined ? null : readTimestamp(times.leavesAt),
  emptyAt: times.emptyAt === undefined ? null : readTimestamp(times.emptyAt),
});
