import { useSession } from '../state/session.ts';
import { useAnswer } from '../state/use-answer.ts';
import { ownUnsettled } from './banner-rules.ts';

/** The number of waiting items in each place that can have any. `isMore` where the inbox does not list all. */
export interface Waiting {
  readonly inbox: number;
  readonly activities: number;
  readonly isMore: boolean;
}

export function useWaiting(): Waiting {
  const app = useSession((session) => session.app);
  const { answer } = useAnswer('activities.waiting', {}, 'activities.changed');
  const activities = app === null ? 0 : ownUnsettled(app).length;
  return { inbox: answer?.rows.length ?? 0, activities, isMore: (answer?.older ?? 0) > 0 };
}
