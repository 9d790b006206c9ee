import { signWithApiKey } from '@turnkey/api-key-stamper';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StartedService, startService } from '../start-service.ts';

/** One fault of a request, and the sentence that names its cause. */
let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const WHOAMI = '/public/v1/query/whoami';
const encoded = (stamp: string) => Buffer.from(stamp).toString('base64url');

async function messageOf(path: string, body: string, stamp?: string): Promise<string> {
  const { privateKey, publicKey } = service.key;
  const signature = await signWithApiKey({ content: body, privateKey, publicKey });
  const own = JSON.stringify({ publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature });
  const headers = { 'content-type': 'application/json', 'x-stamp': encoded(stamp ?? own) };
  const response = await fetch(service.ready.baseUrl + path, { method: 'POST', headers, body });
  expect(response.status).toBe(stamp === undefined ? 400 : 401);
  return ((await response.json()) as { message: string }).message;
}

it.each([
  ['a later version', 'ACTIVITY_TYPE_CREATE_WALLET_V9', 'is of a version that this service does not know'],
  ['a misspelt type', 'ACTIVITY_TYPE_CREATE_WALET', 'is no activity type'],
  ['a type in lower case', 'activity_type_create_wallet', 'is no activity type'],
  ['the type of another path', 'ACTIVITY_TYPE_CREATE_POLICY_V3', 'belongs to /public/v1/submit/create_policy'],
  ['no type', undefined, 'is missing'],
  ['a number as type', 7, 'is not text in double quotes'],
])('names %s', async (_what, type, why) => {
  const body = JSON.stringify({ ...service.envelope('ACTIVITY_TYPE_CREATE_WALLET', {}), type });
  expect(await messageOf('/public/v1/submit/create_wallet', body)).toBe(
    `bad request body: /type must be ACTIVITY_TYPE_CREATE_WALLET for /public/v1/submit/create_wallet, and ${why}`,
  );
});

it('names a time in microseconds', async () => {
  const envelope = service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Late', accounts: [] });
  const body = JSON.stringify({ ...envelope, timestampMs: `${service.clock.now}000` });
  expect(await messageOf('/public/v1/submit/create_wallet', body)).toContain(
    'The number looks like microseconds. Write the time in milliseconds.',
  );
});

it.each([
  ['no organization', () => ({}), 'the body has no organizationId'],
  ['a number as organization', () => ({ organizationId: 7 }), 'organizationId must be text in double quotes'],
  ['an empty organization', () => ({ organizationId: '' }), 'organizationId is empty'],
  ['the name of an organization', () => ({ organizationId: 'treasury' }), 'organizationId must be a UUID'],
  [
    'a line break beside the organization',
    () => ({ organizationId: `${service.organizationId}\n` }),
    'organizationId has a space or line break around it',
  ],
])('names %s', async (_what, request, why) => {
  expect(await messageOf(WHOAMI, JSON.stringify(request()))).toContain(`malformed organization ID provided: ${why}`);
});

const KEY = '02'.repeat(33);
const P256 = 'SIGNATURE_SCHEME_TK_API_P256';
it.each([
  ['no scheme', JSON.stringify({ publicKey: KEY, signature: '00' }), 'its scheme is missing'],
  ['no key', JSON.stringify({ scheme: P256, signature: '00' }), 'its publicKey is missing'],
  [
    'r and s without DER',
    JSON.stringify({ publicKey: KEY, scheme: P256, signature: 'ab'.repeat(64) }),
    'its signature has the 64 bytes of r and s; encode them as DER',
  ],
  ['a member twice', `{"scheme":"x","scheme":"${P256}"}`, 'it has the member scheme twice; send it once'],
])('names %s in a stamp', async (_what, stamp, why) => {
  expect(await messageOf(WHOAMI, '{}', stamp)).toBe(`malformed activity stamp: ${why}`);
});
