import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Question } from '../../../../shared/ipc/index.ts';
import { type Bench, createReadyBench, operatorSays, PASSPHRASE } from '../harness.ts';

let bench: Bench;
let asked: Question[];
/** What is typed instead of the passphrase, one for each time it is asked for. */
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
  const before = bench.processes.told.length;
  await sign();
  const told = bench.processes.told.slice(before).filter((name) => ['vault.admit', 'vault.stamp'].includes(name));
  expect(told).toEqual(['vault.admit', 'vault.admit', 'vault.admit', 'vault.stamp']);
  const problems = asked.flatMap((question) => (question.kind === 'stamp' ? [question.problem] : []));
  expect(problems).toEqual([null, expect.stringContaining('does not open'), expect.stringContaining('does not open')]);
});

it('is not turned off by a wrong one', async () => {
  await bench.engine.setup.askToSign('local', true);
  asked = [];
  typed = [wrong(), PASSPHRASE()];
  await bench.engine.setup.askToSign('local', false);
  expect(asked).toMatchObject([{ problem: null }, { problem: expect.stringContaining('does not open') }]);
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
