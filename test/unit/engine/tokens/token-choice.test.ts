import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyStamp } from '../../../../electron/crypto/index.ts';
import type { Question } from '../../../../shared/ipc/index.ts';
import { decodeStamp, utf8Encode } from '../../../../shared/wire/index.ts';
import { type Bench, createBench, createProcesses, operatorSays, type Processes } from '../harness.ts';
import { createSoftwareToken } from './software-token.ts';

const PIN = '314159';
const SERVICE = { baseUrl: 'https://service.example', organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10' };

let bench: Bench;
let processes: Processes;
let asked: Question[];
let refused: Question['kind'] | null;
let chosen: { module: string; label: string; serial: string; slot: number; keyId: string | null };

/** An engine as the window has it, on a folder with nothing in it. */
beforeEach(async () => {
  [asked, refused] = [[], null];
  processes = createProcesses(() => 0, createSoftwareToken(utf8Encode(PIN)).handlers);
  bench = await createBench({
    startProcess: processes.start,
    askPin: null,
    async consent(question) {
      asked.push(question);
      if (question.kind === refused) return { confirmed: false };
      if (question.kind !== 'tokenPin') return operatorSays(question);
      return { ...operatorSays(question), passphrase: Uint8Array.from(utf8Encode(PIN)) };
    },
  });
  const module = join(bench.root, 'module.so');
  writeFileSync(module, '');
  chosen = { module, label: 'desk', serial: '0001', slot: 7, keyId: null };
});
afterEach(() => bench.end());

const at = () => ({ module: chosen.module, label: 'desk', serial: null, slot: null });
const kinds = () => asked.map(({ kind }) => kind);
const connect = () =>
  bench.engine.setup.connect({ name: 'desk', ...SERVICE, signerKey: null, store: 'file', token: chosen });

describe('a module of a token', () => {
  it('is loaded after the operator’s answer alone, who is asked once', async () => {
    const { tokens } = bench.engine;
    refused = 'loadModule';
    await expect(tokens.tokens(chosen.module)).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    await expect(tokens.keys(at())).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(processes.started('token')).toBe(0);
    refused = null;
    expect(await tokens.tokens(chosen.module)).toMatchObject([{ label: 'desk', serial: '0001' }]);
    expect((await tokens.keys(at())).keys).toEqual([]);
    expect(kinds()).toEqual(['loadModule', 'loadModule', 'loadModule', 'tokenPin']);
    expect(asked[0]).toEqual({ kind: 'loadModule', path: chosen.module, name: null });
  });

  it('is not even asked about when others may change it, or when it is not there', async () => {
    chmodSync(chosen.module, 0o666);
    const { tokens } = bench.engine;
    await expect(tokens.tokens(chosen.module)).rejects.toMatchObject({ code: 'FILE_REFUSED' });
    await expect(tokens.tokens('/nowhere/module.so')).rejects.toMatchObject({ code: 'TOKEN_UNAVAILABLE' });
    expect(asked).toEqual([]);
  });

  it('is not loaded while the vault is locked', async () => {
    await connect();
    const locked = await bench.reopen({ autoUnlock: false });
    bench = locked;
    asked = [];
    const before = processes.started('token');
    await expect(bench.engine.tokens.tokens(chosen.module)).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
    expect([asked, processes.started('token')]).toEqual([[], before]);

    await bench.engine.vault.unlock();
    await bench.engine.tokens.tokens(chosen.module);
    bench.engine.vault.lock();
    const allowed = processes.started('token');
    await expect(bench.engine.tokens.tokens(chosen.module)).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
    expect(processes.started('token')).toBe(allowed);
  });
});

describe('a key of a token', () => {
  it('is made for a new profile, and stamps for it', async () => {
    const { profile, publicKey } = await connect();
    expect(asked[0]).toMatchObject({ kind: 'connect', onToken: { label: 'desk', serial: '0001', keyId: null } });
    expect(bench.engine.credentials.list(profile)).toMatchObject([{ publicKey, store: 'pkcs11', name: 'Workstation' }]);
    const body = utf8Encode('{"type":"ACTIVITY_TYPE_CREATE_WALLET"}');
    const { value } = await bench.engine.requests.stamp(body, { profile: bench.engine.profiles.get('desk') });
    expect(verifyStamp(decodeStamp(value), body)).toBe(true);
  });

  it('is made for the current profile after the operator’s answer alone', async () => {
    await connect();
    [asked, refused] = [[], 'tokenKey'];
    await expect(bench.engine.setup.addTokenKey(chosen)).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(bench.engine.credentials.list()).toHaveLength(1);
    refused = null;
    const { publicKey } = await bench.engine.setup.addTokenKey(chosen);
    expect(asked.at(-1)).toMatchObject({ kind: 'tokenKey', profile: { name: 'desk' }, module: chosen.module });
    expect(bench.engine.credentials.list('desk').map(({ name }) => name)).toEqual(['Workstation', 'Key 2']);
    expect(bench.engine.credentials.list('desk')[1]?.publicKey).toBe(publicKey);
  });

  it('that is there is taken by its id', async () => {
    const { publicKey } = await connect();
    const { keys } = await bench.engine.tokens.keys(at());
    await bench.engine.credentials.remove(bench.engine.credentials.list('desk')[0]?.credentialId ?? '');
    const taken = await bench.engine.setup.addTokenKey({ ...chosen, keyId: keys[0]?.keyId ?? '' });
    expect(taken).toEqual({ profile: 'desk', publicKey, curve: 'p256' });
  });
});
