import type { Engine } from '../../engine/index.ts';
import type { GroupHandlers } from './group.ts';

export const requestsHandlers = ({ requests }: Engine): GroupHandlers<'requests'> => ({
  calls: {
    'requests.prepare': ({ operation, parameters }) => requests.prepare(operation, parameters),
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
        progress: (stage) => progress({ stage }),
      });
      return { activity: detail };
    },
  },
});
