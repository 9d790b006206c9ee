import { describe, expect, test } from 'vitest';
import { bannersOf } from '../../../../renderer/app/banner-rules.ts';
import { nextScreen } from '../../../../renderer/app/screen.ts';
import { appState } from '../fixture-app-state.ts';

const keys = (state: ReturnType<typeof appState>, quiet = false) => bannersOf(state, quiet).map((banner) => banner.key);
const vault = (state: 'locked' | 'starting' | 'unlocked' | 'failed', needsPassphrase = true) =>
  appState({ vault: { state, needsPassphrase, problem: null } });

const HOT = { profile: 'local', title: 'Create wallet “Hot”', state: 'sent' } as const;
const COLD = { profile: 'local', title: 'Create wallet “Cold”', state: 'prepared' } as const;

describe('banners', () => {
  test('there is none without a problem', () => expect(keys(appState({}))).toEqual([]));

  test('a missing sandbox is reported on every screen, with its reason, and cannot be dismissed', () => {
    const state = appState({ sandbox: { on: false, reason: 'Castellan runs as root.' } });
    expect(keys(state, true)).toEqual(['sandbox']);
    expect(bannersOf(state, false)[0]).toMatchObject({
      title: 'Sandbox is off.',
      message: 'Castellan runs as root.',
      action: null,
    });
  });

  test('banners with actions wait for the frame', () => {
    const state = appState({
      vault: { state: 'failed', needsPassphrase: false, problem: null },
      service: { kind: 'local', state: 'failed', baseUrl: null, problem: null },
      unsettled: [HOT, COLD],
    });
    expect(keys(state)).toEqual(['vault', 'service', 'unsettled']);
    expect(keys(state, true)).toEqual([]);
  });

  test('an unsettled request is reported only in its own profile', () => {
    const state = appState({ unsettled: [{ ...COLD, profile: 'production' }, HOT] });
    expect(bannersOf(state, false)).toMatchObject([
      { title: '1 unsettled request.', message: 'Create wallet “Hot”: outcome not known.' },
    ]);
    expect(bannersOf({ ...state, profile: 'staging' }, false)).toEqual([]);
    expect(bannersOf(appState({ unsettled: [COLD, HOT] }), false)[0]?.message).toBe(
      'Create wallet “Cold”: not sent, and 1 more.',
    );
  });

  test('a batch that stopped before its last line is named, and no finished one', () => {
    const batch = (name: string, left: number, open = 0) => ({
      id: name,
      name,
      createdAt: 0,
      counts: { left, open, waiting: 0, signed: 3, unproven: 0, failed: 0, givenUp: 0 },
    });
    const app = appState({});
    expect(bannersOf(app, false, [batch('payroll', 0)])).toEqual([]);
    expect(bannersOf(app, true, [batch('payroll', 1)])).toEqual([]);
    expect(bannersOf(app, false, [batch('rent', 0), batch('payroll', 1, 1), batch('tax', 1)])).toMatchObject([
      {
        key: 'batch',
        title: 'A batch is not finished.',
        message: '“payroll”: 2 lines not signed, and 1 more batch. Resume signs no line twice.',
        action: 'batch',
      },
    ]);
  });

  test.each(['refused', 'invalid'] as const)('a service that is %s is reported with the reason', (state) => {
    const problem = { title: 'The address does not answer as a custody service', message: 'It is text/html.' };
    const service = { kind: 'remote', state, baseUrl: 'https://a.example', problem } as const;
    expect(bannersOf(appState({ service }), false)).toMatchObject([
      { key: 'service', title: `${problem.title}.`, message: problem.message, action: null, closable: true },
    ]);
  });

  test('an offline window offers no start of the local service', () => {
    const service = { kind: 'local', state: 'failed', baseUrl: null, problem: null } as const;
    expect(bannersOf(appState({ service }), false)).toMatchObject([{ action: 'restart-service' }]);
    expect(bannersOf(appState({ service, isOffline: true }), false)).toMatchObject([{ action: null }]);
  });

  test('a version that the project advises against is named, and no other', () => {
    const notice = { version: '0.9.0', minimumVersion: '0.5.0', published: '2026-11-20', notes: [] };
    const update = { canCheck: true, checkedAt: 1, notice, isNewer: true, isBelowMinimum: false };
    expect(keys(appState({ update }))).toEqual([]);
    expect(bannersOf(appState({ update: { ...update, isBelowMinimum: true } }), false)).toMatchObject([
      { key: 'update', title: 'Version 0.9.0 should be installed.', action: 'updates' },
    ]);
  });

  test('a stopped remote service has no banner', () => {
    expect(keys(appState({ service: { kind: 'remote', state: 'stopped', baseUrl: null, problem: null } }))).toEqual([]);
    expect(keys(appState({ service: { kind: 'local', state: 'stopped', baseUrl: null, problem: null } }))).toEqual([
      'service',
    ]);
  });

  test('only notices about automatic repairs can be dismissed', () => {
    const problem = { title: 'The vault was started again', message: 'No key was lost.' };
    const state = appState({
      vault: { state: 'unlocked', needsPassphrase: false, problem },
      sandbox: { on: false, reason: null },
      unsettled: [HOT],
    });
    expect(bannersOf(state, false).map(({ title, closable }) => [title, closable])).toEqual([
      ['Sandbox is off.', false],
      ['The vault was started again.', true],
      ['1 unsettled request.', false],
    ]);
  });

  test('main’s text is used when it has one', () => {
    const problem = { title: 'The vault failed its self-test', message: 'Nothing can be signed. Reinstall Castellan.' };
    expect(
      bannersOf(appState({ vault: { state: 'failed', needsPassphrase: false, problem } }), false)[0],
    ).toMatchObject({
      title: 'The vault failed its self-test.',
      message: problem.message,
    });
  });
});

