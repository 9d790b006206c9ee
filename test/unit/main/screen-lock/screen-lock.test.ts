import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { followScreenLock, sessionBus } from '../../../../electron/main/screen-lock/screen-lock.ts';
import { eventually } from '../../../tools/eventually.ts';
import { temporaryFolder } from '../../storage/support.ts';
import { type Bus, rulesOf, signalAs, signalFrom, startBus } from './bus-peer.ts';

const folder = temporaryFolder();
const missing = ['dbus-daemon', 'dbus-send'].filter((name) => spawnSync('which', [name]).status !== 0);
const NOBODY = `unix:path=${join(folder, 'nobody')}`;
const LOGIN = 'org.freedesktop.login1';
const OWN = '/org/freedesktop/login1/session/_32';
const SLOW = 30_000;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/**
 * Follows a bus until all its signals were heard. Signals sent before its end are read first, and only then the next
 * bus is used.
 */
async function heardAll(bus: Bus, look: () => void): Promise<void> {
  bus.process.kill('SIGTERM');
  await once(bus.process, 'exit');
  const next = await openBus(bus.address.slice('unix:path='.length));
  await until(() => {
    look();
    expect(rulesOf(next)).toContain('member=');
  });
}

async function openBus(path = join(mkdtempSync(join(folder, 'bus-')), 'bus')): Promise<Bus> {
  const bus = await startBus(path);
  ends.push(() => bus.process.kill('SIGKILL'));
  return bus;
}

function follow(environment: Readonly<Record<string, string>>) {
  const lock = vi.fn();
  const looks: (() => void)[] = [];
  const end = followScreenLock({
    environment: { DBUS_SESSION_BUS_ADDRESS: NOBODY, DBUS_SYSTEM_BUS_ADDRESS: NOBODY, ...environment },
    userId: process.getuid?.() ?? 0,
    lock,
    every: (_milliseconds, run) => {
      looks.push(run);
      return () => void looks.splice(0);
    },
  });
  ends.push(end);
  const look = () => {
    for (const run of looks) run();
  };
  return { lock, look, end };
}

const until = (check: () => void) => eventually(check);
const listens = (bus: Bus, to: string) => until(() => expect(rulesOf(bus)).toContain(to));

describe.skipIf(missing.length > 0)('the screen’s lock', { timeout: SLOW }, () => {
  it.each([
    ['GNOME', '/org/gnome/ScreenSaver', 'org.gnome.ScreenSaver'],
    ['KDE', '/ScreenSaver', 'org.freedesktop.ScreenSaver'],
    ['Cinnamon', '/org/cinnamon/ScreenSaver', 'org.cinnamon.ScreenSaver'],
    ['MATE', '/org/mate/ScreenSaver', 'org.mate.ScreenSaver'],
    ['Xfce', '/org/xfce/ScreenSaver', 'org.xfce.ScreenSaver'],
  ])('is reported by %s, and an unlock is not a lock', async (_desktop, path, saver) => {
    const bus = await openBus();
    const { lock, look } = follow({ DBUS_SESSION_BUS_ADDRESS: bus.address });
    await listens(bus, 'org.xfce.ScreenSaver');
    signalFrom(bus, path, `${saver}.ActiveChanged`, 'boolean:false');
    signalFrom(bus, path, `${saver}.SomethingElse`, 'boolean:true');
    signalFrom(bus, path, `${saver}.ActiveChanged`, 'boolean:true');
    await heardAll(bus, look);
    expect(lock).toHaveBeenCalledOnce();
  });

  it('is reported only by logind, for this session', async () => {
    const bus = await openBus();
    const { lock, look } = follow({ DBUS_SYSTEM_BUS_ADDRESS: bus.address, XDG_SESSION_ID: '2' });
    await listens(bus, LOGIN);
    signalFrom(bus, OWN, `${LOGIN}.Session.Lock`);
    await signalAs(LOGIN, bus, '/org/freedesktop/login1/session/_33', `${LOGIN}.Session`, 'Lock');
    await signalAs(LOGIN, bus, OWN, `${LOGIN}.Session`, 'Lock');
    await heardAll(bus, look);
    expect(lock).toHaveBeenCalledOnce();
  });

  it('is reported again after a restart of the bus', async () => {
    const path = join(mkdtempSync(join(folder, 'bus-')), 'bus');
    const before = await openBus(path);
    const { lock, look } = follow({ DBUS_SESSION_BUS_ADDRESS: before.address });
    await listens(before, 'org.gnome.ScreenSaver');
    before.process.kill('SIGTERM');
    await once(before.process, 'exit');
    const bus = await openBus(path);
    await until(() => {
      look();
      expect(rulesOf(bus)).toContain('org.gnome.ScreenSaver');
    });
    signalFrom(bus, '/org/gnome/ScreenSaver', 'org.gnome.ScreenSaver.ActiveChanged', 'boolean:true');
    await until(() => expect(lock).toHaveBeenCalledOnce());
  });

  it('is not reported after the end', async () => {
    const bus = await openBus();
    const { lock, end } = follow({ DBUS_SESSION_BUS_ADDRESS: bus.address });
    const other = follow({ DBUS_SESSION_BUS_ADDRESS: bus.address });
    await listens(bus, 'org.gnome.ScreenSaver');
    end();
    await until(() => expect(rulesOf(bus).match(/org\.gnome\.ScreenSaver/g)).toHaveLength(1));
    signalFrom(bus, '/org/gnome/ScreenSaver', 'org.gnome.ScreenSaver.ActiveChanged', 'boolean:true');
    await until(() => expect(other.lock).toHaveBeenCalledOnce());
    expect(lock).not.toHaveBeenCalled();
  });
});

