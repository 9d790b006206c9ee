import { createRequire, Module } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * ripple-keypairs is CommonJS and requires ES modules, which the oldest Electron's Node cannot. They are imported first
 * and put where `require` looks.
 */
const REQUIRED = {
  'ripple-keypairs': ['@noble/curves/utils.js', '@noble/curves/ed25519.js', '@noble/curves/secp256k1.js'],
  'ripple-address-codec': ['@scure/base'],
  '@xrplf/isomorphic/utils': ['@noble/hashes/utils.js'],
} as const;

/** The library's own function: classic address of a public key in upper case hex. */
export async function loadDeriveAddress(): Promise<(publicKey: string) => string> {
  const require = createRequire(import.meta.url);
  for (const [dependent, names] of Object.entries(REQUIRED)) {
    const requireThere = createRequire(require.resolve(dependent));
    for (const path of names.map((name) => requireThere.resolve(name))) {
      const module = new Module(path);
      module.exports = await import(/* @vite-ignore */ pathToFileURL(path).href);
      module.loaded = true;
      require.cache[path] = module;
    }
  }
  const { deriveAddress } = require('ripple-keypairs') as { deriveAddress: (publicKey: string) => string };
  return deriveAddress;
}
