import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Question, QuestionOf } from '../../../../shared/ipc/index.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

const SUBMIT_PATH = '/public/v1/submit/sign_raw_payload';

describe('the reports on a signature beside its meaning', () => {
  let bench: Bench & { address: string };
  const asked: Question[] = [];
  /** Resolves when the operator may answer. */
  let answering = Promise.resolve();
  beforeAll(async () => {
    bench = await createReadyBench({
      async consent(question) {
        asked.push(question);
        await answering;
        return operatorSays(question);
      },
    });
  });
  afterAll(() => bench.end());
  beforeEach(() => {
    asked.length = 0;
    // The service cannot distinguish two equal requests made in one millisecond.
    bench.advance(1);
  });

  const sign = async (payload: string, encoding = 'PAYLOAD_ENCODING_HEXADECIMAL') => {
    const { requestId } = await bench.engine.requests.prepare('sign_raw_payload', {
      signWith: bench.address,
      payload,
      encoding,
      hashFunction: 'HASH_FUNCTION_KECCAK256',
    });
    return bench.engine.requests.submit(requestId);
  };
  const last = () => asked.findLast((question): question is QuestionOf<'stamp'> => question.kind === 'stamp');

  it('the same contents with the same account were signed before, whatever the time in the body', async () => {
    await sign('aa01');
    expect(last()?.before).toBeNull();
    const { entries, lastAt } = bench.engine.audit.status();
    expect([entries > 0, last()?.meaning?.timestampMs]).toEqual([true, String(lastAt)]);
    bench.advance(60_000);
    await sign('0xAA01');
    expect(last()?.before).toEqual({ at: lastAt, outcome: null });
    await sign('aa02');
    expect(last()?.before).toBeNull();
    await sign('aa01', 'PAYLOAD_ENCODING_TEXT_UTF8');
    expect(last()?.before).toBeNull();
    await sign('AA01', 'PAYLOAD_ENCODING_TEXT_UTF8');
    expect(last()?.before).toBeNull();
  });

  it.each([
    ['notSent', () => bench.transport.fail(SUBMIT_PATH, 'before it is sent')],
    ['unknown', () => bench.transport.fail(SUBMIT_PATH, 'before the answer')],
    ['refused', () => bench.transport.answer(SUBMIT_PATH, () => ({ status: 403, body: {} }))],
  ] as const)('and what became of it: %s', async (outcome, happen) => {
    const payload = Buffer.from(outcome).toString('hex');
    happen();
    await expect(sign(payload)).rejects.toMatchObject({ outcome });
    bench.advance(1_000);
    await sign(payload);
    expect(last()?.before).toMatchObject({ outcome });
  });

  it('the same is not asked for twice at once, because neither question could mention the other', async () => {
    let answer = () => {};
    answering = new Promise((resolve) => {
      answer = resolve;
    });
    const first = sign('bb');
    await expect.poll(() => asked.length).toBe(1);
    bench.advance(1);
    await expect(sign('bb')).rejects.toMatchObject({ code: 'NOT_CONFIRMED', outcome: 'notSent' });
    expect(asked).toHaveLength(1);
    const other = sign('bc');
    await expect.poll(() => asked.length).toBe(2);
    answer();
    await Promise.all([first, other]);
    bench.advance(1);
    await sign('bb');
    expect(last()?.before).toMatchObject({ outcome: null });
  });

  it('the account has a name once it was read, the organization from the start', async () => {
    await bench.engine.accounts.refresh();
    await sign('cc');
    expect(last()).toMatchObject({
      profile: { name: 'local', organizationName: 'Local vault' },
      naming: { addresses: [{ address: bench.address, relation: 'own', label: 'Treasury' }] },
      key: { name: 'Workstation' },
    });
  });

  it('an organization elsewhere is named when the service was asked who the key is, on one line', async () => {
    const { profiles, queries } = bench.engine;
    profiles.learnName('local', `Treasury\u202e\n Ltd${'x'.repeat(100)}`);
    expect(profiles.get('local').claimedName).toMatch(/^Treasury {1,2}Ltdx+…$/);
    await queries.ask('whoami', {});
    expect(profiles.get('local')).toMatchObject({ organizationName: 'Local vault' });
    expect(profiles.get('local')).not.toHaveProperty('claimedName');
  });
});
