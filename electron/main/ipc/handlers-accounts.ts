import type { Engine } from '../../engine/index.ts';
import type { GroupHandlers } from './group.ts';

export const accountsHandlers = ({ accounts }: Engine): GroupHandlers<'accounts'> => ({
  calls: {
    'accounts.list': (page) => accounts.list(page),
    'accounts.wallets': () => accounts.wallets(),
  },
  jobs: { 'accounts.refresh': (_input, counting) => accounts.refresh(counting) },
});
