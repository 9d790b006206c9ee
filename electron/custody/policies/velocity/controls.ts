import type { VelocityOperator } from '../../../../shared/model/index.ts';
import { PolicyFault } from '../../../../shared/policy-language/index.ts';
import type { ActingContext } from '../../request-context.ts';
import type { VelocityControlRow } from '../../store/index.ts';
import { signingRow, targetWallet } from '../content.ts';
import type { Struct, Value } from '../evaluate.ts';
import { once } from '../once.ts';
import { type Subject, typesOf } from '../subject.ts';
import { readAsset } from './assets.ts';
import { isSigning, movedOf } from './signed.ts';

/**
 * The value of `controls`. Each velocity control of the organization is true while its aggregate, with this request,
 * satisfies its comparison. A member throws a `PolicyFault` when the control cannot be judged. A batch counts as a
 * whole in each of its cases.
 */
export function controlsValue(subject: Subject, context: ActingContext): Struct {
  const whole = subject.whole ?? subject;
  const members: Record<string, Value> = {};
  for (const control of context.store.velocityControls.list(context.caller.organization.organizationId))
    Object.defineProperty(members, control.identifier, {
      enumerable: true,
      get: verdictOf(control, whole, context),
    });
  return members;
}

/**
 * Adds what a request used to every velocity control that measures it. Runs inside the transaction in which it is carried out.
 * Choice (velocity-unknown): what the root quorum or another policy lets go and nobody can read adds nothing.
 */
export function recordUse(subject: Subject, context: ActingContext): void {
  const { store, caller, now } = context;
  for (const control of store.velocityControls.list(caller.organization.organizationId)) {
    const amount = knownAddition(control, subject, context);
    if (amount === null || amount === 0n) continue;
    for (const bucketId of bucketsOf(control, subject, context))
      store.velocityControls.use({ ...windowOf(control), bucketId, now: now() }, amount);
  }
}

interface Judged {
  readonly version: number;
  readonly verdicts: Map<string, () => boolean>;
}
/** Cached verdicts of a request since the last use of any control. A batch queries them many times. */
const judged = new WeakMap<Subject, Judged>();

function verdictOf(control: VelocityControlRow, whole: Subject, context: ActingContext): () => boolean {
  const version = context.store.velocityControls.version();
  const before = judged.get(whole);
  const current = before?.version === version ? before : { version, verdicts: new Map<string, () => boolean>() };
  judged.set(whole, current);
  const key = `${control.velocityControlId}/${context.caller.user.userId}`;
  const verdict = current.verdicts.get(key) ?? once(() => judge(control, whole, context));
  current.verdicts.set(key, verdict);
  return verdict;
}

function judge(control: VelocityControlRow, whole: Subject, context: ActingContext): boolean {
  const amount = addedBy(control, whole, context);
  const [bucketId, ...others] = bucketsOf(control, whole, context);
  if (bucketId === undefined || others.length > 0) {
    if (amount === null) throw new PolicyFault('the request has no wallet to count for', 'inapplicable');
    throw new PolicyFault(
      `controls.${control.identifier} counts for one wallet, and the request has not one`,
      'opaque',
    );
  }
  const { store, now } = context;
  const used = store.velocityControls.used({ ...windowOf(control), bucketId, now: now() });
  const { threshold, operator } = control.aggregation;
  const [digits = '', fraction = ''] = threshold.split('.');
  const total = (used + (amount ?? 0n)) * 10n ** BigInt(fraction.length);
  return COMPARISONS[operator as VelocityOperator](total, BigInt(digits + fraction) * 10n ** scaleOf(control));
}

