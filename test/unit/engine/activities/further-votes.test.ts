import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFurtherVotes } from '../../../../electron/engine/activities/further-votes.ts';
import type { ServiceKeeper } from '../../../../electron/engine/service/service-keeper.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import type { FurtherVotes, ProfileRow } from '../../../../shared/model/index.ts';
import { createReadyBench, operatorSays } from '../harness.ts';

const OWN = 'http://127.0.0.1:4000';
const LOCAL = { kind: 'local', baseUrl: null, organizationId: 'organization-1' } as ProfileRow;
const WAITS: FurtherVotes = { outcome: 'waits', more: 1, from: [{ userId: 'user-2', name: 'Ben\nOsei' }] };

/** Asks about a request, with a service that answers by `answer`. Null for no service of this process. */
function votes(
  answer: (() => Promise<{ votes: FurtherVotes | null }>) | null,
  { profile = LOCAL, operation = 'create_wallet' as string | null } = {},
) {
  const own = answer === null ? null : { call: answer };
  const service = { own: () => own, state: () => ({ baseUrl: OWN }) } as unknown as ServiceKeeper;
  return createFurtherVotes(service)({ profile, key: { publicKey: '02' }, operation, body: '{}' });
}
const waits = async () => ({ votes: WAITS });

describe('the votes that a question announces', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('come from the service inside this program alone, with names of one line', async () => {
    const known = { ...WAITS, from: [{ userId: 'user-2', name: 'Ben Osei' }] };
    expect(await votes(waits)).toEqual(known);
    const remote = { ...LOCAL, kind: 'remote' } as ProfileRow;
    expect(await votes(waits, { profile: { ...remote, baseUrl: OWN } })).toEqual(known);
    expect(await votes(waits, { profile: { ...remote, baseUrl: 'https://elsewhere.example' } })).toBe('unknown');
    expect(await votes(waits, { profile: remote })).toBe('unknown');
  });

  it('are not known without that service, without its answer and after two seconds', async () => {
    expect(await votes(null)).toBe('unknown');
    expect(await votes(async () => ({ votes: null }))).toBe('unknown');
    expect(await votes(() => Promise.reject(new AppError('SERVICE_STOPPED', 'It stopped.')))).toBe('unknown');
    vi.useFakeTimers();
    const late = votes(() => new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await late).toBe('unknown');
  });

  it('are not announced for a read, a rejection and bytes that are no request', async () => {
    for (const operation of ['whoami', 'reject_activity', null]) expect(await votes(waits, { operation })).toBeNull();
  });

  it('stand in the question of a request to the local service', async () => {
    const asked: unknown[] = [];
    const bench = await createReadyBench({
      async consent(question) {
        if (question.kind === 'stamp') asked.push(question.votes);
        return operatorSays(question);
      },
    });
    await bench.end();
    expect(asked).toEqual([{ outcome: 'decided', more: 0, from: [] }]);
  });
});
