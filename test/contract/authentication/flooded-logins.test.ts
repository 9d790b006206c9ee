import { encryptOtpCodeToBundle } from '@turnkey/crypto';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { QueryResponse } from '../../../shared/operations/index.ts';
import { type ClientKey, clientOf, newKey, type StartedService, startService } from '../start-service.ts';
import { emailOf, loginBy } from './one-time-code.ts';

const GATEWAY = 'gateway of the test';
/** The codes that strangers may have open. */
const OPEN = 500;
/** More than the messages that the outbox keeps of strangers. */
const STRANGERS = 120;
const AT_ONCE = 30;
const SIGN_UPS = 10;

let service: StartedService;
let operator = '';
let database: SqliteDatabase.Database;
beforeEach(async () => {
  const pragma = vi.spyOn(SqliteDatabase.prototype, 'pragma');
  service = await startService({ init: { authProxyConfigId: GATEWAY } });
  database = pragma.mock.contexts.at(-1) as SqliteDatabase.Database;
  pragma.mockRestore();
  operator = await emailOf(service);
});
afterEach(() => service.stop());

interface Reply {
  readonly otpId?: string;
  readonly otpEncryptionTargetBundle?: string;
  readonly verificationToken?: string;
  readonly organizationId?: string;
  readonly session?: string;
  readonly message?: string;
}
async function ask(path: string, body: object): Promise<Reply> {
  const headers = { 'X-Auth-Proxy-Config-ID': GATEWAY };
  const response = await fetch(service.ready.authUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Reply;
}
const sendTo = (contact: string) => ask('/v1/otp_init_v2', { otpType: 'OTP_TYPE_EMAIL', contact });

/** Makes as many open codes of strangers as there may be, as if they had been asked for now. */
function fill(): void {
  const insert =
    database.prepare(`WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ?)
    INSERT INTO otps (otp_id, organization_id, otp_type, contact, sealed_code, sealed_target_key, tries, state, expires_at, created_at)
    SELECT 'filled ' || n, ?, 'OTP_TYPE_EMAIL', n || '@filled.example', x'', x'', 0, 'sent', ?, ? FROM counted`);
  insert.run(OPEN, service.organizationId, service.clock.now + 300_000, service.clock.now);
}

/** Asks for a code for each of many other contacts, some at once. Returns the number of codes sent. */
async function floodOthers(name: string): Promise<number> {
  let sent = 0;
  for (let first = 0; first < STRANGERS; first += AT_ONCE) {
    const contacts = Array.from({ length: AT_ONCE }, (_none, index) => `${name}-${first + index}@stranger.example`);
    const replies = await Promise.all(contacts.map(sendTo));
    sent += replies.filter(({ otpId }) => otpId !== undefined).length;
  }
  return sent;
}

/** Asks for codes for the operator's own contact, and locks each of these. Returns the number of codes sent. */
async function floodOwn(): Promise<number> {
  const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => sendTo(operator)));
  const sent = replies.filter(({ otpId }) => otpId !== undefined);
  for (const started of sent)
    for (let tries = 0; tries < 3; tries += 1)
      expect(await verify(started, '000000000', newKey())).toMatchObject({ message: 'Invalid OTP code' });
  return sent.length;
}

/** Signs strangers up who claim the operator's address. Returns the number of organizations made. */
async function floodSignUps(): Promise<number> {
  const replies = await Promise.all(
    Array.from({ length: SIGN_UPS }, (_none, index) => {
      const { publicKey } = newKey();
      const apiKeys = [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' }];
      const user = { userName: `Stranger ${index}`, userEmail: operator, authenticators: [], oauthProviders: [] };
      return ask('/v1/signup_v2', { ...user, apiKeys });
    }),
  );
  return replies.filter(({ organizationId }) => organizationId !== undefined).length;
}

const sealed = (code: string, bundle: string, { publicKey }: ClientKey) =>
  encryptOtpCodeToBundle(code, bundle, publicKey, service.ready.keys.fetcher);
const verify = async ({ otpId, otpEncryptionTargetBundle = '' }: Reply, code: string, key: ClientKey) =>
  ask('/v1/otp_verify_v2', { otpId, encryptedOtpBundle: await sealed(code, otpEncryptionTargetBundle, key) });
const whoami = (key: ClientKey) =>
  clientOf(service.ready.baseUrl, key).getWhoami({ organizationId: service.organizationId });

/** The newest code for the operator that the outbox still shows. */
async function operatorsCode(): Promise<string> {
  const body = { organizationId: service.organizationId };
  const { messages } = await clientOf(service.ready.baseUrl, service.key).request<
    typeof body,
    QueryResponse<'list_outbox'>
  >('/public/v1/query/list_outbox', body);
  return messages.find(({ to }) => to === operator)?.code ?? '';
}

it('an operator logs in by a code of the gateway while strangers ask for codes and sign up', async () => {
  const key = newKey();
  const started = await sendTo(operator);
  fill();
  expect(await floodOthers('first')).toBe(STRANGERS);
  expect(await floodSignUps()).toBe(SIGN_UPS);
  const { verificationToken = '' } = await verify(started, await operatorsCode(), key);
  expect(await floodOthers('second')).toBe(STRANGERS);
  const { organizationId } = service;
  const { session } = await ask('/v1/otp_login_v2', { ...(await loginBy(verificationToken, key)), organizationId });
  expect(session?.split('.')).toHaveLength(3);
  expect(await whoami(key)).toMatchObject({ userId: service.userId });
});

it('an operator logs in by a stamped code while strangers ask for codes for the same contact', async () => {
  const { client } = service;
  const key = newKey();
  expect(await floodOwn()).toBe(3);
  const parameters = { otpType: 'OTP_TYPE_EMAIL', contact: operator, appName: 'Test' };
  const { activity } = await client.initOtp(service.envelope('ACTIVITY_TYPE_INIT_OTP_V3', parameters));
  const { otpId, otpEncryptionTargetBundle } = activity.result.initOtpResultV2!;
  fill();
  // The stamped code has taken the place of one that was asked for without a stamp, and none takes its place.
  expect(await floodOwn()).toBe(0);
  expect(await floodOthers('third')).toBe(STRANGERS);
  expect(await floodSignUps()).toBe(SIGN_UPS);
  const encryptedOtpBundle = await sealed(await operatorsCode(), otpEncryptionTargetBundle, key);
  const verifying = service.envelope('ACTIVITY_TYPE_VERIFY_OTP_V2', { otpId, encryptedOtpBundle });
  const { verificationToken } = (await client.verifyOtp(verifying)).activity.result.verifyOtpResult!;
  expect(await floodOwn()).toBe(1);
  await client.otpLogin(service.envelope('ACTIVITY_TYPE_OTP_LOGIN_V2', await loginBy(verificationToken, key)));
  expect(await whoami(key)).toMatchObject({ userId: service.userId });
});
