import { describe, expect, it } from 'vitest';
import { createTries } from '../../../../electron/engine/vault/tries.ts';
import { AppError } from '../../../../shared/errors/index.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The stored tries, and a clock that the test moves. `open` restarts Castellan. */
function createMachine() {
  const machine = { kept: null as Uint8Array | null, now: 1_790_000_000_000, locked: 0 };
  const open = () =>
    createTries(
      { now: () => machine.now },
      {
        read: async () => machine.kept,
        write: async (bytes) => {
          machine.kept = bytes;
        },
        remove: async () => {
          machine.kept = null;
        },
        lock() {
          machine.locked += 1;
          return () => {
            machine.locked -= 1;
          };
        },
      },
    );
  return { machine, open };
}

const wrong = async (): Promise<never> => {
  throw new AppError('PASSPHRASE_WRONG', 'wrong');
};
const right = async () => 'open';

async function fail(tries: ReturnType<typeof createTries>, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1)
    await expect(tries.make(wrong)).rejects.toMatchObject({ code: 'PASSPHRASE_WRONG' });
}

describe('the tries of a PIN', () => {
  it('wait after three wrong ones, also after a restart, and what is tried then is not even made', async () => {
    const { machine, open } = createMachine();
    await fail(open(), 3);
    let made = 0;
    const attempt = async () => {
      made += 1;
    };
    await expect(open().make(attempt)).rejects.toMatchObject({
      code: 'TRY_LATER',
      message: '3 wrong tries were made. Wait 30 seconds before the next one. Nothing was tried.',
    });
    machine.now += 29_999;
    await expect(open().make(attempt)).rejects.toMatchObject({ code: 'TRY_LATER' });
    machine.now += 1;
    await open().make(attempt);
    expect(made).toBe(1);
  });

  it('wait twice as long each time, and an hour at most', async () => {
    const { machine, open } = createMachine();
    await fail(open(), 3);
    const waits: (string | null)[] = [];
    for (const wait of [
      30 * SECOND,
      MINUTE,
      2 * MINUTE,
      4 * MINUTE,
      8 * MINUTE,
      16 * MINUTE,
      32 * MINUTE,
      HOUR,
      HOUR,
    ]) {
      machine.now += wait - 1;
      await expect(open().make(right)).rejects.toMatchObject({ code: 'TRY_LATER' });
      machine.now += 1;
      waits.push(await open().problem());
      await fail(open(), 1);
    }
    expect(waits.every((problem) => problem === null)).toBe(true);
    expect(await open().problem()).toBe('12 wrong tries were made. Wait 1 hour before the next one.');
  });

  it('are forgotten after a right one', async () => {
    const { machine, open } = createMachine();
    await fail(open(), 2);
    expect(await open().make(right)).toBe('open');
    expect(machine.kept).toBeNull();
    await fail(open(), 2);
    expect(await open().problem()).toBeNull();
  });

  it('are counted before they are made: one that is cut short counts too', async () => {
    const { machine, open } = createMachine();
    const counts: number[] = [];
    const cutShort = async () => {
      counts.push((JSON.parse(new TextDecoder().decode(machine.kept ?? new Uint8Array())) as { count: number }).count);
      throw new Error('the program was killed');
    };
    for (let time = 0; time < 3; time += 1) await expect(open().make(cutShort)).rejects.toThrow('killed');
    expect(counts).toEqual([1, 2, 3]);
    await expect(open().make(right)).rejects.toMatchObject({ code: 'TRY_LATER' });
  });

  it('are not made where they cannot be counted', async () => {
    const tries = createTries(
      { now: () => 0 },
      {
        read: async () => null,
        write: () => Promise.reject(new AppError('KEYCHAIN_LOCKED', 'locked')),
        remove: async () => undefined,
        lock: () => () => undefined,
      },
    );
    let made = 0;
    const attempt = async () => {
      made += 1;
    };
    await expect(tries.make(attempt)).rejects.toMatchObject({ code: 'KEYCHAIN_LOCKED' });
    expect(made).toBe(0);
  });

  it('wait no shorter when the clock is set back, and not for ever', async () => {
    const { machine, open } = createMachine();
    await fail(open(), 3);
    machine.now += 30 * SECOND;
    await fail(open(), 1);
    machine.now -= 365 * 24 * HOUR;
    expect(await open().problem()).toBe('4 wrong tries were made. Wait 1 minute before the next one.');
    machine.now += MINUTE - 1;
    expect(await open().problem()).not.toBeNull();
    machine.now += 1;
    expect(await open().problem()).toBeNull();
  });

  it('wait as long as they can when nobody can read how many there were', async () => {
    const { machine, open } = createMachine();
    machine.kept = new TextEncoder().encode('{"count":0,"at":0}');
    await expect(open().make(right)).rejects.toMatchObject({
      code: 'TRY_LATER',
      message: expect.stringContaining('Wait 1 hour'),
    });
  });

  it('are made one at a time, so that none goes uncounted', async () => {
    const { machine, open } = createMachine();
    const tries = open();
    const made = await Promise.allSettled(Array.from({ length: 5 }, () => tries.make(wrong)));
    expect(made.map((each) => (each.status === 'rejected' ? (each.reason as AppError).code : ''))).toEqual([
      'PASSPHRASE_WRONG',
      'PASSPHRASE_WRONG',
      'PASSPHRASE_WRONG',
      'TRY_LATER',
      'TRY_LATER',
    ]);
    expect(machine.locked).toBe(0);
  });
});
