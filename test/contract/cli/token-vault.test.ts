import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PIN, SOFTHSM, SoftTokens } from '../tokens/soft-token.ts';
import { type RunOptions, Workstation } from './support.ts';

const workstation = new Workstation();
const tokens = new SoftTokens();
const options: RunOptions = { environment: tokens.environment };
const onDesk = ['--store', 'pkcs11', '--module', SOFTHSM, '--token', 'desk'];
const withPin = ['--pin-file', workstation.write('pin', `${PIN}\n`)];
const credentials = join(workstation.home, 'credentials.json');
/** A key that stamps and one that opens the service, of two objects each. */
const BOTH = 4;

beforeAll(async () => {
  tokens.add('desk');
  await workstation.useKeychain();
});
afterAll(async () => {
  await workstation.close();
  tokens.close();
});

const json = <Value>(args: readonly string[]) => workstation.json<Value>(args, options);
/** Runs a command, expects it to fail without standard output, and returns standard error. */
const refusal = async (args: readonly string[]) => {
  const { exitCode, stdout, stderr } = await workstation.run(args, options);
  expect([exitCode === 0, stdout]).toEqual([false, '']);
  return stderr;
};

describe('a vault on this machine whose keys are on a token', () => {
  it('is not begun on a token that is not there, or without its PIN', async () => {
    const other = ['--store', 'pkcs11', '--module', SOFTHSM, '--token', 'other', ...withPin];
    expect(await refusal(['init', ...other])).toContain('(TOKEN_MISSING)');
    expect(await refusal(['init', ...onDesk])).toContain('(PIN_REQUIRED)');
    expect(await json(['profile', 'list'])).toMatchObject({ profiles: [] });
    expect(tokens.objects()).toBe(0);
  });

  it('is made with a key that stamps and one that opens it, both on the token, once', async () => {
    const made = await json(['init', ...onDesk, ...withPin]);
    expect(made).toMatchObject({ name: 'local', kind: 'local' });
    expect(await json(['init', ...onDesk, ...withPin])).toEqual(made);
    expect(tokens.objects()).toBe(BOTH);
    expect(await json(['key', 'list', '--profile', 'local'])).toMatchObject({
      credentials: [{ store: 'pkcs11', backend: 'token “desk”' }],
    });
  });

  it('opens with the PIN of the token and with nothing else', async () => {
    expect(await json(['call', 'whoami', ...withPin])).toMatchObject({ username: 'Operator' });
    expect(await refusal(['call', 'whoami'])).toContain('(PIN_REQUIRED)');
    const wrong = ['--pin-file', workstation.write('wrong-pin', '000000')];
    expect(await refusal(['call', 'whoami', ...wrong])).toContain('(PIN_WRONG)');
    expect(await json(['call', 'whoami', ...withPin])).toMatchObject({ username: 'Operator' });
  });

  it('gives the PIN to no other module than was confirmed, and opens without no token where the list of keys was edited', async () => {
    const before = readFileSync(credentials, 'utf8');
    const { masters, ...rest } = JSON.parse(before) as { masters: [{ sealedTo?: { token: object } }] };
    const module = join(workstation.folder, 'module.so');
    copyFileSync(SOFTHSM, module);
    const [{ sealedTo, ...master }] = masters;
    const edits = [{ ...master, sealedTo: { ...sealedTo, token: { ...sealedTo?.token, module } } }, master];
    for (const edited of edits) {
      writeFileSync(credentials, JSON.stringify({ ...rest, masters: [edited] }));
      expect(await refusal(['call', 'whoami', ...withPin])).toMatch(/masterKeyOn is .*\(PROFILE_CHANGED\)/);
    }
    writeFileSync(credentials, before);
    expect(await json(['call', 'whoami', ...withPin])).toMatchObject({ username: 'Operator' });
  });

  it('reports a removed token', async () => {
    tokens.removeAll();
    expect(await refusal(['call', 'whoami', ...withPin])).toMatch(/no token “desk”.*\(TOKEN_MISSING\)/);
  });
});
