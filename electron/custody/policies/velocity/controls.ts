import { PolicyFault } from '../../../../shared/policy-language/index.ts';
import type { ActingContext } from '../../request-context.ts';
import type { VelocityControlRow } from '../../store/index.ts';
import { COMPLETE, type Struct, type Value } from '../evaluate.ts';
import { once } from '../once.ts';
import type { Subject } from '../subject.ts';
import { addedBy, bucketsOf, isWithin, ownerFault, sumOf, usesOf, windowOf } from './measure.ts';

/**
 * The value of `controls`. Each velocity control of the organization is true while its aggregate, with this request,
 * satisfies its comparison. A member throws a `PolicyFault` when the control cannot be judged. A batch counts as a
 * whole in each of its cases.
 */
export function controlsValue(subject: Subject, context: ActingContext): Struct {
  const whole = subject.whole ?? subject;
  const members: Record<string, Value> & Pick<Struct, typeof COMPLETE> = { [COMPLETE]: true };
  for (const control of context.store.velocityControls.list(context.caller.organization.organizationId))
    Object.defineProperty(members, control.identifier, {
      enumerable: true,
      get: verdictOf(control, whole, context),
    });
  return members;
}

/**
 * Adds what a request used to every velocity control that measures it. Runs inside the transaction in which it is carried out.
 * Choice (velocity-replacement): a replacement adds its amount and fee beside those of the payment that it replaces.
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
  const [bucketId] = bucketsOf(control, whole, context);
  const fault = ownerFault(control, whole, context);
  if (bucketId === undefined || fault !== null) {
    if (amount === null) throw new PolicyFault('the request has no wallet to count for', 'inapplicable');
    throw new PolicyFault(`controls.${control.identifier} ${fault}`, 'opaque');
  }
  return isWithin(control, sumOf(usesOf(control, bucketId, context).parts) + (amount ?? 0n));
}

function knownAddition(control: VelocityControlRow, whole: Subject, context: ActingContext): bigint | null {
  try {
    return addedBy(control, whole, context);
  } catch (error) {
    if (error instanceof PolicyFault) return null;
    throw error;
  }
}
