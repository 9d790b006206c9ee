import { hmacSha256, sha256 } from '../../../electron/crypto/index.ts';
import { createArena, createSecretMemory } from '../../../electron/hardening/index.ts';
import { createVault, type VaultPorts } from '../../../electron/vault/vault.ts';
import {
  type Approval,
  approvalBytes,
  HEADER_KIND,
  type KeyPurpose,
  type OutputOf,
  VAULT_MESSAGES,
  type VaultMessages,
} from '../../../shared/processes/index.ts';
import { PROTECTED } from '../protection.ts';
import { type Connection, connect } from '../shared/processes/connect.ts';

export const approvalKey = () => new Uint8Array(32).fill(0x41);

/** A vault behind its port, asked as main asks it. */
export interface Harness extends Connection<VaultMessages> {
  readonly pages: Uint8Array;
}

export function createHarness(ports: Partial<VaultPorts> = {}): Harness {
  const { pages } = createArena();
  let ids = 0;
  const vault = createVault({
    memory: createSecretMemory(pages),
    newId: () => {
      ids += 1;
      return `reveal-${ids}`;
    },
    protect: async () => PROTECTED,
    selfTest: async () => ['known answers'],
    collectGarbage: () => undefined,
    ...ports,
  });
  return { pages, ...connect(VAULT_MESSAGES, vault) };
}

export async function createStarted(ports: Partial<VaultPorts> = {}): Promise<Harness> {
  const harness = createHarness(ports);
  await harness.ask('start', { approvalKey: approvalKey() });
  return harness;
}

/** The header of a keychain that has no PIN. */
export const keychainHeader = () => Uint8Array.of(HEADER_KIND.plain, ...new Uint8Array(32).fill(0x57));

/** A started vault with that keychain opened in it. */
export async function createOpened(ports: Partial<VaultPorts> = {}): Promise<Harness> {
  const harness = await createStarted(ports);
  await harness.ask('openStore', { store: 'keychain', header: keychainHeader(), passphrase: null });
  return harness;
}

/** That keychain's stored bytes of a key. */
export async function keptOf(
  id: string,
  purpose: KeyPurpose,
  privateKey: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const vault = await createOpened();
  return storedOf(
    await vault.ask('importKey', { id, purpose, store: 'keychain', privateKey: Uint8Array.from(privateKey) }),
  );
}

/** A store's bytes of a key that was made for it. */
export function storedOf({ stored }: OutputOf<VaultMessages, 'createKey'>): Uint8Array<ArrayBuffer> {
  if (stored === null) throw new Error('nothing is kept of this key');
  return stored.slice();
}

/** An approval as main mints it. */
export function mint(
  counter: number,
  credentialId: string,
  body: Uint8Array,
  key: Uint8Array = approvalKey(),
  kind: Approval['kind'] = 'write',
): Approval {
  const approval = { kind, counter, credentialId, bodySha256: sha256(body) };
  return { ...approval, mac: hmacSha256(key, approvalBytes(approval)) };
}

/** Reports whether the secret is anywhere in the memory that the vault keeps its keys in. */
export function holds(vault: Harness, secret: Uint8Array): boolean {
  return Buffer.from(vault.pages).indexOf(secret) !== -1;
}
