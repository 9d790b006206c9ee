import { toTimestamp } from '../../../../shared/model/index.ts';
import type {
  ActivityParameters,
  VelocityAggregation,
  VelocityControl,
  VelocityDataSource,
  VelocityUse,
} from '../../../../shared/operations/index.ts';
import { ACTIVITY_TYPES, isMemberName, namesControlIn, PolicyFault } from '../../../../shared/policy-language/index.ts';
import { knownAsset, randomUuid } from '../../../crypto/index.ts';
import { parsePart } from '../../policies/parsed.ts';
import { assetText, readAsset } from '../../policies/velocity/assets.ts';
import { type BucketUse, bucketUse, controlUnit } from '../../policies/velocity/limits.ts';
import { found, overQuota, type PublicError, requestInvalid } from '../../public-error.ts';
import type { ActingContext } from '../../request-context.ts';
import type { VelocityControlRow } from '../../store/index.ts';
import type { ActivityHandler, QueryHandler } from '../types.ts';

/** Choice (velocity-controls-kept): an organization has at most this many. */
const MAXIMUM_CONTROLS = 100;
const MAXIMUM_DECIMALS = 255;
const MAXIMUM_DIGITS = 38;

type Parameters = ActivityParameters<'create_velocity_control'>;
type Filter = NonNullable<VelocityDataSource['activityExecution']>['filter'];

/** Choice (velocity-begin): a control counts from when it is made, not what was done before. */
export const createVelocityControl: ActivityHandler<'create_velocity_control'> = (parameters, context) => {
  const { name, identifier } = parameters;
  const read = readControl(parameters);
  return () => {
    const { store, caller, requestedAt } = context;
    const { organizationId } = caller.organization;
    const controls = store.velocityControls.list(organizationId);
    if (controls.some((control) => control.identifier === identifier))
      throw invalid(`the identifier ${identifier} must be unique`);
    if (controls.length >= MAXIMUM_CONTROLS)
      throw overQuota(`organization over quota: it has at most ${MAXIMUM_CONTROLS} velocity controls`);
    const velocityControlId = randomUuid();
    const times = { createdAt: requestedAt, updatedAt: requestedAt };
    store.velocityControls.insert({ velocityControlId, organizationId, name, identifier, ...read, ...times });
    return { velocityControlId };
  };
};

/** Choice (velocity-deletion): a control that a policy names stays, so that no policy loses its limit unnoticed. */
export const deleteVelocityControl: ActivityHandler<'delete_velocity_control'> = (parameters, context) => () => {
  const { velocityControlId, identifier } = findControl(parameters.velocityControlId, context);
  const naming = namingOf(identifier, context);
  if (naming.length > 0)
    throw requestInvalid(
      `the velocity control controls.${identifier} is named by ${naming.slice(0, 10).join(', ')}. Nothing was deleted. Change or delete what names it first.`,
    );
  context.store.velocityControls.remove(velocityControlId);
  return { velocityControlId };
};

export const getVelocityControl: QueryHandler<'get_velocity_control'> = ({ velocityControlId }, context) => ({
  velocityControl: wireControl(findControl(velocityControlId, context)),
});

export const listVelocityControls: QueryHandler<'list_velocity_controls'> = (
  { paginationOptions = {} },
  { store, caller },
) => {
  const { organizationId } = caller.organization;
  const page = store.velocityControls.page(organizationId, paginationOptions);
  const all = store.velocityControls.list(organizationId);
  const isEnd = (row: VelocityControlRow | undefined, end: VelocityControlRow | undefined) =>
    row === undefined || row.velocityControlId === end?.velocityControlId;
  const [first, last] = [page[0], page.at(-1)];
  return {
    velocityControls: page.map(wireControl),
    pageInfo: {
      hasNextPage: !isEnd(last, all.at(-1)),
      hasPreviousPage: !isEnd(first, all[0]),
      ...(first === undefined ? {} : { startCursor: first.velocityControlId }),
      ...(last === undefined ? {} : { endCursor: last.velocityControlId }),
    },
  };
};

/** The users, wallets and private keys of one control that are listed, those with the largest use first. */
const MAXIMUM_BUCKETS = 50;

export const listVelocityUsage: QueryHandler<'list_velocity_usage'> = ({ velocityControlId }, context) => {
  const controls =
    velocityControlId === undefined
      ? context.store.velocityControls.list(context.caller.organization.organizationId)
      : [findControl(velocityControlId, context)];
  const uses = controls.map((control) => usesOfControl(control, context));
  return {
    velocityUsage: uses.flatMap(({ listed }) => listed),
    unlisted: uses.reduce((sum, { unlisted }) => sum + unlisted, 0),
  };
};

