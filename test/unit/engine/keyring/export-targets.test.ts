import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../../electron/engine/index.ts';
import type { Answer, QuestionOf } from '../../../../shared/ipc/index.ts';
import { utcMoment } from '../../../../shared/model/index.ts';
import { eventually } from '../../../tools/eventually.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

type Keep = Extract<Answer, { confirmed: true }>['keep'];
const DAY = 24 * 60 * 60 * 1000;
const START = 1_790_000_000_000;

/** A clock that stands still until a test advances it, with its pending timers. */
function createClock(): Clock & { advance(milliseconds: number): void; setBack(milliseconds: number): void } {
  let time = START;
  let behind = 0;
  const waiting = new Set<{ until: number; done: () => void }>();
  return {
    now: () => time - behind,
    setBack(milliseconds) {
      behind += milliseconds;
    },
    steady: () => time,
    pause: (milliseconds, signal) =>
      new Promise((resolve) => {
        const entry = { until: time + milliseconds, done: resolve };
        waiting.add(entry);
        signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
    advance(milliseconds) {
      time += milliseconds;
      for (const entry of waiting) if (entry.until <= time && waiting.delete(entry)) entry.done();
    },
  };
}

describe('the key that opens an export', () => {
  let bench: Bench & { address: string };
  let clock: ReturnType<typeof createClock>;
  let activityId: string;
  let keep: Keep;
  let refused: string | null;
  let asked: QuestionOf<'reveal'> | null;
  /** Runs while the secret is on the screen, which closes when it resolves. */
  let whileShown: () => unknown;

  beforeEach(async () => {
    [clock, keep, refused, asked, whileShown] = [createClock(), null, null, null, () => undefined];
    bench = await createReadyBench({
      clock,
      async consent(question) {
        if (question.kind === refused) return { confirmed: false };
        if (question.kind === 'reveal') asked = question;
        if (question.kind === 'secret') await whileShown();
        return { ...operatorSays(question), keep };
      },
    });
    const { requests } = bench.engine;
    const parameters = { address: bench.address };
    const { requestId } = await requests.prepare('export_wallet_account', parameters, { makesTarget: true });
    const submitted = requests.submit(requestId);
    const follow = setInterval(() => clock.advance(1000), 1);
    ({
      activity: { id: activityId },
    } = await submitted.finally(() => clearInterval(follow)));
  });
  afterEach(() => bench.end());

  const show = () => bench.engine.exports.showActivity(activityId, async () => null);
  const opening = async ({ engine }: Bench = bench) => (await engine.activities.get(activityId)).opening;
  /** The keys on disk that open exports: their expiry times in the index, and the number that is kept. */
  const onDisk = () => {
    const read = (name: string) => JSON.parse(readFileSync(join(bench.root, name), 'utf8'));
    const keys = read('credentials.json').keys as { purpose: string; until?: number }[];
    const items = Object.keys(read('keystore.json').items as object);
    return {
      ends: keys.filter(({ purpose }) => purpose === 'target').map(({ until }) => until),
      kept: items.filter((name) => name.startsWith('target/')).length,
    };
  };

  it('is destroyed when what it opened is closed, and the activity says when', async () => {
    expect(await opening()).toEqual({ can: 'open', until: null });
    whileShown = () => expect(onDisk()).toEqual({ ends: [0], kept: 1 });
    await show();
    expect(onDisk()).toEqual({ ends: [], kept: 0 });
    expect(asked?.keptUntil).toBeNull();
    expect(await opening()).toEqual({ can: 'ended', at: clock.now() });
    const before = bench.processes.calls.length;
    await expect(show()).rejects.toMatchObject({
      code: 'BUNDLE_UNREADABLE',
      message: expect.stringContaining(`destroyed on ${utcMoment(clock.now())}`),
    });
    expect(bench.processes.calls.slice(before)).toEqual([]);
  });

  it('is destroyed at the next start when the program ended while it was shown, and opens nothing until then', async () => {
    let shown: () => void = () => undefined;
    const isShown = new Promise<void>((resolve) => {
      shown = resolve;
    });
    whileShown = () => {
      shown();
      return new Promise(() => undefined);
    };
    void show().catch(() => undefined);
    await isShown;
    expect((await opening())?.can).toBe('ended');
    await expect(bench.engine.exports.openActivity(activityId)).rejects.toMatchObject({ code: 'BUNDLE_UNREADABLE' });
    const next = await bench.reopen();
    try {
      await eventually(() => expect(onDisk()).toEqual({ ends: [], kept: 0 }));
      expect(await opening(next)).toEqual({ can: 'ended', at: clock.now() });
    } finally {
      await next.engine.close();
    }
  });

  it('is destroyed when the vault is locked while it is shown', async () => {
    whileShown = () => bench.engine.vault.lock();
    await expect(show()).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(onDisk()).toEqual({ ends: [], kept: 0 });
  });

  it('stays for what was not revealed', async () => {
    refused = 'reveal';
    await expect(show()).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(onDisk()).toEqual({ ends: [undefined], kept: 1 });
    expect(await opening()).toEqual({ can: 'open', until: null });
  });

  it.for([
    ['day', 1],
    ['week', 7],
    ['month', 30],
  ] as const)('is kept a %s, out of the vault, and destroyed when that is over', async ([chosen, days]) => {
    keep = chosen;
    const end = clock.now() + days * DAY;
    await show();
    expect(await opening()).toEqual({ can: 'open', until: end });
    const before = bench.processes.calls.length;
    keep = 'chosen';
    await show();
    expect(asked?.keptUntil).toBe(end);
    expect(bench.processes.calls.slice(before)).toContain('vault.loadKey');
    clock.advance(days * DAY - 1);
    expect(await opening()).toEqual({ can: 'open', until: end });
    clock.advance(1);
    expect((await opening())?.can).toBe('ended');
    await eventually(() => {
      clock.advance(60_000);
      expect(onDisk()).toEqual({ ends: [], kept: 0 });
    });
  });

  it('is kept no longer when the clock is set back by two hours', async () => {
    keep = 'day';
    await show();
    clock.setBack(2 * 60 * 60_000);
    clock.advance(DAY - 1);
    expect((await opening())?.can).toBe('open');
    clock.advance(1);
    expect((await opening())?.can).toBe('ended');
    await eventually(() => {
      clock.advance(60_000);
      expect(onDisk()).toEqual({ ends: [], kept: 0 });
    });
  });

  it('is kept no longer than was chosen, whatever is answered later, and destroyed when that is answered', async () => {
    keep = 'day';
    await show();
    const end = clock.now() + DAY;
    clock.advance(1000);
    keep = 'month';
    await show();
    expect(await opening()).toEqual({ can: 'open', until: end });
    keep = null;
    await show();
    expect(onDisk()).toEqual({ ends: [], kept: 0 });
  });

  it('is not kept by an answer that names a choice nobody made', async () => {
    keep = 'chosen';
    await show();
    expect(onDisk()).toEqual({ ends: [], kept: 0 });
  });

  it('that is over when the program starts is destroyed then', async () => {
    keep = 'week';
    await show();
    await bench.engine.close();
    clock.advance(7 * DAY);
    bench = Object.assign(await bench.reopen(), { address: bench.address });
    await eventually(() => expect(onDisk()).toEqual({ ends: [], kept: 0 }));
  });

  it('opens nothing for a command either when its time is over', async () => {
    const { id } = await bench.engine.exports.createTarget();
    await bench.engine.exports.destroyTarget(id);
    await expect(bench.engine.exports.destroyTarget(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
