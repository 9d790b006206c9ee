import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { ProfileRow } from '../../../shared/model/index.ts';
import { isKept, type Key } from '../keys/key-index.ts';
import type { TokenKeeper } from '../tokens/token-keeper.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';

interface OneAnswerParts {
  readonly vault: Pick<VaultKeeper, 'asks'>;
  readonly tokens: Pick<TokenKeeper, 'asks'>;
}

/**
 * Refuses a key that asks for a PIN or a touch with each signature, because one answer cannot hold many of them.
 * `instead` says in whole sentences what cannot be done and what to do. Throws NOT_SUPPORTED.
 */
export async function requireOneAnswer(
  { vault, tokens }: OneAnswerParts,
  { profile, key, instead }: { readonly profile: ProfileRow; readonly key: Key; readonly instead: string },
): Promise<void> {
  const asks =
    profile.asksToSign === true ||
    key.store === 'passkey' ||
    (isKept(key) && vault.asks(key.id)) ||
    (key.store === 'pkcs11' && (await tokens.asks(key)));
  if (!asks) return;
  throw new AppError(
    'NOT_SUPPORTED',
    sentence`The key “${key.name}” asks for a PIN or a touch with each signature, so ${instead}, or use another key in Settings, Keys.`,
  );
}
