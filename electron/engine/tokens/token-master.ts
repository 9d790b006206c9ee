import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { TokenAt } from '../../../shared/model/index.ts';
import type { MessageClient, SealedSecret, VaultMessages } from '../../../shared/processes/index.ts';
import { p256Convert } from '../../crypto/index.ts';
import type { SecretStore } from '../../storage/keychain/index.ts';
import type { MasterKey } from '../keys/key-index.ts';
import { masterItem } from '../vault/unlock.ts';
import type { TokenKeeper } from './token-keeper.ts';

/** The master keys of local services that only a token opens. The store keeps each one sealed to a key of the token. */
export interface TokenMasters {
  /**
   * Makes the key on the token and the master key, and keeps the latter. Returns the record to list before the master
   * key is used.
   */
  make(offer: Offer, listed: MasterKey, at: TokenAt): Promise<{ listed: MasterKey; master: SealedSecret }>;
  /**
   * Opens the master key with its token, which needs the PIN. `at` is the token that the operator named. Throws
   * INVALID_INPUT when that is another token, KEY_MISSING, and the errors of the token keeper.
   */
  open(offer: Offer, listed: MasterKey, at: TokenAt | null): Promise<SealedSecret>;
}

/** The vault and store that open it, and the key that its service offered, which it is sealed to. */
interface Offer {
  readonly vault: MessageClient<VaultMessages>;
  readonly store: SecretStore;
  readonly sealTo: Uint8Array<ArrayBuffer>;
}

export function createTokenMasters(tokens: Pick<TokenKeeper, 'create' | 'agree'>): TokenMasters {
  return {
    async make({ vault, store, sealTo }, listed, at) {
      const { token, key } = await tokens.create(at, {
        purpose: 'target',
        curve: 'p256',
        label: 'Castellan local service',
      });
      const publicKey = p256Convert(key.publicKey, 'uncompressed');
      const { id } = listed;
      const { master, stored } = await vault('makeTokenMaster', { id, store: store.kind, publicKey, sealTo });
      await store.write(masterItem(id), stored);
      const { label, serial } = token;
      const place = { module: at.module, label, serial, keyId: key.keyId, protection: key.protection };
      return { listed: { ...listed, sealedTo: { publicKey, token: place } }, master };
    },
    async open({ vault, store, sealTo }, { id, directory, sealedTo }, at) {
      if (sealedTo === undefined) throw notOnToken(directory);
      requireNamed(sealedTo.token, at, directory);
      const stored = await store.read(masterItem(id));
      if (stored === null)
        throw new AppError(
          'KEY_MISSING',
          sentence`The ${store.backend} no longer has the key that opens the local service. Nothing was changed. Restore a backup with \`castellan backup restore\`. The token alone does not open it.`,
        );
      const { publicKey } = sealedTo;
      const { openingId, ...agreement } = await vault('checkTokenMaster', { id, store: store.kind, publicKey, stored });
      try {
        const answered = await tokens.agree({ id, ...sealedTo }, agreement, 'service');
        return (await vault('openTokenMaster', { openingId, agreement: answered, sealTo })).master;
      } catch (error) {
        await vault('forget', { id: openingId });
        throw error;
      }
    },
  };
}

/** The list of keys is a file that others may have edited, and a module is code that is given the PIN. */
function requireNamed(token: { module: string; label: string }, at: TokenAt | null, directory: string): void {
  if (at?.module === token.module && at.label === token.label) return;
  throw new AppError(
    'INVALID_INPUT',
    sentence`The local service in ${directory} opens only with the token “${token.label}”, so it was not started. Name the token with --store pkcs11 --module PATH --token LABEL, and its original module.`,
  );
}

const notOnToken = (directory: string) =>
  new AppError(
    'INVALID_INPUT',
    sentence`The local service in ${directory} was made without a token, so it was not started with one. Leave out --store pkcs11, or use a new folder.`,
  );
