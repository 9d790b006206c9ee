import type { MainHandlers } from '../../../shared/ipc/index.ts';
import type { Engine } from '../../engine/index.ts';

type Parts = Pick<Engine, 'activities' | 'activityMeanings' | 'activityWords' | 'inbox' | 'groupVotes' | 'results'>;

/** Maps the calls about activities and groups of votes to the engine. */
export function activityHandlers({
  activities,
  activityMeanings,
  activityWords,
  inbox,
  groupVotes,
  results,
}: Parts): Pick<MainHandlers, 'activities' | 'votes'> {
  return {
    activities: {
      list(page) {
        activityWords.describe();
        return activities.arranged(page);
      },
      lines(page) {
        activityWords.describe();
        return activities.lines(page);
      },
      get: ({ activityId }) => activities.get(activityId),
      describe: ({ activityId }) => activityMeanings.describe(activityId),
      result: ({ activityId }) => results.get(activityId),
      chainState: ({ activityId }) => results.chainState(activityId),
      waiting: () => inbox.waiting(),
      refresh: (_input, counting) => activities.refresh(counting),
      missing: () => activities.missing(),
      readOlder: (_input, counting) => activities.readOlder(counting),
    },
    votes: {
      async cast({ vote, activityIds }, counting) {
        return { votes: await groupVotes.cast({ approves: vote === 'approve_activity', activityIds }, counting) };
      },
    },
  };
}
