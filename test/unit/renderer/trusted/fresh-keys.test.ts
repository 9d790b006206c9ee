import { beforeEach, describe, expect, it } from 'vitest';
import { guardKeys, type KeyGuard } from '../../../../renderer/trusted/fresh-keys.ts';

let time: number;
let guard: KeyGuard;
let listener: (event: KeyboardEvent) => void;
beforeEach(() => {
  time = 0;
  const addEventListener = (_type: string, added: typeof listener) => {
    listener = added;
  };
  guard = guardKeys({ addEventListener: addEventListener as Document['addEventListener'] }, () => time);
  guard.rest(1);
});

/** Reports whether a key that comes after this many milliseconds presses the focused control. */
function presses(after: number, given: Partial<KeyboardEvent> = {}): boolean {
  time += after;
  let counts = true;
  const stop = () => {
    counts = false;
  };
  const event = { key: 'Enter', isTrusted: true, repeat: false, target: null, ...given };
  listener({ ...event, preventDefault: stop, stopImmediatePropagation: stop } as KeyboardEvent);
  return counts;
}

describe('the trusted window accepts as an answer', () => {
  it('a key that is pressed for its question', () => expect(presses(1000)).toBe(true));

  it('not a held key', () => {
    expect(presses(5000, { repeat: true })).toBe(false);
    expect(presses(999)).toBe(false);
    expect(presses(1000)).toBe(true);
  });

  it('not a key that was pressed for the earlier question', () => {
    time = 5000;
    guard.rest(2);
    expect(presses(999)).toBe(false);
  });

  it('not a key after text typed outside a field', () => {
    presses(5000, { key: 'x' });
    expect(presses(999, { key: ' ' })).toBe(false);
    const field = { matches: () => true } as unknown as Element;
    presses(5000, { key: 'x', target: field });
    expect(presses(0)).toBe(true);
  });

  it('not a synthetic key', () => expect(presses(5000, { isTrusted: false })).toBe(false));

  it('keys pressed after the same question is shown again', () => {
    time = 5000;
    guard.rest(1);
    expect(presses(0)).toBe(true);
  });
});
