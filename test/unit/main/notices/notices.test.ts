import { describe, expect, it } from 'vitest';
import { createNoticeMaker, type Watched } from '../../../../electron/main/notices/notices.ts';
import { type WatchedEngine, watchForNotices } from '../../../../electron/main/notices/watch.ts';
import { NOTICES } from '../../../../electron/main/words/notices.ts';

const NOW = 1_700_000_000_000;
const DAY = 86_400_000;
const ADDRESS = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';
const ALL = { votes: true, requests: true, keys: true, backups: true, details: false };
const me = 'user-1';

const vote = (activityId: string) =>
  ({
    activityId,
    headline: `Send 40000 USDC to ${ADDRESS}`,
    addresses: [ADDRESS],
    askedBy: { userId: 'user-2', name: 'Ada' },
  }) as never;
const activity = (activityId: string, status: string, userId = me) =>
  ({ activityId, status, words: null, title: 'Sign transaction', askedBy: { userId, name: null } }) as never;
const user = (expiresAt: number | null) =>
  ({ name: 'Payroll bot', keys: [{ id: 'key-1', name: 'CI token', expiresAt }] }) as never;

const watched = (change: Partial<Watched> = {}): Watched => ({
  profile: 'production',
  waiting: [],
  activities: [],
  me,
  users: [],
  now: NOW,
  backup: { lastAt: null, changes: 0, serviceChanges: 0, newKeysAt: null },
  isAway: true,
  ...change,
});

describe('the news of a profile', () => {
  it('is a vote that was not there before, without its amount and address', () => {
    const maker = createNoticeMaker(() => NOTICES);
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
    const maker = createNoticeMaker(() => NOTICES);
    const open = [
      activity('a', 'ACTIVITY_STATUS_CONSENSUS_NEEDED'),
      activity('b', 'ACTIVITY_STATUS_PENDING', 'user-2'),
    ];
    expect(maker.next(watched({ activities: open }), ALL)).toEqual([]);
    const news = maker.next(watched({ activities: [activity('a', status), activity('b', status, 'user-2')] }), ALL);
    expect(news).toMatchObject([{ title, destination: { place: 'activities', item: 'a' } }]);
    expect(maker.next(watched({ activities: [activity('a', status)] }), ALL)).toEqual([]);
  });

  it('is a key that ends within 30 days, 7 days and 1 day, each once', () => {
    const maker = createNoticeMaker(() => NOTICES);
    const end = new Date(2026, 10, 29, 9, 0).getTime();
    const titles = (expiresAt: number | null, now: number) =>
      maker.next(watched({ users: [user(expiresAt)], now }), ALL).map(({ title, body }) => `${title} / ${body}`);
    expect(titles(null, end)).toEqual([]);
    expect(titles(end, end + 1)).toEqual([]);
    expect(titles(end, end - 31 * DAY)).toEqual([]);
    expect(titles(end, end - 30 * DAY)).toEqual([
      '1 API key ends within 30 days / production: the first ends in 30 days.',
    ]);
    expect(titles(end, end - 8 * DAY)).toEqual([]);
    expect(titles(end, end - 7 * DAY)).toEqual([
      '1 API key ends within 7 days / production: the first ends in 7 days.',
    ]);
    expect(titles(end, end - 2 * DAY)).toEqual([]);
    expect(titles(end, end - DAY)).toEqual(['1 API key stops tomorrow at 09:00 / production: replace it before that.']);
    expect(titles(end, end - 60_000)).toEqual([]);
  });

  it('is a key that ends soon once the operator is away, although the window was in front before', () => {
    const maker = createNoticeMaker(() => NOTICES);
    const ending = watched({ users: [user(NOW + 3 * DAY)] });
    expect(maker.next({ ...ending, isAway: false }, ALL)).toEqual([]);
    expect(maker.next(ending, ALL).map(({ title }) => title)).toEqual(['1 API key ends within 7 days']);
    expect(maker.next(ending, ALL)).toEqual([]);
  });

  it('is only the nearest step of a key that is first seen on its last day', () => {
    const end = new Date(2026, 10, 29, 9, 0).getTime();
    const maker = createNoticeMaker(() => NOTICES);
    const late = watched({
      users: [
        user(end),
        { ...(user(end + 60_000) as object), keys: [{ id: 'b', name: 'b', expiresAt: end + 60_000 }] } as never,
      ],
      now: end - 3_600_000,
    });
    expect(maker.next(late, ALL)).toEqual([
      {
        title: '2 API keys stop, the first today at 09:00',
        body: 'production: replace them before that.',
        destination: { place: 'organization', item: 'ending-keys' },
      },
    ]);
    expect(maker.next(late, ALL)).toEqual([]);
  });

  it('is a wallet or key that was made without a later backup, once, while the operator is away', () => {
    const maker = createNoticeMaker(() => NOTICES);
    const unsaved = (newKeysAt: number | null, change: Partial<Watched> = {}) =>
      maker.next(
        watched({ backup: { lastAt: NOW - 12 * DAY, changes: 1, serviceChanges: 0, newKeysAt }, ...change }),
        ALL,
      );
    expect(unsaved(NOW - DAY)).toEqual([]);
    expect(unsaved(NOW - DAY)).toEqual([]);
    expect(unsaved(NOW, { isAway: false })).toEqual([]);
    expect(unsaved(NOW)).toEqual([
      {
        title: 'A new wallet or key is in no backup',
        body: 'production: the last backup was made 12 days ago.',
        destination: { place: 'settings', item: 'backup' },
      },
    ]);
    expect(unsaved(NOW)).toEqual([]);
    expect(unsaved(null)).toEqual([]);
    const never = { backup: { lastAt: null, changes: 0, serviceChanges: 0, newKeysAt: NOW + 1 } };
    expect(maker.next(watched(never), ALL)[0]?.body).toBe('production: there is no backup yet.');
    expect(
      maker.next(watched({ backup: { ...never.backup, newKeysAt: NOW + 2 } }), { ...ALL, backups: false }),
    ).toEqual([]);
  });

  it('has names and amounts only by choice', () => {
    const maker = createNoticeMaker(() => NOTICES);
    maker.next(watched(), ALL);
    const [quiet] = maker.next(watched({ waiting: [vote('a')] }), ALL);
    expect(quiet?.body).not.toContain('ETH');
    const [detailed] = maker.next(watched({ waiting: [vote('a'), vote('b')] }), { ...ALL, details: true });
    expect(detailed?.body).toBe('Send 40,000 USDC to 0x7E5F45…395Bdf');
  });

  it('is not announced while its kind is off, nor later', () => {
    const maker = createNoticeMaker(() => NOTICES);
    maker.next(watched(), ALL);
    expect(maker.next(watched({ waiting: [vote('a')] }), { ...ALL, votes: false })).toEqual([]);
    expect(maker.next(watched({ waiting: [vote('a')] }), ALL)).toEqual([]);
  });
});

