/** The requests that are left of a removal, and the evidence for those that are done. */
import type { Member } from '../../../../shared/model/index.ts';
import { namesIn } from '../names.ts';
import { type Leaving, type LeavingStep, type Removal, stepsOf, unreadParts } from './leaving-rules.ts';
import type { Around } from './read-around.ts';

/** The steps that are left. Null while they are not known, or while nothing can be removed safely. */
export type LeavingPlan = readonly LeavingStep[] | null;

type Read = Pick<Around, 'content' | 'open' | 'isOpenWhole'>;

/** Returns the plan for a user. It has no steps for a user who is removed. */
export function planOf(userId: string, around: Read, chosen: ReadonlySet<Removal>): LeavingPlan {
  const user = around.content.users.find(({ id }) => id === userId);
  if (user === undefined) return isRemoved(userId, around) ? [] : null;
  return stepsOf(leavingOf(user, around), chosen);
}

/** Returns true for a user who is absent from a complete list of users. */
export const isRemoved = (userId: string, { content }: Pick<Around, 'content'>): boolean =>
  unreadParts(content, ['users']) === null && !content.users.some(({ id }) => id === userId);

/** Returns the user in the organization. */
export const leavingOf = (user: Member, { content, open, isOpenWhole }: Read): Leaving => ({
  user,
  content,
  open,
  isOpenWhole,
  names: namesIn(content),
});

/** Returns the first step that can be asked now: it does not wait for votes, and neither does a step before it. */
export const nextOf = (plan: readonly LeavingStep[]): LeavingStep | undefined =>
  plan.find((step) => step.waiting === null && !isHeld(step, plan));

/** Returns true for a step that needs another one to be complete. */
export const isHeld = ({ after }: LeavingStep, plan: readonly LeavingStep[]): boolean =>
  plan.some(({ removal }) => after.includes(removal));

/** The steps of a removal by what is known of them. */
export interface LeavingState {
  readonly done: readonly LeavingStep[];
  readonly left: readonly LeavingStep[];
  readonly unknown: readonly LeavingStep[];
}

/**
 * Returns what became of the steps that were planned first. A step is done when its object is absent from the
 * organization as read. An open request is absent only from a complete list.
 */
export function stateOfSteps(
  started: readonly LeavingStep[],
  plan: LeavingPlan,
  { open, isOpenWhole }: Pick<Around, 'open' | 'isOpenWhole'>,
): LeavingState {
  if (plan === null) return { done: [], left: [], unknown: started };
  const absent = started.filter(({ key }) => !plan.some((step) => step.key === key));
  const isProven = ({ removal, parameters }: LeavingStep) =>
    removal !== 'requests' || (isOpenWhole && !open.some(({ row }) => row.fingerprint === parameters.fingerprint));
  return { done: absent.filter(isProven), left: plan, unknown: absent.filter((step) => !isProven(step)) };
}
