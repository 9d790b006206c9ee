import type { Engine, Following } from '../../engine/index.ts';
import type { GroupHandlers } from './group.ts';

type Stage = Parameters<NonNullable<Following['progress']>>[0];

/** Settling sends what was recorded and stamped before a crash, so these two stages are never told of it. */
const isSettling = (stage: Stage): stage is Exclude<Stage, 'recording' | 'stamping'> =>
  stage !== 'recording' && stage !== 'stamping';

export const requestsHandlers = ({ requests }: Engine): GroupHandlers<'requests'> => ({
  calls: {
    'requests.prepare': async ({ operation, parameters }) => {
      const { requestId, meaning, body } = await requests.prepare(operation, parameters);
      return { requestId, meaning, body };
    },
    'requests.discard': async ({ requestId }) => {
      await requests.discard(requestId);
      return {};
    },
    'requests.unsettled': () => ({ rows: requests.unsettled() }),
  },
  jobs: {
    'requests.submit': async ({ requestId }, { signal, progress }) => {
      const { detail, signature } = await requests.submit(requestId, {
        signal,
        progress: (stage) => progress({ stage }),
      });
      return { activity: detail, signature };
    },
    'requests.settle': async ({ requestId }, { signal, progress }) => {
      const { detail } = await requests.settle(requestId, {
        signal,
        progress: (stage) => {
          if (isSettling(stage)) progress({ stage });
        },
      });
      return { activity: detail };
    },
  },
});
