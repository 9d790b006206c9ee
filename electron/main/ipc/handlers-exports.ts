import type { Engine } from '../../engine/index.ts';
import type { GroupHandlers } from './group.ts';
import type { Reveals } from './reveals.ts';

export const exportsHandlers = ({ exports }: Engine, reveals: Reveals): GroupHandlers<'exports'> => ({
  calls: {
    'exports.open': async ({ activityId }) => {
      const { revealId, proof } = await exports.openActivity(activityId);
      reveals.opened(revealId);
      return { revealId, proof };
    },
    'exports.reveal': async ({ revealId, format }) => {
      reveals.shown(revealId);
      return { secret: await exports.reveal(revealId, format) };
    },
    'exports.close': async ({ revealId }) => {
      await reveals.close(revealId);
      return {};
    },
  },
  jobs: {},
});
