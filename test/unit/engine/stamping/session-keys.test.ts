import { beforeEach, describe, expect, it } from 'vitest';
import { createSessionKeys } from '../../../../electron/engine/stamping/session-keys.ts';
import { eventually } from '../../../tools/eventually.ts';

const START = 1_790_000_000_000;
const DESK = { name: 'desk', organizationId: 'one', baseUrl: 'https://custody.example' };
const FIRST = { id: 'first', publicKey: '02', profile: 'desk', expiresAt: START + 60_000, begunBy: 'own' };
const BEGUN = { ...FIRST, organizationId: DESK.organizationId, baseUrl: DESK.baseUrl };

let now: number;
let steady: number;
let profile: typeof DESK | null;
let own: { profile: string; retired?: true } | undefined;
let forgotten: string[];

type Parts = Parameters<typeof createSessionKeys>;
/** Session keys over a vault that forgets asynchronously. It never holds the key `lost`. */
function create() {
  const clock = { now: () => now, steady: () => steady, pause: () => new Promise<void>(() => undefined) };
  const vault = {
    holds: (id: string) => id !== 'lost' && !forgotten.includes(id),
    async forget(id: string) {
      await Promise.resolve();
      forgotten.push(id);
    },
  };
  const index = { key: (id: string): typeof own => (id === 'own' ? own : undefined) };
  const profiles = { list: (): (typeof DESK)[] => (profile === null ? [] : [profile]) };
  const base = { ports: { clock, report: () => undefined }, changes: { announce: () => undefined }, index };
  return createSessionKeys(base as unknown as Parts[0], { vault, profiles } as unknown as Parts[1]);
}

beforeEach(() => {
  [now, steady, profile, own, forgotten] = [START, 5, DESK, { profile: 'desk' }, []];
});

describe('the key of a session', () => {
  it.for([
    [
      'its profile is gone',
      () => {
        profile = null;
      },
    ],
    [
      'its profile is of another organization',
      () => {
        profile = { ...DESK, organizationId: 'two' };
      },
    ],
    [
      'its profile is at another service',
      () => {
        profile = { ...DESK, baseUrl: 'https://other.example' };
      },
    ],
    [
      'the key that began it is gone',
      () => {
        own = undefined;
      },
    ],
    [
      'the key that began it is retired',
      () => {
        own = { profile: 'desk', retired: true };
      },
    ],
    [
      'its time is over, also with a clock that was set back by two hours',
      () => {
        now = START - 2 * 60 * 60_000;
        steady += 60_000;
      },
    ],
  ] as const)('is of use until %s, and is wiped then', async ([, change]) => {
    const keys = create();
    await keys.begin(BEGUN);
    expect(keys.of('desk')).toMatchObject(BEGUN);
    expect(keys.list()).toEqual([{ profile: 'desk', expiresAt: START + 60_000 }]);
    const key = keys.of('desk');
    change();
    expect(() => key !== null && keys.requireAlive(key)).toThrow(/is over/);
    expect(keys.of('desk')).toBeNull();
    expect(keys.list()).toEqual([]);
    await eventually(() => expect(forgotten).toEqual(['first']));
  });

  it('lasts its time when the clock is set back by two hours', async () => {
    const keys = create();
    await keys.begin(BEGUN);
    now = START - 2 * 60 * 60_000;
    steady += 59_999;
    expect(keys.of('desk')).toMatchObject(BEGUN);
  });

  it('gives way to the next one, also where two begin at once: each but the last is wiped', async () => {
    const keys = create();
    await keys.begin(BEGUN);
    await Promise.all(['second', 'third'].map((id) => keys.begin({ ...BEGUN, id })));
    expect(forgotten).toEqual(['first', 'second']);
    expect(keys.of('desk')?.id).toBe('third');
  });

  it.for([
    ['that the vault has lost', { id: 'lost' }],
    ['with no time left', { expiresAt: START }],
    ['for another organization than its profile’s', { organizationId: 'two' }],
  ] as const)('%s does not begin', async ([, wrong]) => {
    const keys = create();
    await expect(keys.begin({ ...BEGUN, ...wrong })).rejects.toMatchObject({ code: 'NOT_SUPPORTED' });
    expect(keys.list()).toEqual([]);
  });
});
