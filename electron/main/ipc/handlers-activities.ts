import type { Engine } from '../../engine/index.ts';
import type { GroupHandlers } from './group.ts';

export const activitiesHandlers = ({ activities }: Engine): GroupHandlers<'activities'> => ({
  calls: {
    'activities.list': (page) => activities.list(page),
    'activities.get': ({ activityId }) => activities.get(activityId),
  },
  jobs: { 'activities.refresh': (_input, counting) => activities.refresh(counting) },
});
