import { AppError, sentence } from '../../shared/errors/index.ts';
import type { InputOf, OutputOf, VaultMessages } from '../../shared/processes/index.ts';
import { ADDRESS_TABLE, addressOf, deriveKey, mnemonicSeed, parsePath } from '../crypto/index.ts';
import type { SecretMemory } from '../hardening/index.ts';

/**
 * The address of a mnemonic's key (docs/protocol.md#addresses), with every secret wiped before it returns. Wipes the
 * mnemonic. Throws INVALID_INPUT, which never repeats a word.
 */
export function deriveAddress(
  { mnemonic, curve, path, addressFormat }: InputOf<VaultMessages, 'deriveAddress'>,
  memory: SecretMemory,
): OutputOf<VaultMessages, 'deriveAddress'> {
  const held = memory.hold(mnemonic);
  try {
    const { curves } = ADDRESS_TABLE[addressFormat];
    if (!curves.includes(curve)) {
      throw new AppError(
        'INVALID_INPUT',
        sentence`Addresses of format ${addressFormat} are not derived from ${curve} keys. Nothing was derived. Use ${curves.join(' or ')}.`,
      );
    }
    // Before the seed, which takes two thousand rounds.
    parsePath(path);
    const seed = mnemonicSeed(held);
    try {
      const { privateKey, publicKey } = deriveKey(seed, curve, path);
      privateKey.fill(0);
      return { address: addressOf(addressFormat, publicKey, curve), publicKey };
    } finally {
      seed.fill(0);
    }
  } finally {
    memory.release(held);
  }
}
