import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyStamp } from '../../../../electron/crypto/index.ts';
import type { Answer, QuestionOf } from '../../../../shared/ipc/index.ts';
import { decodeStamp, utf8Encode } from '../../../../shared/wire/index.ts';
import { type Bench, createBench, createProcesses, operatorSays, type Processes } from '../harness.ts';
import { createSoftwareToken } from './software-token.ts';

const PIN = '314159';
const body = utf8Encode('{"type":"ACTIVITY_TYPE_CREATE_WALLET"}');

let bench: Bench;
let processes: Processes;
let asked: QuestionOf<'tokenPin'>[];
let given: Uint8Array<ArrayBuffer>[];
/** The texts typed next, of which the last repeats. Null is a no. */
let typed: (string | null)[];
/** Called while a question waits. */
let meanwhile: () => void;

/** An engine of the window, in which the trusted window asks for PINs. */
async function begin(alwaysAuthenticate: boolean): Promise<void> {
  [asked, given, typed, meanwhile] = [[], [], [PIN], () => undefined];
  processes = createProcesses(() => 0, createSoftwareToken(utf8Encode(PIN), { alwaysAuthenticate }).handlers);
  bench = await createBench({
    startProcess: processes.start,
    askPin: null,
    async consent(question): Promise<Answer> {
      if (question.kind !== 'tokenPin') return operatorSays(question);
      asked.push(question);
      const next = (typed.length > 1 ? typed.shift() : typed[0]) ?? null;
      meanwhile();
      if (next === null) return { confirmed: false };
      const passphrase = Uint8Array.from(utf8Encode(next));
      given.push(passphrase);
      return { confirmed: true, passphrase, format: null, keep: null, typed: null, sealTo: null };
    },
  });
  const module = join(bench.root, 'module.so');
  writeFileSync(module, '');
  const service = { baseUrl: 'https://service.example', organizationId: 'organization' };
  const pins = { signerKey: null, notarizerKey: null, authUrl: null, authProxyConfigId: null };
  await bench.engine.profiles.add({ name: 'desk', kind: 'remote', ...service, ...pins });
  const at = { module, label: 'desk', serial: null, slot: null };
  await bench.engine.credentials.createOnToken({ profile: 'desk', name: 'Key 1', at });
  bench.engine.vault.lock();
  [asked, given] = [[], []];
}

beforeEach(() => begin(false));
afterEach(() => bench.end());

const stamp = () => bench.engine.requests.stamp(body, { profile: bench.engine.profiles.get('desk') });
const stamps = () => processes.calls.filter((name) => name === 'token.stamp').length;
const wiped = () => given.every((pin) => pin.every((byte) => byte === 0));

describe('a token that asks for its PIN, with a window', () => {
  it('is named by its label, number, maker and module', async () => {
    await stamp();
    const token = { label: 'desk', serial: '0001', manufacturer: 'Test', pin: 'ready' };
    expect(asked).toEqual([
      {
        kind: 'tokenPin',
        token,
        module: 'module.so',
        for: 'session',
        keepable: false,
        passphrase: 'pin',
        problem: null,
        namesTries: false,
      },
    ]);
    await stamp();
    expect(asked).toHaveLength(1);
    expect(wiped()).toBe(true);
  });

  it('is asked for again after a wrong one, with what the token says of tries', async () => {
    typed = ['000000', '111111', PIN];
    await stamp();
    expect(asked.map(({ token, problem, namesTries }) => [token.pin, problem, namesTries])).toEqual([
      ['ready', null, false],
      ['low', 'Wrong.', true],
      ['final', 'Wrong.', true],
    ]);
    expect(given).toHaveLength(3);
    expect(wiped()).toBe(true);
  });

  it('is tried no more once it is locked', async () => {
    typed = ['000000'];
    await expect(stamp()).rejects.toMatchObject({ code: 'PIN_LOCKED' });
    expect(asked).toHaveLength(3);
    expect(stamps()).toBe(0);
  });

  it('is not given one that no token takes', async () => {
    typed = ['000000', '0'.repeat(257), PIN];
    await stamp();
    expect(asked.map(({ token, namesTries }) => [token.pin, namesTries])).toEqual([
      ['ready', false],
      ['low', true],
      ['low', false],
    ]);
  });

  it('stamps nothing, and records nothing, when none is entered', async () => {
    typed = [null];
    const before = bench.engine.audit.status();
    await expect(stamp()).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(bench.engine.audit.status()).toEqual(before);
    expect(stamps()).toBe(0);
    expect(asked).toHaveLength(1);
  });

  it('is asked for once where several wait for it, who share a refusal', async () => {
    typed = [null];
    const refused = await Promise.allSettled([stamp(), stamp(), stamp()]);
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(asked).toHaveLength(1);
    typed = [PIN];
    await Promise.all([stamp(), stamp()]);
    expect(asked).toHaveLength(2);
  });

  it('is not given one that comes after a lock', async () => {
    meanwhile = () => bench.engine.vault.lock();
    const before = processes.calls.filter((name) => name === 'token.login').length;
    await expect(stamp()).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(processes.calls.filter((name) => name === 'token.login')).toHaveLength(before + 1);
    expect(wiped()).toBe(true);
  });
});

describe('a key that asks for the PIN each time, with a window', () => {
  beforeEach(async () => {
    await bench.end();
    await begin(true);
  });

  it('is given it for each stamp, after that of the token', async () => {
    await stamp();
    await stamp();
    expect(asked.map((question) => question.for)).toEqual(['session', 'signature', 'signature']);
    expect(wiped()).toBe(true);
  });

  it('takes the right one after a wrong one, for the same approval', async () => {
    typed = [PIN, '000000', PIN];
    const { value } = await stamp();
    expect(verifyStamp(decodeStamp(value), body)).toBe(true);
    expect(asked.map((question) => [question.token.pin, question.for])).toEqual([
      ['ready', 'session'],
      ['ready', 'signature'],
      ['low', 'signature'],
    ]);
    expect(stamps()).toBe(2);
    expect(wiped()).toBe(true);
  });

  it('records nothing when none is entered', async () => {
    typed = [PIN, null];
    const before = bench.engine.audit.status();
    await expect(stamp()).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(bench.engine.audit.status()).toEqual(before);
    expect(stamps()).toBe(0);
  });
});
