import { expect } from 'vitest';
import {
  generateP256,
  openEncryptedBundle,
  openP256Signer,
  p256Uncompress,
  readEncryptedBundle,
  signTarget,
} from '../../../electron/crypto/index.ts';
import type { AddressFormat, Curve } from '../../../shared/model/index.ts';
import type { InputOf, VaultMessages } from '../../../shared/processes/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { createStarted, holds } from './harness.ts';

export type Input = InputOf<VaultMessages, 'sealImport'>;

export const signer = openP256Signer(generateP256().privateKey);
export const signerKey = p256Uncompress(signer.publicKey);
export const target = generateP256();
export const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
export const userId = '7d4a885d-4668-40c4-8f35-33301e11e7d5';
export const bundle = signTarget({ targetPublicKey: target.publicKey, organizationId, userId, signer });
export const TARGET = { bundle, organizationId, userId, signerKey };

export const JUNK = 'test test test test test test test test test test test junk';
export const JUNK_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const JUNK_KEY = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
export const ACCOUNT = {
  curve: 'CURVE_SECP256K1',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;
export const walletOf = (...accounts: Extract<Input['as'], { kind: 'wallet' }>['accounts']): Input['as'] => ({
  kind: 'wallet',
  accounts,
});
export const WALLET = walletOf(ACCOUNT, {
  curve: 'CURVE_ED25519',
  path: "m/44'/501'/0'/0'",
  addressFormat: 'ADDRESS_FORMAT_SOLANA',
});
export const keyOf = (
  format: AddressFormat extends `ADDRESS_FORMAT_${infer Name}` ? Name : never,
  curve: Curve | null = null,
): Input['as'] => ({ kind: 'key', curve, addressFormats: [`ADDRESS_FORMAT_${format}`] });

export const input = (given: string | Uint8Array, as: Input['as'], change: Partial<Input> = {}): Input => ({
  given: typeof given === 'string' ? utf8Encode(given) : Uint8Array.from(given),
  passphrase: null,
  as,
  target: TARGET,
  ...change,
});

/** Seals an import and opens it again, as the service does. */
export async function imported(asked: Input) {
  const vault = await createStarted();
  const { encryptedBundle, ...known } = await vault.ask('sealImport', asked);
  expect(asked.given.every((byte) => byte === 0)).toBe(true);
  const plaintext = openEncryptedBundle(readEncryptedBundle(encryptedBundle), target.privateKey);
  if (plaintext === null) throw new Error('the service cannot open it');
  expect(holds(vault, plaintext)).toBe(false);
  expect(known.targetPublicKey).toBe(p256Uncompress(target.publicKey));
  return { plaintext, curve: known.curve, addresses: known.addresses, findings: known.findings };
}

export async function refusal(asked: Input): Promise<{ code: string; message: string }> {
  const vault = await createStarted();
  const error: unknown = await vault.ask('sealImport', asked).catch((problem: unknown) => problem);
  expect(asked.given.every((byte) => byte === 0)).toBe(true);
  return error as { code: string; message: string };
}
