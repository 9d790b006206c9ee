import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PIN, SOFTHSM, SoftTokens } from '../tokens/soft-token.ts';
import { newUserKey, type RunOptions, type Service, Workstation } from './support.ts';

const workstation = new Workstation();
const tokens = new SoftTokens();
const options: RunOptions = { environment: tokens.environment };
const named = ['--store', 'pkcs11', '--module', SOFTHSM, '--token', 'desk'];
const withPin = ['--pin-file', workstation.write('pin', `${PIN}\n`)];
const folder = join(workstation.folder, 'service');
const data = ['--data', folder];

const user = newUserKey();
const apiKeys = [{ apiKeyName: 'Key', publicKey: user.publicKey, curveType: 'API_KEY_CURVE_P256' }];
const first = { organizationName: 'Treasury', rootUsers: [{ userName: 'Operator', apiKeys }] };
const init = ['--init', workstation.write('init.json', JSON.stringify(first))];

let service: Service;
beforeAll(async () => {
  tokens.add('desk');
  await workstation.useKeychain();
  service = await workstation.serve([...data, ...init, ...named, ...withPin], tokens.environment);
  await workstation.connect(service, user);
});
afterAll(async () => {
  await workstation.close();
  tokens.close();
});

/** Runs `serve`, expects it to fail without standard output, and returns standard error. */
const refusal = async (...args: string[]) => {
  const { exitCode, stdout, stderr } = await workstation.run(['serve', ...args], options);
  expect([exitCode === 0, stdout]).toEqual([false, '']);
  return stderr;
};

describe('a local service that opens with a token alone', () => {
  it('serves, with a key of its own on the token', async () => {
    const wallet = JSON.stringify({ walletName: 'Treasury', accounts: [] });
    const made = await workstation.json(['call', 'create_wallet', '--json', wallet]);
    expect(made).toMatchObject({ activity: { status: 'ACTIVITY_STATUS_COMPLETED' } });
    expect(tokens.objects()).toBe(2);
    await service.stop();
  });

  it('starts again with the token and its PIN, with all it had', async () => {
    const { ready, stop } = await workstation.serve([...data, ...named, ...withPin], tokens.environment);
    expect(ready.organizationId).toBe(service.ready.organizationId);
    expect(ready.keys).toEqual(service.ready.keys);
    expect(tokens.objects()).toBe(2);
    await stop();
  });

  it('does not start without its PIN, with a wrong one, or where the token is not named', async () => {
    expect(await refusal(...data, ...named)).toContain('(PIN_REQUIRED)');
    const wrong = ['--pin-file', workstation.write('wrong-pin', '000000')];
    expect(await refusal(...data, ...named, ...wrong)).toContain('(PIN_WRONG)');
    expect(await refusal(...data)).toMatch(/opens only with the token “desk”.*--store pkcs11.*\(INVALID_INPUT\)/);
    const other = ['--store', 'pkcs11', '--module', SOFTHSM, '--token', 'other', ...withPin];
    expect(await refusal(...data, ...other)).toContain('(INVALID_INPUT)');
  });

  it('is begun with the token, not given one later', async () => {
    const without = ['--data', join(workstation.folder, 'without')];
    const { stop } = await workstation.serve([...without, ...init]);
    await stop();
    expect(await refusal(...without, ...named, ...withPin)).toMatch(/was made without a token.*\(INVALID_INPUT\)/);
  });

  it('does not start when the token was removed, and reports it', async () => {
    tokens.removeAll();
    expect(await refusal(...data, ...named, ...withPin)).toMatch(/no token “desk”.*\(TOKEN_MISSING\)/);
    expect(existsSync(folder)).toBe(true);
  });
});