/** A control that counts apart has no row of an owner before its first use, but one of its own. */
function usesOfControl(control: VelocityControlRow, context: ActingContext) {
  const { organizationId, aggregation } = control;
  const isShared = aggregation.groupBy.organization !== undefined;
  const used = isShared ? [organizationId] : context.store.velocityControls.bucketIds(control.velocityControlId);
  const buckets = used
    .map((bucketId) => bucketUse(control, bucketId, context))
    .filter(({ units }) => isShared || units > 0n)
    .toSorted((one, other) => (one.units < other.units ? 1 : one.units > other.units ? -1 : 0));
  const listed = buckets.slice(0, MAXIMUM_BUCKETS).map((bucket) => wireUse(control, bucket, context));
  return {
    listed:
      listed.length > 0 ? listed : [wireUse(control, { ...bucketUse(control, '', context), bucketId: null }, context)],
    unlisted: Math.max(0, buckets.length - MAXIMUM_BUCKETS),
  };
}

function wireUse(
  control: VelocityControlRow,
  {
    bucketId,
    used,
    remaining,
    since,
    next,
    emptyAt,
  }: Omit<BucketUse, 'bucketId'> & { readonly bucketId: string | null },
  context: ActingContext,
): VelocityUse {
  const { velocityControlId, identifier, name, aggregation } = control;
  return {
    identifier,
    name,
    ...ownerOf(control, bucketId, context),
    used,
    limit: aggregation.threshold,
    unit: controlUnit(control),
    ...(remaining === null ? {} : { remaining }),
    ...(next === null ? {} : { leavesNext: next.amount, leavesAt: toTimestamp(next.at) }),
    ...(emptyAt === null ? {} : { emptyAt: toTimestamp(emptyAt) }),
    since: toTimestamp(since),
    velocityControlId,
  };
}

/** Names the owner of a bucket. One that was removed has its id alone. */
function ownerOf(
  { organizationId, aggregation: { groupBy } }: VelocityControlRow,
  bucketId: string | null,
  { store }: ActingContext,
): Pick<VelocityUse, 'scope' | 'scopeId' | 'countedFor'> {
  if (groupBy.organization !== undefined) {
    const countedFor = store.organizations.find(organizationId)?.organizationName ?? '';
    return { scope: 'organization', scopeId: organizationId, countedFor };
  }
  const scope = groupBy.user === undefined ? 'wallet' : 'user';
  if (bucketId === null) return { scope, countedFor: `each ${scope}` };
  const scopeId = bucketId;
  if (scope === 'user')
    return { scope, scopeId, countedFor: store.organizations.findUser(bucketId)?.userName ?? bucketId };
  const wallet = store.wallets.find(organizationId, bucketId);
  if (wallet !== undefined) return { scope, scopeId, countedFor: wallet.walletName };
  const key = store.privateKeys.find(organizationId, bucketId);
  return key === undefined
    ? { scope, scopeId, countedFor: bucketId }
    : { scope: 'private key', scopeId, countedFor: key.privateKeyName };
}

/** The identifiers that policies of the organization may name. */
export function identifiersOf({ store, caller }: ActingContext): readonly string[] {
  return store.velocityControls.list(caller.organization.organizationId).map(({ identifier }) => identifier);
}

function findControl(velocityControlId: string, { store, caller }: ActingContext): VelocityControlRow {
  return found(store.velocityControls.find(caller.organization.organizationId, velocityControlId), 'velocity control');
}

function wireControl({ createdAt, updatedAt, ...control }: VelocityControlRow): VelocityControl {
  return { ...control, createdAt: toTimestamp(createdAt), updatedAt: toTimestamp(updatedAt) };
}

/** Lists in words the policies, MFA policies and session profiles of the organization that name a control. */
function namingOf(identifier: string, { store, caller }: ActingContext): string[] {
  const { organizationId } = caller.organization;
  const users = store.organizations.usersOf(organizationId);
  const conditions = [
    ...store.policies
      .list(organizationId)
      .map(({ policyName, condition }) => ({ what: 'the policy', name: policyName, condition })),
    ...users
      .flatMap(({ userId }) => store.mfaPolicies.ofUser(userId))
      .map(({ mfaPolicyName, condition }) => ({ what: 'the MFA policy', name: mfaPolicyName, condition })),
    ...store.sessionProfiles.list(organizationId).map(({ sessionProfileName, scope }) => ({
      what: 'the session profile',
      name: sessionProfileName,
      condition: scope,
    })),
  ];
  return conditions
    .filter(({ condition }) => namesControl(condition, identifier, organizationId))
    .map(({ what, name }) => `${what} ${JSON.stringify(name)}`);
}

