import type { Engine } from '../../engine/index.ts';
import type { GroupHandlers } from './group.ts';

export const profilesHandlers = ({ profiles, credentials, queries }: Engine): GroupHandlers<'profiles'> => ({
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
      const { organizationId, organizationName, userId, username } = await queries.ask('whoami', {});
      return { organizationId, organizationName, userId, username };
    },
  },
  jobs: {},
});
