import type { Engine } from '../../engine/index.ts';
import type { GroupHandlers } from './group.ts';

export const vaultHandlers = ({ vault }: Engine): GroupHandlers<'vault'> => ({
  calls: {
    'vault.unlock': async ({ passphrase }) => {
      await vault.unlock(passphrase);
      return {};
    },
    'vault.lock': () => {
      vault.lock();
      return {};
    },
  },
  jobs: {},
});
