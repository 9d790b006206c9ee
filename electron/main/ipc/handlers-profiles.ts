import type { QueryResponse } from '../../../shared/operations/index.ts';
import type { Engine } from '../../engine/index.ts';
import type { GroupHandlers } from './group.ts';

export const profilesHandlers = ({ profiles, credentials, requests }: Engine): GroupHandlers<'profiles'> => ({
  calls: {
    'profiles.list': () => ({ profiles: profiles.list(), credentials: credentials.list() }),
    'profiles.use': ({ name }) => {
      profiles.use(name);
      return {};
    },
    'profiles.remove': async ({ name }) => {
      await profiles.remove(name);
      return {};
    },
    'profiles.check': async () => {
      // The engine checks every reply against the operation that it was asked with.
      const reply = (await requests.query('whoami', {})) as QueryResponse<'whoami'>;
      const { organizationId, organizationName, userId, username } = reply;
      return { organizationId, organizationName, userId, username };
    },
  },
  jobs: {},
});
