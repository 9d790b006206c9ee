import { createDraft } from '../../../state/draft.ts';
import type { LimitDraft, LimitPlan } from './limit-rules.ts';

/** The requests as they were when the first one was reviewed, and how many of them are completed. */
export interface LimitRun {
  readonly plan: LimitPlan;
  readonly done: number;
}

interface KeptLimit {
  readonly typed: LimitDraft;
  /** The run that has completed requests. Null before the first one is completed. */
  readonly run: LimitRun | null;
}

/** Limits as they are typed, with their completed requests, by their id. A new one has an empty id. */
export const useLimitDrafts = createDraft<Readonly<Record<string, KeptLimit>>>({}, 'limits');

/**
 * Returns the run after an answered request: at its next request, or null at its end. A request that waits for votes
 * ends the run. Its limit is bound later, by its own action.
 */
export function afterRequest({ plan, done }: LimitRun, isCompleted: boolean): LimitRun | null {
  return isCompleted && done + 1 < plan.steps.length ? { plan, done: done + 1 } : null;
}