describe('a bus', () => {
  /** A bus that answers with these bytes to the first word. */
  async function answeringWith(bytes: Buffer): Promise<{ address: string; closed: Promise<unknown> }> {
    const path = join(mkdtempSync(join(folder, 'bad-')), 'bus');
    const server = createServer().listen(path);
    ends.push(() => server.close());
    const closed = once(server, 'connection').then(async ([socket]: Socket[]) => {
      socket?.on('error', () => undefined);
      socket?.resume().write(bytes);
      await once(socket as Socket, 'close');
    });
    await once(server, 'listening');
    return { address: `unix:path=${path}`, closed };
  }
  const header = (...bytes: number[]) => Buffer.concat([Buffer.from('OK 00\r\n'), Buffer.from(bytes)]);

  it.each([
    ['lets nobody in', Buffer.from('REJECTED EXTERNAL\r\n')],
    ['says a line without an end', Buffer.alloc(4096, 'a')],
    ['sends what is no message', header(...new Uint8Array(16).fill(7))],
    ['sends a message of 4 GiB', header(0x6c, 4, 0, 1, 255, 255, 255, 255, 1, 0, 0, 0, 0, 0, 0, 0)],
    [
      'sends a header that ends too early',
      header(0x6c, 4, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0, 1, 1, 111, 0, 255, 0, 0, 0),
    ],
    [
      'sends a header of an unknown type',
      header(0x6c, 4, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0, 1, 1, 120, 0, 0, 0, 0, 0),
    ],
  ])('that %s is left alone, and asked again later', async (_what, bytes) => {
    const first = await answeringWith(bytes);
    const { lock, look } = follow({ DBUS_SESSION_BUS_ADDRESS: first.address });
    await first.closed;
    look();
    expect(lock).not.toHaveBeenCalled();
  });

  it.each(['tcp:host=localhost,port=1', 'unix:tmpdir=/tmp', '', 'unix:path=%zz'])(
    'whose address is “%s” disturbs nothing',
    async (address) => {
      const { lock, look } = follow({ DBUS_SESSION_BUS_ADDRESS: address });
      await new Promise<void>((done) => setImmediate(done));
      look();
      expect(lock).not.toHaveBeenCalled();
    },
  );

  it('that sends nothing is disconnected', { timeout: SLOW }, async () => {
    const silent = await answeringWith(Buffer.alloc(0));
    follow({ DBUS_SESSION_BUS_ADDRESS: silent.address });
    await silent.closed;
  });

  it('is the session’s bus when its socket exists', async () => {
    const bus = await answeringWith(Buffer.alloc(0));
    const path = bus.address.slice('unix:path='.length);
    expect(sessionBus({ DBUS_SESSION_BUS_ADDRESS: bus.address })).toBe(bus.address);
    expect(sessionBus({ XDG_RUNTIME_DIR: dirname(path) })).toBe(bus.address);
    for (const address of ['autolaunch:', 'tcp:host=localhost,port=1', 'unix:dir=/tmp', NOBODY])
      expect(sessionBus({ DBUS_SESSION_BUS_ADDRESS: address })).toBeNull();
    expect(sessionBus({ XDG_RUNTIME_DIR: folder })).toBeNull();
  });
});
