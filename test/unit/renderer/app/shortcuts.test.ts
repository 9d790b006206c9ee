import { describe, expect, test } from 'vitest';
import {
  type KeyContext,
  type KeyPress,
  keysOf,
  SHORTCUTS,
  shortcutFor,
} from '../../../../renderer/app/keyboard/shortcuts.ts';
import { GROUPS, PLACE_NAMES, PLACES } from '../../../../renderer/app/places.tsx';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});
const linux: KeyContext = { platform: 'linux', typing: false, singleKeys: true };
const mac: KeyContext = { ...linux, platform: 'darwin' };

describe('shortcuts', () => {
  test('use Control, and Command on a Mac', () => {
    expect(shortcutFor(press('k', { ctrlKey: true }), linux)).toBe('palette');
    expect(shortcutFor(press('k', { metaKey: true }), mac)).toBe('palette');
    expect(shortcutFor(press('k', { ctrlKey: true }), mac)).toBeNull();
    expect(shortcutFor(press('k', { metaKey: true }), linux)).toBeNull();
  });

  test('work with caps lock on', () => expect(shortcutFor(press('K', { ctrlKey: true }), linux)).toBe('palette'));

  test('leave Alt to the system', () =>
    expect(shortcutFor(press('k', { ctrlKey: true, altKey: true }), linux)).toBeNull());

  test('without a modifier do not work in a field, and can be turned off', () => {
    expect(shortcutFor(press('/'), linux)).toBe('search');
    expect(shortcutFor(press('/'), { ...linux, typing: true })).toBeNull();
    expect(shortcutFor(press('/'), { ...linux, singleKeys: false })).toBeNull();
    expect(shortcutFor(press('f', { ctrlKey: true }), { ...linux, typing: true, singleKeys: false })).toBe('find');
  });

  test('copying belongs to the focused control', () =>
    expect(shortcutFor(press('c', { ctrlKey: true }), linux)).toBeNull());

  test('a letter alone is never a shortcut', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
    expect(letters.filter((letter) => shortcutFor(press(letter), linux) !== null)).toEqual([]);
  });

  test('no two have the same keys', () => {
    const keys = SHORTCUTS.map(({ key, modifier }) => `${modifier} ${key.toLowerCase()}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('open the places by digits from the top of the rail to the bottom', () => {
    const inRail = GROUPS.flatMap((group) => PLACE_NAMES.filter((name) => PLACES[name].group === group));
    const keys = inRail.map((name) => PLACES[name].key);
    expect(keys.slice(0, 9)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
    expect(keys.slice(9).join('')).toMatch(/^\D+$/);
    expect(inRail).toEqual(PLACE_NAMES);
    expect(shortcutFor(press('3', { ctrlKey: true }), linux)).toBe('go:accounts');
  });

  test('are written in the platform’s style', () => {
    expect(keysOf('palette', 'linux')).toEqual(['Ctrl', 'K']);
    expect(keysOf('palette', 'darwin')).toEqual(['⌘', 'K']);
    expect(keysOf('act', 'win32')).toEqual(['Ctrl', '↵']);
    expect(keysOf('search', 'linux')).toEqual(['/']);
  });
});
