import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { KeyStore } from '../../../shared/model/index.ts';
import type { InputOf, OutputOf, VaultMessages } from '../../../shared/processes/index.ts';
import { isKept, type TargetKey } from '../keys/key-index.ts';
import type { TokenKeeper } from '../tokens/token-keeper.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';

/**
 * Opens a bundle with a target key, in the vault. For a key on a token, the token's process seals the shared secret to
 * a key of the vault. Main passes it on and cannot read it.
 */
export type OpenBundle = (
  target: TargetKey,
  input: Omit<InputOf<VaultMessages, 'openBundle'>, 'targetId'>,
  /** The module that the operator named or confirmed, for a key on a token. No other module is loaded. */
  module: string | null,
) => Promise<OutputOf<VaultMessages, 'openBundle'>>;

export function createBundleOpener({
  vault,
  tokens,
}: {
  readonly vault: VaultKeeper;
  readonly tokens: TokenKeeper;
}): OpenBundle {
  return async (target, input, module) => {
    if (isKept(target)) return (await vault.openWithKey(target))('openBundle', { ...input, targetId: target.id });
    requireModule(target, module);
    const call = await vault.open();
    const { openingId, ...agreement } = await call('checkBundle', { ...input, targetPublicKey: target.publicKey });
    try {
      return await call('openAgreed', { openingId, agreement: await tokens.agree(target, agreement, 'export') });
    } catch (error) {
      await vault.forget(openingId);
      throw error;
    }
  };
}

/** The list of keys is a file that others may have edited, and a module is code that is given the PIN. */
function requireModule({ token, backend }: Exclude<TargetKey, { store: KeyStore }>, module: string | null) {
  if (module === token.module) return;
  throw new AppError(
    'INVALID_INPUT',
    module === null
      ? sentence`The key that opens this bundle is on the ${backend}. Nothing was opened. Name the PKCS#11 module of the token’s vendor with --module PATH.`
      : sentence`The key that opens this bundle was made with another module than ${module}. Nothing was opened. Name its module.`,
  );
}
