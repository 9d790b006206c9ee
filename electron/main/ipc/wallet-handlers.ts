import type { MainHandlers } from '../../../shared/ipc/index.ts';
import type { Engine } from '../../engine/index.ts';

/** Maps the calls about wallets and private keys to the engine. */
export function walletHandlers({
  wallets,
  privateKeys,
}: Pick<Engine, 'wallets' | 'privateKeys'>): Pick<MainHandlers, 'wallets' | 'privateKeys'> {
  return {
    wallets: {
      list: (page) => wallets.arranged(page),
      get: ({ walletId }) => wallets.get(walletId),
    },
    privateKeys: {
      list: (page) => privateKeys.arranged(page),
      refresh: (_input, counting) => privateKeys.refresh(counting),
    },
  };
}
