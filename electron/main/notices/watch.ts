import type { Preferences } from '../../../shared/ipc/index.ts';
import { DAY_MS, type WaitingRow } from '../../../shared/model/index.ts';
import type { Engine } from '../../engine/index.ts';
import type { Words } from '../words/words.ts';
import { createNoticeMaker, type Notice, type Watched } from './notices.ts';

/** The time between two reads of votes and outcomes while the window is in the background. */
const READ_EVERY_MS = 5 * 60_000;
/** The time between two reads of the users and the ends of their keys, also after a failed one. */
const READ_KEYS_EVERY_MS = DAY_MS;
/** Activities that are looked at. */
const MAXIMUM_ACTIVITIES = 100;

/** The used part of the engine. */
export type WatchedEngine = Pick<Engine, 'on' | 'state' | 'inbox' | 'activities' | 'organization'>;

export interface WatchOptions {
  readonly engine: WatchedEngine;
  /** Returns the sentences of the notifications. */
  readonly words: () => Words['notices'];
  readonly kinds: () => Preferences['notices'];
  /** False while the operator looks at the window, which shows the news itself. */
  readonly isAway: () => boolean;
  readonly announce: (notice: Notice) => void;
  /** The requests that wait for a vote of the unlocked profile, or null while the vault is locked. */
  readonly onWaiting: (waiting: readonly WaitingRow[] | null) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Calls back repeatedly. Returns the function that stops it. */
  readonly every: (milliseconds: number, run: () => void) => () => void;
  readonly report: (error: unknown) => void;
}

/** Announces news of the current profile while the vault is unlocked. Returns the function that stops it. */
export function watchForNotices(options: WatchOptions): () => void {
  const { engine, words, kinds, isAway, announce, onWaiting, now, every, report } = options;
  const maker = createNoticeMaker(words);
  /** The unlocked profile, or null. An engine whose files cannot be read has none. */
  const unlocked = (): string | null => {
    try {
      const { vault, profile } = engine.state();
      return vault.state === 'unlocked' ? profile : null;
    } catch {
      return null;
    }
  };
  const look = async () => {
    const profile = unlocked();
    if (profile === null) return onWaiting(null);
    const { rows: waiting } = await engine.inbox.waiting();
    const { rows: activities } = engine.activities.list({ search: '', offset: 0, limit: MAXIMUM_ACTIVITIES });
    const { me, users } = engine.organization.get();
    const { backup } = engine.state();
    // The vault may have been locked, or the profile changed, meanwhile.
    if (unlocked() !== profile) return;
    const away = isAway();
    const watched: Watched = { profile, waiting, activities, me, users, backup, isAway: away, now: now() };
    onWaiting(waiting);
    const news = maker.next(watched, kinds());
    if (away) for (const notice of news) announce(notice);
  };
  /** The time of the last read of the users that began here, by profile. */
  const keysAskedAt = new Map<string, number>();
  const areKeysDue = (profile: string): boolean => {
    const { readAt } = engine.organization.get().parts.users;
    if (now() - Math.max(readAt ?? 0, keysAskedAt.get(profile) ?? 0) < READ_KEYS_EVERY_MS) return false;
    keysAskedAt.set(profile, now());
    return true;
  };
  /** Reads the data that change elsewhere, while nobody looks at the window. */
  const readAway = async () => {
    const profile = unlocked();
    if (profile === null || !isAway()) return;
    const { votes, requests, keys } = kinds();
    if (votes || requests) await engine.activities.refresh({});
    if (keys && unlocked() === profile && areKeysDue(profile)) await engine.organization.refresh({});
  };
  let under: Promise<void> = Promise.resolve();
  const lookSoon = () => {
    under = under.then(look).catch(report);
  };
  const stops = [
    ...(['state', 'activities', 'organization'] as const).map((change) => engine.on(change, lookSoon)),
    every(READ_EVERY_MS, () => {
      // A day passes without a change: keys come nearer to their end.
      lookSoon();
      readAway().catch(report);
    }),
  ];
  lookSoon();
  return () => {
    for (const stop of stops) stop();
  };
}
