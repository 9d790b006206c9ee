import { AppError, sentence } from '../../../shared/errors/index.ts';
import { isJsonObject, type ProfileRow } from '../../../shared/model/index.ts';
import type { Activity } from '../../../shared/operations/index.ts';
import type { InputOf, OutputOf, VaultMessages } from '../../../shared/processes/index.ts';
import { copySecret, wipeBytes } from '../../../shared/wire/index.ts';
import { sameAddress } from '../../crypto/index.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';

type Input = InputOf<VaultMessages, 'sealImport'>;

/** An import to make: what it is, the service's key for it, and the user it is for. */
export interface WantedImport extends Pick<Input, 'given' | 'passphrase' | 'as'> {
  readonly bundle: string;
  readonly userId: string;
}

export type SealedImport = OutputOf<VaultMessages, 'sealImport'>;

/** Imports: wallets, private keys and secrets that the vault encrypts to a key of the service. */
export interface Imports {
  /**
   * Has the vault read what was given, before anything is sent, and leaves it for `seal`. Throws KEY_INVALID,
   * INVALID_INPUT, PASSPHRASE_WRONG and PASSPHRASE_REQUIRED.
   */
  check(wanted: Pick<WantedImport, 'given' | 'passphrase' | 'as'>): Promise<void>;
  /**
   * Encrypts what was given to the key in the bundle, which the profile's signer key signed for its organization and
   * this user. Wipes it. Throws PROFILE_CHANGED, and what the vault throws for `sealImport`.
   */
  seal(profile: ProfileRow, wanted: WantedImport): Promise<SealedImport>;
  /**
   * Compares the addresses in a finished import with those that the vault derived. Returns false for an activity that
   * is not finished, and for a secret. Throws ADDRESS_MISMATCH.
   */
  compare(as: WantedImport['as'], addresses: readonly string[], activity: Activity): boolean;
}

export function createImports({
  profiles,
  vault,
}: {
  readonly profiles: Profiles;
  readonly vault: VaultKeeper;
}): Imports {
  return {
    async check({ given, passphrase, as }) {
      const call = await vault.open();
      const copies = { given: copySecret(given), passphrase: passphrase === null ? null : copySecret(passphrase) };
      try {
        await call('checkImport', { ...copies, as });
      } finally {
        wipeBytes(copies);
      }
    },
    async seal(profile, { given, passphrase, as, bundle, userId }) {
      try {
        await profiles.requireConfirmed(profile);
        const { organizationId, signerKey } = profile;
        const call = await vault.open();
        const target = { bundle, organizationId, userId, signerKey: signerKey.toLowerCase() };
        return await call('sealImport', { given, passphrase, as, target });
      } finally {
        given.fill(0);
        passphrase?.fill(0);
      }
    },
    compare(as, addresses, activity) {
      if (as.kind === 'secret' || activity.status !== 'ACTIVITY_STATUS_COMPLETED') return false;
      const reported = reportedBy(activity);
      const formats = as.kind === 'wallet' ? as.accounts.map(({ addressFormat }) => addressFormat) : as.addressFormats;
      for (const [index, format] of formats.entries()) {
        const [derived = '', other = ''] = [addresses[index], reported[index]];
        if (!sameAddress(format, derived, other)) throw mismatch(derived, other);
      }
      if (reported.length !== formats.length) throw mismatch(`${formats.length} addresses`, `${reported.length}`);
      return true;
    },
  };
}

/** The addresses in the result of an import, in the order of the request. */
function reportedBy({ result }: Activity): readonly string[] {
  const { importWalletResult, importPrivateKeyResult } = result ?? {};
  const { addresses } = (importWalletResult ?? importPrivateKeyResult ?? {}) as { addresses?: readonly unknown[] };
  return (addresses ?? []).map((each) => String(isJsonObject(each) ? (each.address ?? '') : each));
}

function mismatch(derived: string, reported: string): AppError {
  return new AppError(
    'ADDRESS_MISMATCH',
    sentence`The service reports ${reported === '' ? 'no address' : reported}, and the vault derived ${derived}. The import exists, but its addresses do not match. Use none of them, and report this to the operator of the service.`,
  );
}
