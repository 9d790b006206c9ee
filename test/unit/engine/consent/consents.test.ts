import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApprovals } from '../../../../electron/engine/consent/approvals.ts';
import { askedProfile, type Consent, createConsents } from '../../../../electron/engine/consent/consents.ts';
import { fingerprintOf } from '../../../../electron/engine/verify/verify.ts';
import type { Answer, QuestionOf } from '../../../../shared/ipc/index.ts';
import type { ProfileRow } from '../../../../shared/model/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';
import { BLIND, MEANING } from '../../meaning.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

const YES: Answer = { confirmed: true, passphrase: null, format: null, keep: null, typed: null, sealTo: null };
const body = utf8Encode('{"type":"ACTIVITY_TYPE_CREATE_WALLET"}');
const question: QuestionOf<'stamp'> = {
  kind: 'stamp',
  derived: [],
  profile: {
    name: 'desk',
    kind: 'local',
    baseUrl: null,
    organizationId: '',
    hue: 0,
    organizationName: null,
    blindSigning: false,
  },
  key: { name: 'Workstation', publicKey: '02' },
  meaning: MEANING,
  naming: null,
  body: '',
  before: null,
  replaces: null,
  votes: null,
  changed: [],
  vote: null,
  passphrase: 'none',
  called: 'PIN',
  securityKey: 'none',
  problem: null,
};
const refused = expect.objectContaining({ code: 'APPROVAL_REFUSED' });

describe('a consent', () => {
  const consents = createConsents(async () => YES);
  const given = () => consents.toStamp(question, { credentialId: 'a', body });

  it('mints one approval to write, for its bytes and its key', async () => {
    const approvals = createApprovals(consents);
    const consent = await given();
    expect(approvals.mint('a', body, consent)).toMatchObject({ kind: 'write', credentialId: 'a' });
    expect(() => approvals.mint('a', body, consent)).toThrow(refused);
  });

  it('is worth nothing for other bytes or another key, and is used up by the attempt', async () => {
    for (const [credentialId, bytes] of [
      ['b', body],
      ['a', utf8Encode('{}')],
    ] as const) {
      const consent = await given();
      expect(() => consents.take(consent, credentialId, bytes)).toThrow(refused);
      expect(() => consents.take(consent, 'a', body)).toThrow(refused);
    }
  });

  it.each([
    ['what nobody can judge', { meaning: BLIND }],
    ['what is not what it says it is', { meaning: { ...MEANING, judged: 'unreadable' } }],
    ['an approval of what is not proven', { vote: { approves: true, meaning: null, problem: 'No.' } }],
  ] as const)('is not given by a window’s yes to %s, but by a command', async (_, what) => {
    const asking = { ...question, ...what } as QuestionOf<'stamp'>;
    const mark = { ...YES, typed: asking.meaning?.mark ?? null } as const;
    const ask = (answer: Answer, about = asking) =>
      createConsents(async () => answer).toStamp(about, { credentialId: 'a', body });
    await expect(ask(mark)).rejects.toEqual(refused);
    await expect(ask({ ...YES, byCommand: true } as Answer)).resolves.toMatchObject({ credentialId: 'a' });
    if (asking.meaning !== BLIND) return;
    const allowed = { ...asking, profile: { ...asking.profile, blindSigning: true } };
    await expect(ask(YES, allowed)).rejects.toEqual(refused);
    await expect(ask(mark, allowed)).resolves.toMatchObject({ credentialId: 'a' });
  });

  it('is not given by an answer that does not count, whose typed secret is wiped', async () => {
    const passphrase = utf8Encode('typed');
    const asking = { ...question, meaning: BLIND };
    const consents = createConsents(async () => ({ ...YES, passphrase }));
    await expect(consents.toStamp(asking, { credentialId: 'a', body })).rejects.toEqual(refused);
    expect([...passphrase].every((byte) => byte === 0)).toBe(true);
  });

  it('does not outlive a lock', async () => {
    const consent = await given();
    consents.lock();
    expect(() => consents.take(consent, 'a', body)).toThrow(refused);
  });

  it('cannot be made by anybody else', async () => {
    const copy: Consent = { ...(await given()) };
    expect(() => consents.take(copy, 'a', body)).toThrow(refused);
    const other = createConsents(async () => YES);
    expect(() => consents.take(copy, 'a', body)).toThrow(refused);
    const theirs = await other.toStamp(question, { credentialId: 'a', body });
    expect(() => consents.take(theirs, 'a', body)).toThrow(refused);
  });

  it('is not given when the operator refuses', async () => {
    const strict = createConsents(async () => ({ confirmed: false }));
    await expect(strict.toStamp(question, { credentialId: 'a', body })).rejects.toMatchObject({
      code: 'NOT_CONFIRMED',
      message: 'You did not sign. Nothing was stamped or sent.',
    });
  });

  it('is not needed for a read, whose approval says so', () => {
    expect(createApprovals(consents).mint('a', body, null)).toMatchObject({ kind: 'read' });
  });
});

describe('what the engine stamps', () => {
  let bench: Bench & { address: string };
  let answer: Answer = YES;
  const asked: QuestionOf<'stamp'>[] = [];
  beforeAll(async () => {
    bench = await createReadyBench({
      consent: async (shown) => {
        if (shown.kind === 'stamp') asked.push(shown);
        return shown.kind === 'stamp' ? answer : operatorSays(shown);
      },
    });
  });
  afterAll(() => bench.end());

  const prepare = () => bench.engine.requests.prepare('create_wallet', { walletName: 'Other', accounts: [] });

  it('is what was shown, byte for byte, with the meaning that the vault makes of it', async () => {
    const { requestId, body: prepared } = await prepare();
    await bench.engine.requests.submit(requestId);
    const meaning = { title: 'Create wallet', fingerprint: fingerprintOf(Buffer.from(prepared)) };
    expect(asked.at(-1)).toMatchObject({ body: prepared, meaning, profile: { name: 'local' } });
    expect(bench.transport.sent.map((sent) => sent.body)).toContain(asked.at(-1)?.body);
  });

  it('is nothing when the operator refuses: no stamp, no journal, no message to the service', async () => {
    answer = { confirmed: false };
    const { requestId } = await prepare();
    const before = { audit: bench.engine.audit.status().entries, sent: bench.transport.sent.length };
    for (const act of [
      () => bench.engine.requests.submit(requestId),
      () => bench.engine.requests.stamp(body),
      async () => bench.engine.requests.dryRun((await prepare()).requestId),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    }
    expect({ audit: bench.engine.audit.status().entries, sent: bench.transport.sent.length }).toEqual(before);
    expect(bench.engine.requests.unsettled()).toEqual([]);
    answer = YES;
  });

  it('needs no answer for a read', async () => {
    const before = asked.length;
    await bench.engine.queries.ask('whoami', {});
    expect(asked.length).toBe(before);
  });
});

it('says of a profile what cannot be mistaken for another, whoever wrote its file', () => {
  const profile: ProfileRow = {
    name: 'desk',
    kind: 'remote',
    baseUrl: 'https://serv\u0456ce.example/',
    authUrl: null,
    organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
    organizationName: `Desk\u202e\n${'a'.repeat(2_000)}`,
    signerKey: '04',
    notarizerKey: '04',
    authProxyConfigId: null,
    hue: 0,
    current: true,
  };
  expect(askedProfile(profile)).toMatchObject({
    baseUrl: 'https://xn--servce-svf.example',
    organizationName: `Desk ${'a'.repeat(59)}…`,
  });
});
