/** The limits of velocity controls for people: what is used, what a refused request would use, and when there is room. */
import { decimalText, grouped, inQuotes, toRfc3339 } from '../../../../shared/model/index.ts';
import { enforcementOf, PolicyFault } from '../../../../shared/policy-language/index.ts';
import { limitText } from '../../../../shared/words/index.ts';
import { unitOf } from '../../../crypto/index.ts';
import type { ActingContext } from '../../request-context.ts';
import type { PolicyRow, UsedPart, VelocityControlRow } from '../../store/index.ts';
import type { Subject } from '../subject.ts';
import {
  addedBy,
  bucketsOf,
  isSum,
  isWithin,
  maximumOf,
  ownerFault,
  scaleOf,
  sumOf,
  usesOf,
  windowOf,
} from './measure.ts';

/** The use of one bucket. Amounts are decimal numbers in the unit of the control, times are milliseconds. */
export interface BucketUse {
  readonly bucketId: string;
  readonly units: bigint;
  readonly used: string;
  /** Null for a comparison without a largest total. */
  readonly remaining: string | null;
  /** The beginning of the time that counts. */
  readonly since: number;
  /** The amount that leaves the window next, and when. Null when no use ever leaves it. */
  readonly next: { readonly amount: string; readonly at: number } | null;
  /** When the last use has left the window. Null when none ever does. */
  readonly emptyAt: number | null;
}

/** Returns the use of one bucket. */
export function bucketUse(control: VelocityControlRow, bucketId: string, context: ActingContext): BucketUse {
  const { at, parts } = usesOf(control, bucketId, context);
  const { duration } = windowOf(control);
  const units = sumOf(parts);
  const maximum = maximumOf(control);
  const text = (amount: bigint) => decimalText(amount, scaleOf(control));
  const [first] = parts;
  return {
    bucketId,
    units,
    used: text(units),
    remaining: maximum === null ? null : text(maximum > units ? maximum - units : 0n),
    since: Math.max(control.createdAt, duration === null ? 0 : at - duration),
    next: first === undefined || first.leavesAt === null ? null : { amount: text(first.amount), at: first.leavesAt },
    emptyAt: parts.at(-1)?.leavesAt ?? null,
  };
}

/** Returns the unit of a control's amounts, such as “ETH” or “transfers of ETH”. */
export function controlUnit(control: VelocityControlRow): string {
  const assets = control.dataSource.chainAssetTransfer?.definition;
  if (assets === undefined) return 'activities';
  return isSum(control) ? unitOf(assets) : `transfers of ${unitOf(assets)}`;
}

/**
 * Returns a sentence for each control that some policies enforce and that the request does not satisfy. It explains and
 * decides nothing. Choice (velocity-refusal): the sentences stand in the refusal, also in one whose policies are not
 * named, because every user may read the usage. The time of the next room is only in a refusal that the limits alone
 * decide, because the request is otherwise refused then too.
 */
export function exceededLimits(
  policies: readonly PolicyRow[],
  subject: Subject,
  { context, isDecisive }: { readonly context: ActingContext; readonly isDecisive: boolean },
): string[] {
  const named = new Set(policies.flatMap((policy) => enforcementOf(policy).controls));
  return context.store.velocityControls
    .list(context.caller.organization.organizationId)
    .filter(({ identifier }) => named.has(identifier))
    .flatMap((control) => exceeded(control, subject.whole ?? subject, { context, isDecisive }));
}

/**
 * Returns the subject and the context of the same request with room in every limit. A control that cannot measure the
 * request stays so.
 */
export function withRoom(subject: Subject, context: ActingContext) {
  const { store } = context;
  const list = (organizationId: string) =>
    store.velocityControls.list(organizationId).map(
      (control): VelocityControlRow => ({
        ...control,
        aggregation: {
          ...control.aggregation,
          operator: 'VELOCITY_CONTROL_AGGREGATION_OPERATOR_GREATER_THAN_OR_EQUAL',
          threshold: '0',
        },
      }),
    );
  return {
    // A copy, because verdicts on controls are cached by the subject.
    subject: { ...subject, whole: { ...(subject.whole ?? subject) } },
    context: { ...context, store: { ...store, velocityControls: { ...store.velocityControls, list } } },
  };
}

function exceeded(
  control: VelocityControlRow,
  whole: Subject,
  { context, isDecisive }: { readonly context: ActingContext; readonly isDecisive: boolean },
): string[] {
  const limit = `The limit ${inQuotes(control.name)} (controls.${control.identifier})`;
  try {
    const amount = addedBy(control, whole, context);
    if (amount === null) return [];
    const [bucketId] = bucketsOf(control, whole, context);
    const fault = ownerFault(control, whole, context);
    if (bucketId === undefined || fault !== null) return [`${limit} ${fault}.`];
    const { parts } = usesOf(control, bucketId, context);
    const used = sumOf(parts);
    if (isWithin(control, used + amount)) return [];
    const unit = controlUnit(control);
    const { operator, threshold, window } = control.aggregation;
    const words = limitText({ operator, threshold, unit, seconds: window.rolling?.duration ?? null });
    const text = (units: bigint) => `${grouped(decimalText(units, scaleOf(control)))} ${unit}`;
    return [
      `${limit} allows ${words}. Used: ${text(used)}. This request: ${text(amount)}.${isDecisive ? roomText(control, parts, amount) : ''}`,
    ];
  } catch (error) {
    if (error instanceof PolicyFault) return [`${limit} cannot measure this request: ${error.message}.`];
    throw error;
  }
}

function roomText(control: VelocityControlRow, parts: readonly UsedPart[], amount: bigint): string {
  const maximum = maximumOf(control);
  if (maximum === null) return '';
  if (amount > maximum) return ' There is never room for it, because it alone is above the limit.';
  let used = sumOf(parts);
  for (const part of parts) {
    used -= part.amount;
    if (used + amount <= maximum && part.leavesAt !== null)
      return ` There is room for it from ${toRfc3339(roundedUp(part.leavesAt))}.`;
  }
  return ' There is never room for it, because no use leaves this limit.';
}

/** The text of a time has whole seconds. A second later is never too early. */
const roundedUp = (milliseconds: number) => Math.ceil(milliseconds / 1000) * 1000;
