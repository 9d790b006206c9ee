import { randomBytes } from 'node:crypto';
import { AppError } from '../../shared/errors/index.ts';
import type { AddressFormat } from '../../shared/model/index.ts';
import type { Accounts } from './accounts.ts';
import { type Activities, requireExport } from './activities.ts';
import type { Credentials } from './keys/credentials.ts';
import type { KeyIndex } from './keys/key-index.ts';
import { lendKey } from './keys/unlock.ts';
import type { VaultKeeper } from './keys/vault-keeper.ts';
import type { Engine } from './types.ts';

/** Export bundles: opened in the vault with a key that never leaves it, with no network at all. */
export function createExports(
  profiles: Engine['profiles'],
  credentials: Credentials,
  index: KeyIndex,
  vault: VaultKeeper,
  accounts: Accounts,
  activities: Activities,
): Engine['exports'] {
  const openBundle: Engine['exports']['openBundle'] = async (input) => {
    const key = index.key(input.targetId);
    if (key?.purpose !== 'target') {
      throw new AppError(
        'NOT_FOUND',
        `There is no target key “${input.targetId}” on this machine, so the bundle was not opened. Make one with \`castellan export target\` and export again.`,
      );
    }
    const call = await vault.openWithKey(key);
    return call('openBundle', { ...input, signerKey: input.signerKey.toLowerCase() });
  };

  return {
    openBundle,
    async createTarget(options = {}) {
      const profile =
        options.profile === undefined && profiles.list().length === 0 ? '' : profiles.get(options.profile).name;
      const key = await credentials.make({
        purpose: 'target',
        profile,
        name: 'Export target',
        store: options.store ?? null,
      });
      return { id: key.id, targetPublicKey: key.publicKey };
    },
    async openBundleWithKey({ targetKey, ...input }) {
      const id = randomBytes(8).toString('hex');
      try {
        const call = await vault.open();
        await lendKey(call, id, targetKey);
        return await call('openBundle', {
          ...input,
          targetId: id,
          signerKey: input.signerKey.toLowerCase(),
          expected: null,
        });
      } finally {
        targetKey.fill(0);
        await vault.forget(id);
      }
    },
    async openActivity(activityId) {
      const profile = profiles.get();
      const { address, targetPublicKey, bundle } = requireExport(await activities.find(profile, activityId));
      const target = index.keys('target').find((key) => key.publicKey === targetPublicKey);
      if (target === undefined) {
        throw new AppError(
          'BUNDLE_UNREADABLE',
          'This export was made for a target key that is not on this machine, so it cannot be opened here. Open it where it was asked for, or export the account again.',
        );
      }
      const account = await accounts.find(profile, address);
      if (account === null) {
        throw new AppError(
          'ADDRESS_MISMATCH',
          `The account ${address} is not known here, so what the bundle holds could not be proven and it was not opened. Refresh the accounts and try again.`,
        );
      }
      return openBundle({
        targetId: target.id,
        bundle,
        organizationId: profile.organizationId,
        signerKey: profile.signerKey,
        expected: { address: account.address, addressFormat: account.addressFormat as AddressFormat },
      });
    },
    async reveal(revealId, format) {
      const call = await vault.open();
      return (await call('reveal', { revealId, format })).secret;
    },
    close: (revealId) => vault.forget(revealId),
  };
}
