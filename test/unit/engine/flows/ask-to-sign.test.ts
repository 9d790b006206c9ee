import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Question } from '../../../../shared/ipc/index.ts';
import { type Bench, createProcesses, createReadyBench, operatorSays, PASSPHRASE } from '../harness.ts';
import { createSoftwareToken } from '../tokens/software-token.ts';

let bench: Bench;
let asked: Question[];
/** Texts that are typed instead of the passphrase, one for each question. */
let typed: Uint8Array<ArrayBuffer>[];
const wrong = () => Uint8Array.from(Buffer.from('another passphrase'));

beforeEach(async () => {
  [asked, typed] = [[], []];
  bench = await createReadyBench({
    autoUnlock: false,
    askPassphrase: null,
    async consent(question) {
      asked.push(question);
      const said = operatorSays(question);
      return { ...said, passphrase: said.passphrase === null ? null : (typed.shift() ?? said.passphrase) };
    },
  });
  asked = [];
});
afterEach(() => bench.end());

const sign = async ({ engine }: Bench = bench) => {
  const { requestId } = await engine.requests.prepare('create_wallet', { walletName: 'Cold', accounts: [] });
  return engine.requests.submit(requestId);
};
const wanted = (kind: Question['kind']) =>
  asked
    .filter((question) => question.kind === kind)
    .map((question) => ('passphrase' in question ? question.passphrase : null));

it('has each signature typed for, but nothing that is only read, and stops when it is typed once more', async () => {
  await sign();
  await bench.engine.setup.askToSign('local', true);
  expect(bench.engine.profiles.get('local').asksToSign).toBe(true);
  await sign();
  await sign();
  await expect(bench.engine.queries.run('whoami', {})).resolves.toMatchObject({ username: 'Operator' });
  await bench.engine.setup.askToSign('local', false);
  await sign();
  expect(wanted('stamp')).toEqual(['none', 'known', 'known', 'none']);
  expect(wanted('askToSign')).toEqual(['known', 'known']);
  expect(bench.engine.profiles.get('local').asksToSign).toBeUndefined();
});

it('asks again after a wrong one, with why, and signs nothing for it', async () => {
  await bench.engine.setup.askToSign('local', true);
  typed = [wrong(), wrong()];
  const before = bench.processes.calls.length;
  await sign();
  const calls = bench.processes.calls.slice(before).filter((name) => ['vault.admit', 'vault.stamp'].includes(name));
  expect(calls).toEqual(['vault.admit', 'vault.admit', 'vault.admit', 'vault.stamp']);
  const problems = asked.flatMap((question) => (question.kind === 'stamp' ? [question.problem] : []));
  const refused = { text: expect.stringContaining('does not open') };
  expect(problems).toMatchObject([null, refused, refused]);
});

it('is not turned off by a wrong one', async () => {
  await bench.engine.setup.askToSign('local', true);
  asked = [];
  typed = [wrong(), PASSPHRASE()];
  await bench.engine.setup.askToSign('local', false);
  expect(asked).toMatchObject([{ problem: null }, { problem: { text: expect.stringContaining('does not open') } }]);
});

it('stays on over a restart, and for keys that are made later', async () => {
  await bench.engine.setup.askToSign('local', true);
  const made = await bench.engine.credentials.create({ profile: 'local', name: 'Second', store: null });
  const { engine, end } = await bench.reopen();
  try {
    await engine.vault.unlock();
    await sign({ ...bench, engine });
    expect(wanted('stamp')).toEqual(['known']);
    await engine.requests.stamp(new TextEncoder().encode('{"type":"x"}'), { credentialId: made.credentialId });
    expect(wanted('stamp')).toEqual(['known', 'known']);
  } finally {
    await end();
  }
});

it('refuses a profile whose file says that it does not ask, and one whose keys are an older copy that do not', async () => {
  const { keystore, profiles } = bench.engine.paths;
  const older = readFileSync(keystore);
  await bench.engine.setup.askToSign('local', true);
  const text = readFileSync(profiles, 'utf8');
  writeFileSync(profiles, text.replace(/\s*"asksToSign": ?true,/, ''));
  await expect(sign()).rejects.toMatchObject({ code: 'PROFILE_CHANGED' });
  writeFileSync(profiles, text);
  writeFileSync(keystore, older);
  bench.engine.vault.lock();
  await bench.engine.vault.unlock();
  await expect(sign()).rejects.toMatchObject({
    code: 'PROFILE_CHANGED',
    message: expect.stringContaining('older copy'),
  });
});

it('keeps the typed secret of a store while a profile asks for it with each signature', async () => {
  await bench.engine.setup.askToSign('local', true);
  const refused = {
    code: 'NOT_SUPPORTED',
    message: expect.stringContaining('asks for the unlock method with each signature'),
  };
  await expect(bench.engine.vault.protect('file', true)).rejects.toMatchObject(refused);
  expect(wanted('protect')).toEqual([]);
  await bench.engine.setup.askToSign('local', false);
  await expect(bench.engine.vault.protect('file', true)).rejects.not.toMatchObject(refused);
  expect(wanted('protect')).toEqual(['known']);
});

