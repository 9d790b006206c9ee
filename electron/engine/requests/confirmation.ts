import { AppError } from '../../../shared/errors/index.ts';
import type { ProfileRow } from '../../../shared/model/index.ts';
import type { Base } from '../base.ts';
import { askedProfile, type Consent } from '../keys/consents.ts';
import type { Key } from '../keys/key-index.ts';
import type { VaultKeeper } from '../keys/vault-keeper.ts';

/** A body that is to be stamped, and by what. */
interface Stamped {
  readonly profile: ProfileRow;
  readonly key: Key;
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * Shows the operator what exactly these bytes mean, as the vault reads them now, and gives the consent to stamp them.
 * Throws VAULT_LOCKED, NOT_CONFIRMED or CANCELLED.
 */
export type Confirm = (stamped: Stamped, signal?: AbortSignal) => Promise<Consent>;

export function createConfirmation({ consents }: Base, vault: VaultKeeper): Confirm {
  return async ({ profile, key, body }, signal) => {
    const call = await vault.openWithKey(key);
    const meaning = await call('describe', { body }).catch((error: unknown) => {
      // The command line stamps bytes of any kind; the trusted window has no button for what has no meaning.
      if (error instanceof AppError && error.code === 'INVALID_INPUT') return null;
      throw error;
    });
    const question = {
      kind: 'stamp',
      profile: askedProfile(profile),
      key: { name: key.name, publicKey: key.publicKey },
      meaning,
      body: new TextDecoder().decode(body),
    } as const;
    return consents.toStamp(question, { credentialId: key.id, body }, signal);
  };
}
