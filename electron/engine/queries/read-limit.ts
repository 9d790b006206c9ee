/** Reads limits over time, which are velocity controls, from the service's replies. */
import { type LimitUse, type OverTimeLimit, readTimestamp } from '../../../shared/model/index.ts';
import type { QueryResponse } from '../../../shared/operations/index.ts';
import { assetsText, unitOf } from '../../crypto/index.ts';

type Control = QueryResponse<'list_velocity_controls'>['velocityControls'][number];
type Use = QueryResponse<'list_velocity_usage'>['velocityUsage'][number];

/** Returns a limit with its used amounts. `used` is null for a service that does not report them. */
export function readLimit(control: Control, used: readonly Use[] | null): OverTimeLimit {
  const { chainAssetTransfer, activityExecution } = control.dataSource;
  const { method, operator, threshold, window, groupBy } = control.aggregation;
  const definition = chainAssetTransfer?.definition.map(({ caip19, decimals }) => ({ caip19, decimals })) ?? [];
  const unit = unitOf(definition);
  const isSum = method === 'VELOCITY_CONTROL_AGGREGATION_METHOD_SUM';
  return {
    ...{ id: control.velocityControlId, name: control.name, identifier: control.identifier },
    ...{ method, operator, threshold, definition, assets: assetsText(definition) },
    unit: chainAssetTransfer === undefined ? 'activities' : isSum ? unit : `transfers of ${unit}`,
    types: ((chainAssetTransfer ?? activityExecution)?.filter?.activity ?? []).map(({ activityType }) => activityType),
    seconds: window.rolling?.duration ?? null,
    scope: groupBy.user !== undefined ? 'user' : groupBy.wallet !== undefined ? 'wallet' : 'organization',
    createdAt: readTimestamp(control.createdAt),
    uses: used?.filter(({ velocityControlId }) => velocityControlId === control.velocityControlId).map(readUse) ?? null,
  };
}

const readUse = ({ scope, scopeId, countedFor, used, remaining, leavesNext, ...times }: Use): LimitUse => ({
  ...{ scope, scopeId: scopeId ?? null, scopeName: countedFor, used },
  ...{ remaining: remaining ?? null, nextAmount: leavesNext ?? null },
  since: readTimestamp(times.since),
  nextAt: times.leavesAt === undefined ? null : readTimestamp(times.leavesAt),
  emptyAt: times.emptyAt === undefined ? null : readTimestamp(times.emptyAt),
});
