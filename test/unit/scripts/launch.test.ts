import { describe, expect, it } from 'vitest';
import { displayAddress, findDisplay } from '../../../scripts/lib/display.mjs';
import { electronArguments, electronEnvironment, obstacleOf } from '../../../scripts/lib/launch.mjs';

const base = { platform: 'linux', folder: '/app', environment: {} };

describe('electronArguments', () => {
  it('puts what is the app’s after the dashes, untouched', () => {
    const args = electronArguments(['cli', 'call', '--json', '{"a": 1}'], { ...base, headless: true, sandbox: true });
    expect(args.slice(args.indexOf('/app'))).toEqual(['/app', '--', 'cli', 'call', '--json', '{"a": 1}']);
    expect(args).toContain('--ozone-platform=headless');
  });

  it('gives up the sandbox only when told to', () => {
    expect(electronArguments([], { ...base, headless: false, sandbox: false })).toContain('--no-sandbox');
    expect(electronArguments([], { ...base, headless: false, sandbox: true })).not.toContain('--no-sandbox');
  });

  it('opens windows on Wayland where there is no X', () => {
    const onWayland = { ...base, headless: false, sandbox: true, environment: { WAYLAND_DISPLAY: 'wayland-0' } };
    expect(electronArguments([], onWayland)).toContain('--ozone-platform=wayland');
    const onBoth = { ...onWayland, environment: { WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' } };
    expect(electronArguments([], onBoth)).not.toContain('--ozone-platform=wayland');
  });
});

describe('obstacleOf', () => {
  const base = { isRoot: false, helperIsSetuid: false };

  it('finds none where user namespaces or the setuid helper work', () => {
    expect(obstacleOf({ ...base, namespacesWork: () => true })).toBeUndefined();
    expect(obstacleOf({ ...base, helperIsSetuid: true, namespacesWork: () => false })).toBeUndefined();
  });

  it('names what keeps the sandbox from working', () => {
    expect(obstacleOf({ ...base, namespacesWork: () => false })).toContain('user namespaces');
    expect(obstacleOf({ ...base, isRoot: true, namespacesWork: () => true })).toContain('root');
  });
});

it('starts Electron as Electron, even from inside a test', () => {
  expect(electronEnvironment({ ELECTRON_RUN_AS_NODE: '1', PATH: '/bin' })).toEqual({ PATH: '/bin' });
});

describe('findDisplay', () => {
  it.each<[string, object]>([
    [':0', { path: '/tmp/.X11-unix/X0' }],
    ['unix:3.1', { path: '/tmp/.X11-unix/X3' }],
    ['localhost:10.0', { host: 'localhost', port: 6010 }],
  ])('knows where %s listens', (display, address) => {
    expect(displayAddress(display)).toEqual(address);
  });

  it('finds none when none is named', async () => {
    expect(await findDisplay({}, 'linux')).toEqual({
      available: false,
      reason: 'neither DISPLAY nor WAYLAND_DISPLAY is set',
    });
  });

  it('finds none when the named one does not answer', async () => {
    expect(await findDisplay({ DISPLAY: ':64999' }, 'linux')).toMatchObject({
      available: false,
      reason: 'the X display :64999 does not answer',
    });
  });

  it('finds the one of a desktop system', async () => {
    expect(await findDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toMatchObject({ available: true });
    expect(await findDisplay({}, 'darwin')).toMatchObject({ available: true });
  });
});
