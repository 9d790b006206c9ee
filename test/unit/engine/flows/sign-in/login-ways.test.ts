import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Question, QuestionOf, SignInWay } from '../../../../../shared/ipc/index.ts';
import { type Issuer, startIssuer } from '../../../../contract/authentication/oidc-issuer.ts';
import { type Bench, createReadyBench, operatorSays } from '../../harness.ts';

const START = 1_790_000_000_000;
const CONTACT = 'operator@example.com';
const BY_MAIL: SignInWay = { kind: 'code', otpType: 'OTP_TYPE_EMAIL', contact: CONTACT };
const BY_TOKEN: SignInWay = { kind: 'token' };

let bench: Bench;
let asked: Question[];
/** The operator's reply to the question for a code or a token. Null means a refusal. */
let given: (question: QuestionOf<'oneTimeCode' | 'oidcToken'>) => Promise<string | null>;
/** The bytes of that text, as the window sent them. */
let typed: Uint8Array<ArrayBuffer>[];

beforeEach(async () => {
  asked = [];
  typed = [];
  bench = await createReadyBench({
    async consent(question) {
      asked.push(question);
      if (question.kind !== 'oneTimeCode' && question.kind !== 'oidcToken') return operatorSays(question);
      const text = await given(question);
      if (text === null) return { confirmed: false };
      const passphrase = Uint8Array.from(Buffer.from(text));
      typed.push(passphrase);
      return { ...operatorSays(question), passphrase };
    },
  });
  const { userId } = await bench.engine.queries.ask('whoami', {});
  await carryOut('update_user', { userId, userEmail: CONTACT });
  asked.length = 0;
});
afterEach(async () => {
  await bench.end();
  // Each test that asks for a code or a token also shows that its bytes are wiped.
  expect(typed.flatMap((bytes) => [...bytes]).every((byte) => byte === 0)).toBe(true);
});

async function carryOut(operation: string, parameters: object): Promise<void> {
  const { requestId } = await bench.engine.requests.prepare(operation, { ...parameters });
  await bench.engine.requests.submit(requestId);
}

/** The code that was sent last. */
async function sentCode(): Promise<string> {
  const { messages } = await bench.engine.queries.ask('list_outbox', {});
  return messages[0]?.code ?? '';
}

const forgets = () => bench.processes.calls.filter((message) => message === 'vault.forget').length;
const begin = (way: SignInWay) => bench.engine.signIn.begin('local', 900, way);
const kinds = () => asked.map(({ kind }) => kind);
const sent = (path: string) => bench.transport.sent.filter((request) => request.path.endsWith(`/${path}`));

/** Requires that no session was begun, and that its new key was wiped. */
async function expectNone(way: SignInWay, problem: object): Promise<void> {
  const before = forgets();
  await expect(begin(way)).rejects.toMatchObject(problem);
  expect(forgets()).toBe(before + 1);
  expect(bench.engine.signIn.list()).toEqual([]);
}
const wiped = (text: string) => expect.stringMatching(new RegExp(`${text}.*its key was wiped`, 's'));