/** An engine whose parts are stand-ins: the data decide the news. */
function watching() {
  const listeners = new Map<string, () => void>();
  const timers: (() => void)[] = [];
  const state = {
    vault: 'unlocked',
    waiting: [] as never[],
    isAway: true,
    refreshed: 0,
    now: NOW,
    kinds: ALL,
    /** The end of a user's key as the service has it, and as it was read last. */
    end: null as null | number,
    users: [] as never[],
    usersReadAt: null as null | number,
    usersRead: 0,
    isUnreachable: false,
    newKeysAt: null as null | number,
  };
  const announced: string[] = [];
  const counts: (number | null)[] = [];
  const reported: unknown[] = [];
  const engine = {
    on: (change: string, listener: () => void) => {
      listeners.set(change, listener);
      return () => void listeners.delete(change);
    },
    state: () => ({
      vault: { state: state.vault },
      profile: 'production',
      backup: { lastAt: null, changes: 0, serviceChanges: 0, newKeysAt: state.newKeysAt },
    }),
    inbox: { waiting: async () => ({ rows: state.waiting, refreshedAt: null }) },
    activities: {
      list: () => ({ rows: [], total: 0, refreshedAt: null }),
      refresh: async () => {
        state.refreshed += 1;
        return { activities: 0 };
      },
    },
    organization: {
      get: () => ({ me, users: state.users, parts: { users: { readAt: state.usersReadAt } } }),
      refresh: async () => {
        state.usersRead += 1;
        if (state.isUnreachable) throw new Error('unreachable');
        [state.users, state.usersReadAt] = [[user(state.end)], state.now];
        listeners.get('organization')?.();
        return { parts: 1 };
      },
    },
  } as unknown as WatchedEngine;
  const stop = watchForNotices({
    engine,
    words: () => NOTICES,
    kinds: () => state.kinds,
    isAway: () => state.isAway,
    now: () => state.now,
    announce: ({ title }) => announced.push(title),
    onWaiting: (waiting) => counts.push(waiting?.length ?? null),
    every: (_milliseconds, run) => {
      timers.push(run);
      return () => undefined;
    },
    report: (error) => reported.push(error),
  });
  const change = async (name: string) => {
    listeners.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const tick = async () => {
    for (const run of timers) run();
    await change('none');
  };
  return { state, announced, counts, reported, timers, tick, change, stop, listeners };
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

  it('holds the notice of a missing backup until the window is in the background, and looks then without a change', async () => {
    const { state, announced, change, timers } = watching();
    await change('activities');
    state.isAway = false;
    state.newKeysAt = NOW;
    await change('state');
    expect(announced).toEqual([]);
    state.isAway = true;
    for (const run of timers) run();
    await change('none');
    expect(announced).toEqual(['A new wallet or key is in no backup']);
  });

  it('reads the ends of keys once a day, in the background alone, without the place of the organization', async () => {
    const { state, announced, reported, tick } = watching();
    state.end = NOW + 20 * DAY;
    state.isAway = false;
    await tick();
    expect(state.usersRead).toBe(0);
    state.isAway = true;
    await tick();
    await tick();
    expect([state.usersRead, announced]).toEqual([1, ['1 API key ends within 30 days']]);
    state.now = NOW + DAY;
    state.end = NOW + 2 * DAY;
    state.isUnreachable = true;
    await tick();
    state.isUnreachable = false;
    await tick();
    expect([state.usersRead, reported.length]).toEqual([2, 1]);
    state.now = NOW + 2 * DAY - 1;
    state.kinds = { ...ALL, keys: false };
    await tick();
    expect(state.usersRead).toBe(2);
    state.now = NOW + 2 * DAY;
    state.end = NOW + 2 * DAY + 60_000;
    state.kinds = ALL;
    await tick();
    expect(state.usersRead).toBe(3);
    expect(announced).toHaveLength(2);
    expect(announced[1]).toMatch(/^1 API key stops today at /);
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
