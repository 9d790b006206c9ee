import { expect, it } from 'vitest';
import { createStampChecks } from '../../../../electron/custody/authentication/stamp-checks.ts';

/** Checks that note where they ran. Those on another thread end when `finish` is called. */
function setup() {
  const check = createStampChecks();
  const ran: string[] = [];
  const finish = new Map<string, () => void>();
  const begin = (name: string, holds = true) =>
    check({
      here() {
        ran.push(`${name} here`);
        return holds;
      },
      aside() {
        ran.push(`${name} aside`);
        return new Promise((done) => finish.set(name, () => done(holds)));
      },
    });
  return { begin, ran, finish };
}

const nextTurn = () => new Promise((next) => setImmediate(next));

it('a check that comes alone runs on this thread at the end of the turn', async () => {
  const { begin, ran } = setup();
  const holds = begin('one', false);
  expect(ran).toEqual([]);
  expect(await holds).toBe(false);
  expect(ran).toEqual(['one here']);
});

it('of many, three run on other threads, and this thread takes one where it would only wait', async () => {
  const { begin, ran, finish } = setup();
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => begin(name, name !== 'b'));
  expect(ran).toEqual(['a aside', 'b aside', 'c aside']);
  await nextTurn();
  expect(ran).toEqual(['a aside', 'b aside', 'c aside', 'd here']);
  for (const name of ['a', 'b', 'c']) finish.get(name)?.();
  for (let turn = 0; turn < 4; turn += 1) {
    await nextTurn();
    finish.get('e')?.();
  }
  expect(ran.slice(4).toSorted()).toEqual(['e aside', 'f here']);
  expect(await Promise.all(all)).toEqual([true, false, true, true, true, true]);
});

it('this thread takes none in a turn in which another thread finished one', async () => {
  const { begin, ran, finish } = setup();
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => begin(name));
  finish.get('a')?.();
  await Promise.resolve();
  await nextTurn();
  expect(ran).toEqual(['a aside', 'b aside', 'c aside', 'd aside']);
  for (const name of ['b', 'c', 'd']) finish.get(name)?.();
  expect(await Promise.all(all)).toEqual([true, true, true, true, true]);
  expect(ran.at(-1)).toBe('e here');
});

it('checks that no other thread takes leave turns to other work', async () => {
  const check = createStampChecks();
  let checked = 0;
  const here = () => {
    checked += 1;
    return true;
  };
  const all = Array.from({ length: 40 }, () => check({ here, aside: async () => here() }));
  let mostInTurn = 0;
  for (let before = 0; checked < all.length; before = checked) {
    await nextTurn();
    mostInTurn = Math.max(mostInTurn, checked - before);
  }
  expect(await Promise.all(all)).toEqual(all.map(() => true));
  expect(mostInTurn).toBeLessThan(10);
});
