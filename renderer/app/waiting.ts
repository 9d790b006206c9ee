import { useSession } from '../state/session.ts';
import { useAnswer } from '../state/use-answer.ts';
import { ownUnsettled } from './banner-rules.ts';

/** Returns the number of waiting items in each place that can have any. */
export function useWaiting(): Readonly<Record<'inbox' | 'activities', number>> {
  const app = useSession((session) => session.app);
  const { answer } = useAnswer('activities.waiting', {}, 'activities.changed');
  return { inbox: answer?.rows.length ?? 0, activities: app === null ? 0 : ownUnsettled(app).length };
}
