import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CredentialRow, TokenFacts, TokenKeyFacts } from '../../../shared/model/index.ts';
import { PIN, SOFTHSM, SoftTokens } from '../tokens/soft-token.ts';
import { newUserKey, type RunOptions, type Service, Workstation } from './support.ts';

const workstation = new Workstation();
const tokens = new SoftTokens();
const options: RunOptions = { environment: tokens.environment };
const onDesk = ['--store', 'pkcs11', '--module', SOFTHSM, '--token', 'desk'];
const pinFile = workstation.write('pin', `${PIN}\n`);
const withPin = ['--pin-file', pinFile];

let service: Service;
let key: CredentialRow;
beforeAll(async () => {
  tokens.add('desk');
  await workstation.useKeychain();
  const user = newUserKey();
  service = await workstation.serveFor(user);
  await workstation.connect(service, user);
});
afterAll(async () => {
  await workstation.close();
  tokens.close();
});

const run = (args: readonly string[]) => workstation.run(args, options);
const json = <Value>(args: readonly string[]) => workstation.json<Value>(args, options);
const refusal = async (args: readonly string[]) => {
  const { exitCode, stdout, stderr } = await run(args);
  expect([exitCode, stdout]).toEqual([1, '']);
  return stderr;
};

describe('a key on a token', () => {
  it('is made there, shown with what proves that it cannot leave, and stamps what the service takes', async () => {
    const { baseUrl, organizationId, keys } = service.ready;
    const where = ['--base-url', baseUrl, '--organization-id', organizationId, '--signer-key', keys.signer];
    await json(['profile', 'add', 'token', ...where]);
    key = await json<CredentialRow>(['key', 'create', '--profile', 'token', ...onDesk, ...withPin]);
    expect(key).toMatchObject({
      store: 'pkcs11',
      backend: 'token “desk”',
      copying: 'Cannot be copied: made on its token, which never lets it out',
      token: {
        module: SOFTHSM,
        label: 'desk',
        protection: {
          extractable: false,
          sensitive: true,
          neverExtractable: true,
          local: true,
          alwaysAuthenticate: false,
        },
      },
    });
    const apiKeys = [{ apiKeyName: 'Token', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' }];
    const { userId } = await json<{ userId: string }>(['call', 'whoami', '--profile', 'desk']);
    await json(['call', 'create_api_keys', '--profile', 'desk', '--json', JSON.stringify({ userId, apiKeys })]);
    expect(await json(['call', 'whoami', '--profile', 'token', ...withPin])).toMatchObject({ username: 'Operator' });
    const wallet = JSON.stringify({ walletName: 'On a token', accounts: [] });
    expect(
      await json(['call', 'create_wallet', '--profile', 'token', '--json', wallet, ...withPin]),
    ).toMatchObject({ activity: { status: 'ACTIVITY_STATUS_COMPLETED' } });
    expect(await json(['audit', 'verify'])).toMatchObject({ ok: true });
  });
});