describe('a one-time code', () => {
  beforeEach(() => {
    given = sentCode;
  });

  it('begins a session whose key, made in the vault, signs that the login is for it', async () => {
    const { expiresAt } = await begin(BY_MAIL);
    expect(kinds()).toEqual(['stamp', 'oneTimeCode', 'stamp', 'stamp']);
    expect(asked[1]).toMatchObject({ contact: CONTACT });
    expect(expiresAt).toBe(START + 900_000);
    expect(bench.engine.signIn.list()).toEqual([{ profile: 'local', expiresAt }]);
    const own = bench.engine.credentials.list('local')[0]?.publicKey;
    const { parameters } = JSON.parse(sent('otp_login')[0]?.body ?? '{}');
    expect(parameters.publicKey).not.toBe(own);
    expect(parameters.clientSignature.message).toContain(parameters.publicKey);
    expect(forgets()).toBe(0);
    await bench.engine.queries.ask('whoami', {});
  });

  it('is in nothing that is sent, nor in a file', async () => {
    let code = '';
    given = async () => {
      code = await sentCode();
      return code;
    };
    await begin(BY_MAIL);
    expect(code).toMatch(/^[0-9A-Z]{9}$/);
    expect(JSON.stringify(bench.transport.sent)).not.toContain(code);
    for (const name of ['records.db', 'records.db-wal', 'cache.db', 'cache.db-wal'])
      expect(readFileSync(join(bench.root, name)).includes(code)).toBe(false);
  });

  it('that is wrong, has other characters, or is not typed begins none', async () => {
    given = async () => '000000000';
    await expectNone(BY_MAIL, { message: wiped('Invalid OTP code') });
    given = async () => '12"34"';
    await expectNone(BY_MAIL, { code: 'INVALID_INPUT', message: wiped('letters and digits') });
    given = async () => null;
    await expectNone(BY_MAIL, { code: 'NOT_CONFIRMED', message: wiped('did not enter the code') });
    expect(sent('verify_otp')).toHaveLength(1);
  });

  it('that was sent to another user begins none, and the words say whose it is', async () => {
    const { userId, username } = await bench.engine.queries.ask('whoami', {});
    const contact = 'mallory@example.com';
    const mallory = { userName: 'Mallory', userEmail: contact, apiKeys: [], authenticators: [], oauthProviders: [] };
    await carryOut('create_users', { users: [{ ...mallory, userTags: [] }] });
    await expectNone({ ...BY_MAIL, contact }, { code: 'INVALID_INPUT', message: wiped('key is of “Operator”') });
    expect(sent('otp_login')).toHaveLength(1);
    expect(await bench.engine.queries.ask('whoami', {})).toMatchObject({ userId, username });
  });

  it('that has expired begins none', async () => {
    given = async () => {
      const code = await sentCode();
      bench.advance(6 * 60_000);
      return code;
    };
    await expectNone(BY_MAIL, { message: wiped('it has expired') });
  });

  it('is not asked for over a locked vault, which has no key any more', async () => {
    given = async () => {
      bench.engine.vault.lock();
      return 'ABCDEFGHJ';
    };
    await expect(begin(BY_MAIL)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(bench.engine.signIn.list()).toEqual([]);
    expect(sent('verify_otp')).toEqual([]);
  });

  it('is not encrypted to a key that the profile’s fetcher key did not sign', async () => {
    bench.transport.answer('/public/v1/submit/init_otp', ({ status, body }) => {
      const { activity } = body as { activity: { result: { initOtpResultV2: Record<string, string> } } };
      const result = activity.result.initOtpResultV2;
      const bundle = JSON.parse(result.otpEncryptionTargetBundle ?? '');
      const own = bench.engine.profiles.get('local').signerKey;
      result.otpEncryptionTargetBundle = JSON.stringify({ ...bundle, enclaveQuorumPublic: own });
      return { status, body };
    });
    await expectNone(BY_MAIL, { code: 'SERVICE_REPLY_INVALID', message: wiped('another key than the profile’s') });
    expect(sent('verify_otp')).toEqual([]);
  });

  it('whose verification is bound to another key logs nobody in', async () => {
    bench.transport.answer('/public/v1/submit/verify_otp', ({ status, body }) => {
      const { activity } = body as { activity: { result: { verifyOtpResult: { verificationToken: string } } } };
      const [header, claims = '', signature] = activity.result.verifyOtpResult.verificationToken.split('.');
      const changed = {
        ...JSON.parse(Buffer.from(claims, 'base64url').toString()),
        public_key: `02${'11'.repeat(32)}`,
      };
      const body64 = Buffer.from(JSON.stringify(changed)).toString('base64url');
      activity.result.verifyOtpResult.verificationToken = `${header}.${body64}.${signature}`;
      return { status, body };
    });
    await expectNone(BY_MAIL, { code: 'SERVICE_REPLY_INVALID', message: wiped('did not sign it') });
    expect(sent('otp_login')).toEqual([]);
  });
});

describe('an OIDC token', () => {
  let issuer: Issuer;
  beforeEach(async () => {
    issuer = await startIssuer();
    const { userId } = await bench.engine.queries.ask('whoami', {});
    const oidcToken = await issuer.token(START);
    await carryOut('create_oauth_providers', { userId, oauthProviders: [{ providerName: 'Issuer', oidcToken }] });
    asked.length = 0;
  });
  afterEach(() => issuer.close());
  const nonceOf = (question: Question) => (question.kind === 'oidcToken' ? question.nonce : '');

  it('begins a session with the nonce that is shown', async () => {
    given = (question) => issuer.token(START, { nonce: nonceOf(question) });
    const { expiresAt } = await begin(BY_TOKEN);
    expect(kinds()).toEqual(['oidcToken', 'stamp']);
    expect(bench.engine.signIn.list()).toEqual([{ profile: 'local', expiresAt }]);
    expect(forgets()).toBe(0);
  });

  it('with another nonce, or that is none, is not sent', async () => {
    given = () => issuer.token(START, { nonce: '00'.repeat(32) });
    await expectNone(BY_TOKEN, { code: 'INVALID_INPUT', message: wiped('for another session') });
    given = async () => 'not a token';
    await expectNone(BY_TOKEN, { code: 'INVALID_INPUT', message: wiped('not an OIDC token') });
    given = async () => null;
    await expectNone(BY_TOKEN, { code: 'NOT_CONFIRMED', message: wiped('gave no token') });
    expect(kinds()).toEqual(['oidcToken', 'oidcToken', 'oidcToken']);
    expect(sent('oauth_login')).toEqual([]);
  });

  it('of nobody that the organization knows begins none', async () => {
    given = (question) => issuer.token(START, { nonce: nonceOf(question), sub: 'somebody else' });
    await expectNone(BY_TOKEN, { message: wiped('OIDC') });
  });
});
