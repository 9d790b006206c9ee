import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, createReadyBench } from '../harness.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await createReadyBench();
});
afterEach(() => bench.end());

describe('the own user, before the organization was read', () => {
  it('is named by a vote with a key that is kept here', async () => {
    const { profiles, credentials, activities, organization } = bench.engine;
    const ownRows = async () => (await activities.arranged({ search: 'by:you ', offset: 0, limit: 100 })).rows.length;
    const [own] = credentials.list(profiles.get().name);
    const [row] = activities.list({ search: '', offset: 0, limit: 1 }).rows;
    const made = await activities.find(profiles.get(), row?.activityId ?? '');
    expect(organization.get().me).toBe(made.votes.find(({ publicKey }) => publicKey === own?.publicKey)?.userId);
    expect(organization.get().me).not.toBeUndefined();
    expect(await ownRows()).toBeGreaterThan(0);
    activities.keep(profiles.get(), { ...made, votes: made.votes.map((vote) => ({ ...vote, publicKey: '02aa' })) });
    expect(organization.get().me).toBeNull();
    expect(await ownRows()).toBe(0);
  });
});