const COMPARISONS: Readonly<Record<VelocityOperator, (total: bigint, threshold: bigint) => boolean>> = {
  VELOCITY_CONTROL_AGGREGATION_OPERATOR_LESS_THAN: (total, threshold) => total < threshold,
  VELOCITY_CONTROL_AGGREGATION_OPERATOR_LESS_THAN_OR_EQUAL: (total, threshold) => total <= threshold,
  VELOCITY_CONTROL_AGGREGATION_OPERATOR_EQUAL: (total, threshold) => total === threshold,
  VELOCITY_CONTROL_AGGREGATION_OPERATOR_GREATER_THAN_OR_EQUAL: (total, threshold) => total >= threshold,
  VELOCITY_CONTROL_AGGREGATION_OPERATOR_GREATER_THAN: (total, threshold) => total > threshold,
};

function windowOf({ velocityControlId, aggregation: { window } }: VelocityControlRow) {
  return { velocityControlId, duration: window.rolling === undefined ? null : Number(window.rolling.duration) * 1000 };
}

const isSum = ({ aggregation }: VelocityControlRow) => aggregation.method === 'VELOCITY_CONTROL_AGGREGATION_METHOD_SUM';

/** Decimal places of the aggregate: of a sum, the most of any asset in it. */
function scaleOf(control: VelocityControlRow): bigint {
  const definitions = control.dataSource.chainAssetTransfer?.definition ?? [];
  return isSum(control) ? BigInt(Math.max(...definitions.map(({ decimals }) => Number(decimals)))) : 0n;
}

/**
 * Returns the amount that a request adds to the aggregate, in its smallest units. Returns null when the control does
 * not measure the request. Throws a `PolicyFault` of the kind `opaque` when the amount cannot be determined.
 */
function addedBy(control: VelocityControlRow, whole: Subject, context: ActingContext): bigint | null {
  const { chainAssetTransfer, activityExecution } = control.dataSource;
  const types = (chainAssetTransfer ?? activityExecution)?.filter?.activity ?? [];
  const isListed = types.length === 0 || types.some(({ activityType }) => typesOf(whole).includes(activityType));
  if (!isListed) return null;
  if (chainAssetTransfer === undefined) return 1n;
  if (!isSigning(whole)) return null;
  const scale = scaleOf(control);
  return chainAssetTransfer.definition.reduce((sum, { caip19, decimals }) => {
    const asset = readAsset(caip19);
    const moved = typeof asset === 'string' ? null : movedOf(asset, whole, context);
    if (moved === null)
      throw new PolicyFault(`controls.${control.identifier} cannot tell how much of ${caip19} it moves`, 'opaque');
    if (!isSum(control)) return sum + BigInt(moved.length);
    return sum + moved.reduce((all, amount) => all + amount, 0n) * 10n ** (scale - BigInt(decimals));
  }, 0n);
}

function knownAddition(control: VelocityControlRow, whole: Subject, context: ActingContext): bigint | null {
  try {
    return addedBy(control, whole, context);
  } catch (error) {
    if (error instanceof PolicyFault) return null;
    throw error;
  }
}

/**
 * Returns the owners of the usage. Choice (velocity-buckets): the user is the proposer. A private key, which is in no
 * wallet, is a bucket of its own among those of wallets.
 */
function bucketsOf(
  { organizationId, aggregation: { groupBy } }: VelocityControlRow,
  { operation, parameters, ...rest }: Subject,
  context: ActingContext,
): readonly string[] {
  if (groupBy.organization !== undefined) return [organizationId];
  if (groupBy.user !== undefined) return [context.caller.user.userId];
  const member = operation.carries?.signWith;
  const given = member === undefined ? undefined : parameters[member];
  const each = member !== undefined && Array.isArray(given) ? given.map((one: unknown) => ({ [member]: [one] })) : [{}];
  const ids = each.flatMap((own) => {
    const subject = { ...rest, operation, parameters: { ...parameters, ...own } };
    const signer = signingRow(subject, context);
    if (signer?.kind === 'private key') return [signer.row.privateKeyId];
    return targetWallet(subject, signer, context)?.walletId ?? [];
  });
  return [...new Set(ids)];
}
