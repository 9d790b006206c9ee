import { describe, expect, it } from 'vitest';
import { displayAddress, findDisplay } from '../../../scripts/lib/display.mjs';
import { electronArguments, electronEnvironment, sandboxOf } from '../../../scripts/lib/launch.mjs';

const base = { platform: 'linux', folder: '/app', environment: {} };

describe('electronArguments', () => {
  it('puts what is the app’s after the dashes, untouched', () => {
    const args = electronArguments(['cli', 'call', '--json', '{"a": 1}'], {
      ...base,
      headless: true,
      sandbox: 'system',
    });
    expect(args.slice(args.indexOf('/app'))).toEqual(['/app', '--', 'cli', 'call', '--json', '{"a": 1}']);
    expect(args).toContain('--ozone-platform=headless');
  });

  it.for([
    ['none', ['--no-sandbox']],
    ['helper', ['--disable-namespace-sandbox']],
    ['system', []],
  ] as const)('asks for the sandbox that is there: %s', ([sandbox, switches]) => {
    const args = electronArguments([], { ...base, headless: false, sandbox });
    expect(args.filter((argument) => argument.includes('sandbox'))).toEqual(switches);
  });

  it('opens windows on Wayland where there is no X', () => {
    const onWayland = {
      ...base,
      headless: false,
      sandbox: 'system' as const,
      environment: { WAYLAND_DISPLAY: 'wayland-0' },
    };
    expect(electronArguments([], onWayland)).toContain('--ozone-platform=wayland');
    const onBoth = { ...onWayland, environment: { WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' } };
    expect(electronArguments([], onBoth)).not.toContain('--ozone-platform=wayland');
  });
});

describe('the sandbox of the windows', () => {
  const base = { isRoot: false, helperWorks: () => false, namespacesWork: () => false };

  it('is the helper’s, which keeps them from other programs, before that of user namespaces', () => {
    expect(sandboxOf({ ...base, helperWorks: () => true, namespacesWork: () => true })).toEqual({ sandbox: 'helper' });
    expect(sandboxOf({ ...base, namespacesWork: () => true })).toEqual({ sandbox: 'system' });
  });

  it('is missing for a reason', () => {
    expect(sandboxOf(base)).toEqual({ sandbox: 'none', obstacle: expect.stringContaining('user namespaces') });
    const asRoot = sandboxOf({ isRoot: true, helperWorks: () => true, namespacesWork: () => true });
    expect(asRoot).toEqual({ sandbox: 'none', obstacle: expect.stringContaining('root') });
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