/** A condition that cannot be read any more may name it. */
function namesControl(condition: string, identifier: string, organizationId: string): boolean {
  if (condition === '') return false;
  try {
    return namesControlIn(parsePart('condition', condition, organizationId).expression, identifier);
  } catch (error) {
    if (error instanceof PolicyFault) return condition.includes(identifier);
    throw error;
  }
}

/** Reads the members of a control. Throws REQUEST_INVALID for a control that cannot be measured. */
function readControl({ dataSource, aggregation, identifier }: Parameters) {
  if (!isMemberName(identifier))
    throw invalid(`${identifier} is a word of the policy language; choose another identifier`);
  const read = { dataSource: readDataSource(dataSource), aggregation: readAggregation(aggregation) };
  const isSum = aggregation.method === 'VELOCITY_CONTROL_AGGREGATION_METHOD_SUM';
  if (isSum && read.dataSource.activityExecution !== undefined)
    throw invalid('activityExecution has no amounts to sum; use VELOCITY_CONTROL_AGGREGATION_METHOD_COUNT');
  return read;
}

function readDataSource(given: VelocityDataSource): VelocityDataSource {
  const { chainAssetTransfer, activityExecution } = requireOne('dataSource', given, [
    'chainAssetTransfer',
    'activityExecution',
  ]);
  if (chainAssetTransfer === undefined) return { activityExecution: readFilter(activityExecution?.filter) };
  const { definition, filter, phase } = chainAssetTransfer;
  if (phase !== undefined) {
    const { submission } = requireOne('phase', phase, ['signature', 'submission']);
    if (submission !== undefined)
      throw invalid(
        'the phase submission is reserved for later; transfers are measured when they are signed (signature)',
      );
  }
  const assets = new Set<string>();
  for (const { caip19, decimals } of definition) {
    const asset = readAsset(caip19);
    if (typeof asset === 'string') throw invalid(`the asset ${caip19} ${asset}`);
    if (assets.has(assetText(asset))) throw invalid(`the asset ${caip19} is there twice; write it once`);
    assets.add(assetText(asset));
    if (Number(decimals) > MAXIMUM_DECIMALS) throw invalid(`decimals of ${caip19} are more than ${MAXIMUM_DECIMALS}`);
    // Choice (velocity-decimals): other places would make the threshold another amount, or no limit at all.
    const known = knownAsset(asset.chain, asset.token);
    if (known !== null && String(known.decimals) !== decimals)
      throw invalid(
        `${known.symbol} (${caip19}) has ${known.decimals} decimals, and the limit says ${decimals}; write ${known.decimals}`,
      );
  }
  return {
    chainAssetTransfer: {
      definition: definition.map(({ caip19, decimals }) => ({ caip19, decimals })),
      ...readFilter(filter),
      ...(phase === undefined ? {} : { phase: { signature: {} } }),
    },
  };
}

function readFilter(filter: Filter): { filter?: NonNullable<Filter> } {
  if (filter === undefined) return {};
  const types = filter.activity ?? [];
  for (const { activityType } of types)
    if (!ACTIVITY_TYPES.includes(activityType)) throw invalid(`there is no activity type ${activityType}`);
  return { filter: { activity: types.map(({ activityType }) => ({ activityType })) } };
}

function readAggregation({ method, operator, threshold, window, groupBy }: VelocityAggregation): VelocityAggregation {
  if (threshold.replace('.', '').length > MAXIMUM_DIGITS)
    throw invalid(`the threshold has more than ${MAXIMUM_DIGITS} digits`);
  const { rolling } = requireOne('window', window, ['rolling', 'infinite']);
  const { organization, user } = requireOne('groupBy', groupBy, ['organization', 'user', 'wallet']);
  return {
    method,
    operator,
    threshold,
    window: rolling === undefined ? { infinite: {} } : { rolling: { duration: rolling.duration } },
    groupBy: organization !== undefined ? { organization: {} } : user !== undefined ? { user: {} } : { wallet: {} },
  };
}

/** Throws REQUEST_INVALID unless exactly one of the members is present. */
function requireOne<Value extends object>(
  what: string,
  value: Value,
  members: readonly (keyof Value & string)[],
): Value {
  if (members.filter((member) => value[member] !== undefined).length === 1) return value;
  throw invalid(`${what} must have exactly one of ${members.join(', ')}`);
}

function invalid(why: string): PublicError {
  return requestInvalid(`invalid velocity control: ${why}`);
}
