import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Activity } from '../../../../shared/operations/index.ts';
import { type Bench, createReadyBench } from '../harness.ts';

const SOMEWHERE_ELSE = '22222222-2222-4222-8222-222222222222';

describe('the vault describes an activity', () => {
  let bench: Bench & { address: string };
  let body: string;
  let signed: Activity;
  const keep = (change: object) => {
    const { profiles, activities } = bench.engine;
    activities.keep(profiles.get(), { ...signed, id: crypto.randomUUID(), ...change });
    return bench.engine.activities.list({ search: '', offset: 0, limit: 100 }).rows;
  };
  const describeChanged = async (change: object) => {
    const before = new Set(keep({ id: signed.id }).map(({ activityId }) => activityId));
    const added = keep(change).find(({ activityId }) => !before.has(activityId));
    return bench.engine.activityMeanings.describe(added?.activityId ?? '');
  };
  const findingsOf = ({ meaning, naming }: Awaited<ReturnType<typeof describeChanged>>) =>
    [...naming.findings, ...meaning.findings].filter(({ level }) => level !== 'information');

  beforeAll(async () => {
    bench = await createReadyBench();
    await bench.engine.accounts.refresh();
    const prepared = await bench.engine.requests.prepare('sign_raw_payload', {
      signWith: bench.address,
      payload: `0x${Buffer.from('\u0019Ethereum Signed Message:\n3Pay').toString('hex')}`,
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_KECCAK256',
    });
    body = prepared.body;
    signed = (await bench.engine.requests.submit(prepared.requestId)).activity;
  });
  afterAll(() => bench.end());

  it('from the bytes that its fingerprint is the hash of, with the names that its addresses have here', async () => {
    const described = await bench.engine.activityMeanings.describe(signed.id);
    expect(described).toMatchObject({
      body,
      meaning: { fingerprint: signed.fingerprint, bodyLength: body.length, operation: 'sign_raw_payload' },
    });
    expect(described.naming.addresses).toContainEqual(
      expect.objectContaining({ address: bench.address, relation: 'own' }),
    );
    expect(findingsOf(described)).toEqual([]);
  });

  it('as every activity that the service made: none is shown otherwise than it was stamped', async () => {
    await bench.engine.activities.refresh();
    const { rows } = bench.engine.activities.list({ search: '', offset: 0, limit: 100 });
    for (const { activityId } of rows) {
      const { body: stamped, meaning } = await bench.engine.activityMeanings.describe(activityId);
      expect(stamped).not.toBeNull();
      expect(meaning.findings.filter(({ text }) => text.startsWith('The service shows'))).toEqual([]);
    }
  });

  it('before it is made, and nothing is stamped or kept for it', async () => {
    const { requests, audit, activityMeanings } = bench.engine;
    const stamped = audit.status();
    const { parameters } = JSON.parse(body) as { parameters: Record<string, unknown> };
    const { meaning, naming } = await activityMeanings.explainDraft('sign_raw_payload', parameters);
    const { headline, operation, decoded } = (await activityMeanings.describe(signed.id)).meaning;
    expect(meaning).toMatchObject({ headline, operation, decoded });
    expect(naming.addresses).toContainEqual(expect.objectContaining({ address: bench.address, relation: 'own' }));
    expect([audit.status(), requests.unsettled()]).toEqual([stamped, []]);
    const phrase = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
    await expect(
      activityMeanings.explainDraft('sign_raw_payload', { ...parameters, payload: phrase }),
    ).rejects.toMatchObject({ code: 'SECRET_REFUSED' });
    await expect(activityMeanings.explainDraft('whoami', {})).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('and loudly where the service shows something else than was stamped', async () => {
    const [[name, intent] = ['', {}]] = Object.entries(signed.intent);
    const described = await describeChanged({
      intent: { [name]: { ...(intent as object), signWith: `0x${'1'.repeat(40)}` } },
    });
    expect(described.body).toBe(body);
    expect(findingsOf(described)).toEqual([
      expect.objectContaining({ level: 'danger', text: expect.stringContaining('shows Account differently') }),
    ]);
  });

  it('and loudly where nothing that was stamped has its fingerprint', async () => {
    const described = await describeChanged({ fingerprint: `sha256:${'ab'.repeat(32)}` });
    expect(described).toMatchObject({ body: null, meaning: { operation: 'sign_raw_payload' } });
    expect(findingsOf(described)).toContainEqual(expect.objectContaining({ level: 'danger', field: 'fingerprint' }));
  });

  it('and loudly where it is of another organization', async () => {
    const described = await describeChanged({ organizationId: SOMEWHERE_ELSE, votes: [] });
    expect(findingsOf(described)[0]).toMatchObject({
      level: 'danger',
      text: expect.stringContaining(`It is of the organization ${SOMEWHERE_ELSE}`),
    });
  });

  it('and loudly where nobody knows its type', async () => {
    const described = await describeChanged({ type: 'ACTIVITY_TYPE_OF_TOMORROW', votes: [] });
    expect(findingsOf(described)).toContainEqual(expect.objectContaining({ level: 'danger', field: 'type' }));
  });

  it('in a sentence while it waits for this operator’s approval, and in no list when it does not', async () => {
    const status = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
    const waits = crypto.randomUUID();
    keep({ id: waits, status, canApprove: true });
    keep({ status, canApprove: false });
    keep({ canApprove: true });
    const { headline } = (await bench.engine.activityMeanings.describe(waits)).naming;
    const { rows, refreshedAt } = await bench.engine.inbox.waiting();
    expect(refreshedAt).toEqual(expect.any(Number));
    expect(rows).toEqual([
      expect.objectContaining({
        activityId: waits,
        headline,
        addresses: [bench.address],
        askedBy: { userId: signed.votes[0]?.userId, name: expect.stringMatching(/./), isOwn: true },
        approvals: 1,
      }),
    ]);
    const [row] = rows;
    expect(row?.expiresAt).toBe((row?.createdAt ?? 0) + 24 * 60 * 60 * 1000);
    // The voter's name comes from the service, so it is forced into one line of text.
    keep({ id: waits, status, canApprove: true, votes: [{ ...signed.votes[0], user: { userName: 'a\n\u202eb' } }] });
    const forged = (await bench.engine.inbox.waiting()).rows[0]?.askedBy?.name;
    expect(forged).not.toMatch(/\n/);
    keep({ id: waits, status, canApprove: true, votes: [] });
    expect((await bench.engine.inbox.waiting()).rows).toMatchObject([{ askedBy: null, approvals: 0, expiresAt: null }]);
    const { profiles, activities } = bench.engine;
    const detail = (change: object) => activities.detail(profiles.get(), { ...signed, ...change }).canVote;
    expect([detail({ status, canReject: true }), detail({ canReject: true })]).toEqual([true, false]);
  });
});
