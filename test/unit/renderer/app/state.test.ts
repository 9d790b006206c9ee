import { describe, expect, test } from 'vitest';
import { bannersOf } from '../../../../renderer/app/banner-rules.ts';
import { nextScreen } from '../../../../renderer/app/screen.ts';
import { appState } from '../fixture-data.ts';

const keys = (state: ReturnType<typeof appState>, quiet = false) => bannersOf(state, quiet).map((banner) => banner.key);
const vault = (state: 'locked' | 'starting' | 'unlocked' | 'failed', needsPassphrase = true) =>
  appState({ vault: { state, needsPassphrase, problem: null } });

describe('banners', () => {
  test('there is none when all is well', () => expect(keys(appState({}))).toEqual([]));

  test('a sandbox that is off is said on every screen, with its reason and no way to dismiss it', () => {
    const state = appState({ sandbox: { on: false, reason: 'Castellan runs as root.' } });
    expect(keys(state, true)).toEqual(['sandbox']);
    expect(bannersOf(state, false)[0]).toMatchObject({
      title: 'Sandbox is off.',
      message: 'Castellan runs as root.',
      action: null,
    });
  });

  test('what the frame can act on waits for the frame', () => {
    const state = appState({
      vault: { state: 'failed', needsPassphrase: false, problem: null },
      service: { kind: 'local', state: 'failed', baseUrl: null, problem: null },
      inFlight: 2,
    });
    expect(keys(state)).toEqual(['vault', 'service', 'in-flight']);
    expect(keys(state, true)).toEqual([]);
  });

  test('a service elsewhere that is stopped is its owner’s business', () => {
    expect(keys(appState({ service: { kind: 'remote', state: 'stopped', baseUrl: null, problem: null } }))).toEqual([]);
    expect(keys(appState({ service: { kind: 'local', state: 'stopped', baseUrl: null, problem: null } }))).toEqual([
      'service',
    ]);
  });

  test('main’s own words are used when it has some', () => {
    const problem = { title: 'The vault failed its self-test', message: 'Nothing can be signed. Reinstall Castellan.' };
    expect(
      bannersOf(appState({ vault: { state: 'failed', needsPassphrase: false, problem } }), false)[0],
    ).toMatchObject({
      title: 'The vault failed its self-test.',
      message: problem.message,
    });
  });
});

describe('the screen', () => {
  test('is the start until there is a profile, and until its last step is done', () => {
    expect(nextScreen(null, appState({ profile: null }))).toBe('start');
    expect(nextScreen('start', appState({}))).toBe('start');
    expect(nextScreen(null, appState({}))).toBe('frame');
  });

  test('is the lock while the vault is locked, and stays it while a passphrase is tried', () => {
    expect(nextScreen('frame', vault('locked'))).toBe('lock');
    expect(nextScreen('lock', vault('starting'))).toBe('lock');
    expect(nextScreen('lock', vault('unlocked'))).toBe('frame');
  });

  test('does not flash the lock when the vault starts by itself', () =>
    expect(nextScreen(null, vault('starting'))).toBe('frame'));

  test('stays where it is when the vault stops, so that nothing typed is lost', () => {
    expect(nextScreen('frame', vault('failed'))).toBe('frame');
    expect(nextScreen('lock', vault('failed'))).toBe('lock');
    expect(nextScreen(null, vault('failed', true))).toBe('lock');
    expect(nextScreen(null, vault('failed', false))).toBe('frame');
  });
});
