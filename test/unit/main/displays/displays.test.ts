import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tryDisplays } from '../../../../electron/main/displays/displays.ts';

const openAt =
  (...open: readonly string[]) =>
  async (socket: string) =>
    open.includes(socket);

it.each([
  ['no display', {}, []],
  ['empty names', { DISPLAY: '', WAYLAND_DISPLAY: '' }, []],
  ['an X server at its file', { DISPLAY: ':0' }, [{ name: ':0', answers: true }]],
  ['an X server in the abstract namespace', { DISPLAY: 'unix:3.1' }, [{ name: 'unix:3.1', answers: true }]],
  ['an X server that is gone', { DISPLAY: ':7' }, [{ name: ':7', answers: false }]],
  ['an X server of another machine', { DISPLAY: 'desk:10.0' }, [{ name: 'desk:10.0', answers: null }]],
  ['a name that is no display', { DISPLAY: 'screen' }, [{ name: 'screen', answers: false }]],
  [
    'X and Wayland',
    { DISPLAY: ':7', WAYLAND_DISPLAY: 'wayland-0', XDG_RUNTIME_DIR: '/run/user/1' },
    [
      { name: ':7', answers: false },
      { name: 'wayland-0', answers: true },
    ],
  ],
  ['a compositor by its path', { WAYLAND_DISPLAY: '/run/w' }, [{ name: '/run/w', answers: true }]],
  ['a compositor without a folder', { WAYLAND_DISPLAY: 'wayland-0' }, [{ name: 'wayland-0', answers: false }]],
])('tries %s', async (_name, environment, expected) => {
  const isOpen = openAt('/tmp/.X11-unix/X0', '\0/tmp/.X11-unix/X3', '/run/user/1/wayland-0', '/run/w');
  expect(await tryDisplays(environment, isOpen)).toEqual(expected);
});

it('takes a server that listens for an answer, and a socket that nobody listens at for none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-display-'));
  const path = join(folder, 'wayland');
  const server = createServer().listen(path);
  await once(server, 'listening');
  expect(await tryDisplays({ WAYLAND_DISPLAY: path })).toEqual([{ name: path, answers: true }]);
  server.close();
  await once(server, 'close');
  expect(await tryDisplays({ WAYLAND_DISPLAY: path })).toEqual([{ name: path, answers: false }]);
  rmSync(folder, { recursive: true });
});
