import { describe, expect, it } from 'vitest';
import { createNoticeMaker, type Watched } from '../../../../electron/main/notices/notices.ts';
import { type WatchedEngine, watchForNotices } from '../../../../electron/main/notices/watch.ts';

const NOW = 1_700_000_000_000;
const DAY = 86_400_000;
const ALL = { votes: true, requests: true, keys: true, details: false };
const me = 'user-1';

const vote = (activityId: string) =>
  ({ activityId, headline: 'Send 40 ETH to 0x7E5F…', askedBy: { userId: 'user-2', name: 'Ada' } }) as never;
const activity = (activityId: string, status: string, userId = me) =>
  ({ activityId, status, words: null, title: 'Sign transaction', askedBy: { userId, name: null } }) as never;
const user = (expiresAt: number | null) =>
  ({ name: 'Payroll bot', keys: [{ id: 'key-1', name: 'CI token', expiresAt }] }) as never;

const watched = (change: Partial<Watched> = {}): Watched => ({
  ...{ profile: 'production', waiting: [], activities: [], me, users: [], now: NOW },
  ...change,
});

describe('the news of a profile', () => {
  it('is a vote that was not there before, without its amount and address', () => {
    const maker = createNoticeMaker();
    expect(maker.next(watched({ waiting: [vote('a')] }), ALL)).toEqual([]);
    const news = maker.next(watched({ waiting: [vote('a'), vote('b')] }), ALL);
    expect(news).toEqual([
      {
        title: '1 request waits for your vote',
        body: 'production: 2 requests wait in the inbox.',
        destination: { place: 'inbox', item: null },
      },
    ]);
    expect(maker.next(watched({ waiting: [vote('a'), vote('b')] }), ALL)).toEqual([]);
    expect(maker.next(watched({ waiting: [vote('c'), vote('d')] }), ALL)[0]?.title).toBe(
      '2 requests wait for your vote',
    );
  });

  it.each([
    ['ACTIVITY_STATUS_COMPLETED', 'Your request was completed'],
    ['ACTIVITY_STATUS_FAILED', 'Your request failed'],
    ['ACTIVITY_STATUS_REJECTED', 'Your request was rejected'],
  ])('is an own request that was open and now is %s', (status, title) => {
    const maker = createNoticeMaker();
    const open = [
      activity('a', 'ACTIVITY_STATUS_CONSENSUS_NEEDED'),
      activity('b', 'ACTIVITY_STATUS_PENDING', 'user-2'),
    ];
    expect(maker.next(watched({ activities: open }), ALL)).toEqual([]);
    const news = maker.next(watched({ activities: [activity('a', status), activity('b', status, 'user-2')] }), ALL);
    expect(news).toMatchObject([{ title, destination: { place: 'activities', item: 'a' } }]);
    expect(maker.next(watched({ activities: [activity('a', status)] }), ALL)).toEqual([]);
  });

  it('is a key that ends within 30 days, once', () => {
    const maker = createNoticeMaker();
    expect(maker.next(watched({ users: [user(null)] }), ALL)).toEqual([]);
    expect(maker.next(watched({ users: [user(NOW + 31 * DAY)] }), ALL)).toEqual([]);
    expect(maker.next(watched({ users: [user(NOW - 1)] }), ALL)).toEqual([]);
    expect(maker.next(watched({ users: [user(NOW + 3 * DAY)] }), ALL)).toEqual([
      {
        title: '1 API key ends within 30 days',
        body: 'production: the first ends in 3 days.',
        destination: { place: 'organization', item: 'ending-keys' },
      },
    ]);
    expect(maker.next(watched({ users: [user(NOW + 3 * DAY)] }), ALL)).toEqual([]);
  });

  it('has names and amounts only by choice', () => {
    const maker = createNoticeMaker();
    maker.next(watched(), ALL);
    const [quiet] = maker.next(watched({ waiting: [vote('a')] }), ALL);
    expect(quiet?.body).not.toContain('ETH');
    const [detailed] = maker.next(watched({ waiting: [vote('a'), vote('b')] }), { ...ALL, details: true });
    expect(detailed?.body).toBe('Send 40 ETH to 0x7E5F…');
  });

  it('is not announced while its kind is off, nor later', () => {
    const maker = createNoticeMaker();
    maker.next(watched(), ALL);
    expect(maker.next(watched({ waiting: [vote('a')] }), { ...ALL, votes: false })).toEqual([]);
    expect(maker.next(watched({ waiting: [vote('a')] }), ALL)).toEqual([]);
  });
});

/** An engine whose parts are stand-ins: the data decide the news. */
function watching() {
  const listeners = new Map<string, () => void>();
  const timers: (() => void)[] = [];
  const state = { vault: 'unlocked', waiting: [] as never[], isAway: true, refreshed: 0 };
  const announced: string[] = [];
  const counts: (number | null)[] = [];
  const engine = {
    on: (change: string, listener: () => void) => {
      listeners.set(change, listener);
      return () => void listeners.delete(change);
    },
    state: () => ({ vault: { state: state.vault }, profile: 'production' }),
    inbox: { waiting: async () => ({ rows: state.waiting, refreshedAt: null }) },
    activities: {
      list: () => ({ rows: [], total: 0, refreshedAt: null }),
      refresh: async () => {
        state.refreshed += 1;
        return { activities: 0 };
      },
    },
    organization: { get: () => ({ me, users: [] }) },
  } as unknown as WatchedEngine;
  const stop = watchForNotices({
    ...{ engine, kinds: () => ALL, isAway: () => state.isAway, now: () => NOW },
    announce: ({ title }) => announced.push(title),
    onWaiting: (waiting) => counts.push(waiting),
    every: (_milliseconds, run) => {
      timers.push(run);
      return () => undefined;
    },
    report(error) {
      throw error;
    },
  });
  const change = async (name: string) => {
    listeners.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { state, announced, counts, timers, change, stop, listeners };
}

describe('the watch', () => {
  it('announces while the window is in the background, and counts the votes', async () => {
    const { state, announced, counts, change, stop, listeners } = watching();
    await change('activities');
    state.waiting = [vote('a')];
    await change('activities');
    expect(announced).toEqual(['1 request waits for your vote']);
    state.isAway = false;
    state.waiting = [vote('a'), vote('b')];
    await change('activities');
    expect(announced).toHaveLength(1);
    expect(counts.at(-1)).toBe(2);
    stop();
    expect(listeners.size).toBe(0);
  });

  it('reads nothing and shows no number while the vault is locked', async () => {
    const { state, counts, change, timers } = watching();
    await change('activities');
    state.vault = 'locked';
    await change('state');
    expect(counts.at(-1)).toBeNull();
    for (const run of timers) run();
    expect(state.refreshed).toBe(0);
    state.vault = 'unlocked';
    for (const run of timers) run();
    expect(state.refreshed).toBe(1);
    state.isAway = false;
    for (const run of timers) run();
    expect(state.refreshed).toBe(1);
  });
});