describe('a profile that also has a key on a token', () => {
  const PIN = () => Uint8Array.from(Buffer.from('314159'));
  const refused = { code: 'NOT_SUPPORTED' };
  /** The key on the token, registered, of a bench with the kept one. */
  const begin = async (alwaysAuthenticate: boolean) => {
    await bench.end();
    const token = createSoftwareToken(PIN(), { alwaysAuthenticate });
    const processes = createProcesses(() => 1_790_000_000_000, token.handlers);
    bench = await createReadyBench({
      startProcess: processes.start,
      autoUnlock: false,
      askPassphrase: null,
      async consent(question) {
        asked.push(question);
        return { ...operatorSays(question), ...(question.kind === 'tokenPin' ? { passphrase: PIN() } : {}) };
      },
    });
    const module = join(bench.root, 'module.so');
    writeFileSync(module, '');
    const [kept] = bench.engine.credentials.list('local');
    await bench.engine.setup.addTokenKey({ module, label: 'desk', serial: '0001', slot: 7, keyId: null });
    const onToken = bench.engine.credentials.list('local').find(({ store }) => store === 'pkcs11');
    await bench.engine.keyLife.register(onToken?.credentialId ?? '');
    asked = [];
    return { processes, kept: kept?.credentialId ?? '', onToken: onToken?.credentialId ?? '' };
  };
  const asks = () => bench.engine.profiles.get('local').asksToSign === true;

  it('uses none that asks once, says so, and keeps the one that asks', async () => {
    const { processes, kept, onToken } = await begin(false);
    await bench.engine.setup.askToSign('local', true);
    const refusal = {
      ...refused,
      message: expect.stringContaining('asks only once until the vault locks'),
    };
    await expect(bench.engine.setup.stampWith(onToken)).rejects.toMatchObject(refusal);
    await expect(bench.engine.credentials.retire(kept)).rejects.toMatchObject(refused);
    const stamp = () =>
      bench.engine.requests.stamp(new TextEncoder().encode('{"type":"x"}'), { credentialId: onToken });
    await expect(stamp()).rejects.toMatchObject(refusal);
    // The list's facts about the key decide nothing.
    const path = bench.engine.paths.credentials;
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('"alwaysAuthenticate": false', '"alwaysAuthenticate": true'));
    expect(readFileSync(path, 'utf8')).not.toBe(text);
    await expect(stamp()).rejects.toMatchObject(refusal);
    expect(processes.calls).not.toContain('token.stamp');
    await sign();
    expect(wanted('stamp')).toEqual(['known']);
  });

  it('takes none into use that asks once while it asks each time', async () => {
    const { kept, onToken } = await begin(false);
    await bench.engine.credentials.remove(onToken);
    await bench.engine.setup.askToSign('local', true);
    const at = { module: join(bench.root, 'module.so'), label: 'desk', serial: '0001', slot: 7 };
    const made = bench.engine.setup.addTokenKey({ ...at, keyId: null });
    await expect(made).rejects.toMatchObject({ ...refused, message: expect.stringContaining('is not used here') });
    const [{ keyId } = { keyId: '' }] = (await bench.engine.tokens.keys(at)).keys;
    const taken = bench.engine.setup.addTokenKey({ ...at, keyId });
    await expect(taken).rejects.toMatchObject({ ...refused, message: expect.stringContaining('not taken into use') });
    expect(bench.engine.credentials.list('local').map(({ credentialId }) => credentialId)).toEqual([kept]);
    await sign();
  });

  it('does not ask each time where that one stamps, or only a retired one is kept here', async () => {
    const { kept, onToken } = await begin(false);
    await bench.engine.setup.stampWith(onToken);
    await expect(bench.engine.setup.askToSign('local', true)).rejects.toMatchObject(refused);
    await bench.engine.credentials.retire(kept);
    await expect(bench.engine.setup.askToSign('local', true)).rejects.toMatchObject(refused);
    expect(asks()).toBe(false);
  });

  it('uses one that asks for its PIN each time, and then stops with nothing to type', async () => {
    const { kept, onToken } = await begin(true);
    await bench.engine.setup.askToSign('local', true);
    await bench.engine.setup.stampWith(onToken);
    asked = [];
    await sign();
    await sign();
    expect(asked.filter(({ kind }) => kind === 'tokenPin')).toMatchObject([{ for: 'signature' }, { for: 'signature' }]);
    await bench.engine.credentials.retire(kept);
    await bench.engine.setup.askToSign('local', false);
    expect([asks(), wanted('askToSign')]).toEqual([false, ['none']]);
    await expect(bench.engine.setup.askToSign('local', true)).rejects.toMatchObject(refused);
  });
});