test('offers a backup while copies from before a migration exist', () => {
  expect(bannersOf(appState({ olderCopies: ['/a/before-migration', '/b/before-migration'] }), false)).toMatchObject([
    {
      key: 'older',
      action: 'backup',
      message: expect.stringContaining('in /a/before-migration and /b/before-migration.'),
    },
  ]);
});

describe('the screen', () => {
  const screen = (context: Partial<Parameters<typeof nextScreen>[0]>) =>
    nextScreen({ before: null, app: appState({}), startDone: false, connecting: false, ...context });

  test('is the start until a profile is complete', () => {
    expect(screen({ app: appState({ profile: null }) })).toBe('start');
    expect(screen({ app: appState({ profile: null }), startDone: true })).toBe('start');
    expect(screen({ before: 'start' })).toBe('start');
    expect(screen({ before: 'start', startDone: true })).toBe('frame');
    expect(screen({})).toBe('frame');
  });

  test('stays during a connection, whatever happens to profile and vault', () => {
    expect(screen({ before: 'connect', connecting: true, app: vault('locked') })).toBe('connect');
    expect(screen({ before: 'connect', connecting: false, app: vault('locked') })).toBe('lock');
  });

  test('is the lock while the vault is locked, even during an unlock attempt', () => {
    expect(screen({ before: 'frame', app: vault('locked') })).toBe('lock');
    expect(screen({ before: 'lock', app: vault('starting') })).toBe('lock');
    expect(screen({ before: 'lock', app: vault('unlocked') })).toBe('frame');
  });

  test('does not show the lock briefly when the vault starts by itself', () => {
    expect(screen({ app: vault('starting') })).toBe('frame');
    expect(screen({ before: 'start', startDone: true, app: vault('starting') })).toBe('frame');
  });

  test('stays when the vault stops, so that no typed value is lost', () => {
    expect(screen({ before: 'frame', app: vault('failed') })).toBe('frame');
    expect(screen({ before: 'lock', app: vault('failed') })).toBe('lock');
    expect(screen({ app: vault('failed', true) })).toBe('lock');
    expect(screen({ app: vault('failed', false) })).toBe('frame');
  });
});
