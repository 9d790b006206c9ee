import { hmacSha256, sha256 } from '../../../electron/crypto/index.ts';
import { createDispatcher } from '../../../electron/vault/dispatcher.ts';
import { createArena, createSecretMemory } from '../../../electron/vault/secret-memory.ts';
import { createVault, type VaultPorts } from '../../../electron/vault/vault.ts';
import { fromReply, type Reply } from '../../../shared/errors/index.ts';
import {
  type Approval,
  approvalBytes,
  type InputOf,
  type OutputOf,
  type ReplyFrame,
  type VaultMessages,
} from '../../../shared/processes/index.ts';

export const approvalKey = () => new Uint8Array(32).fill(0x41);

/** A vault behind its dispatcher, asked as main asks it. */
export interface Harness {
  readonly pages: Uint8Array;
  readonly posted: ReplyFrame[];
  send(frame: unknown): Promise<void>;
  ask<Name extends keyof VaultMessages>(
    name: Name,
    input: InputOf<VaultMessages, Name>,
  ): Promise<OutputOf<VaultMessages, Name>>;
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
    harden: async () => ({ notDumpable: true, noCore: true, lockedMemory: true }),
    selfTest: async () => ['known answers'],
    collectGarbage: () => undefined,
    ...ports,
  });
  const posted: ReplyFrame[] = [];
  // A port copies what it is given, before the vault wipes its own.
  const dispatch = createDispatcher(vault, (frame) => void posted.push(structuredClone(frame)));
  let frames = 0;
  return {
    pages,
    posted,
    send: dispatch,
    async ask(name, input) {
      frames += 1;
      const id = frames;
      await dispatch({ id, name, input });
      const reply = posted.findLast((frame) => frame.id === id)?.reply;
      return fromReply(reply as Reply<OutputOf<VaultMessages, typeof name>>);
    },
  };
}

export async function createStarted(ports: Partial<VaultPorts> = {}): Promise<Harness> {
  const harness = createHarness(ports);
  await harness.ask('start', { approvalKey: approvalKey() });
  return harness;
}

/** An approval as main mints it. */
export function mint(
  counter: number,
  credentialId: string,
  body: Uint8Array,
  key: Uint8Array = approvalKey(),
): Approval {
  const approval = { counter, credentialId, bodySha256: sha256(body) };
  return { ...approval, mac: hmacSha256(key, approvalBytes(approval)) };
}

/** Whether the secret is anywhere in the memory that the vault keeps its keys in. */
export function holds(vault: Harness, secret: Uint8Array): boolean {
  return Buffer.from(vault.pages).indexOf(secret) !== -1;
}
