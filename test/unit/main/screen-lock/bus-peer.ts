import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';

/** A real bus of a test's own. */
export interface Bus {
  readonly address: string;
  readonly process: ChildProcess;
}

/** Starts dbus-daemon on a socket. The caller has to kill it. */
export async function startBus(path: string): Promise<Bus> {
  const address = `unix:path=${path}`;
  const child = spawn('dbus-daemon', ['--session', '--nofork', '--print-address', `--address=${address}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  return { address, process: child };
}

/** Sends a signal to the listeners, with values as dbus-send takes them. */
export function signalFrom({ address }: Bus, path: string, signal: string, ...values: string[]): void {
  execFileSync('dbus-send', [`--bus=${address}`, '--type=signal', path, signal, ...values]);
}

/** The match rules that a bus's connections have requested. */
export function rulesOf({ address }: Bus): string {
  const driver = ['--dest=org.freedesktop.DBus', '/org/freedesktop/DBus'];
  const question = 'org.freedesktop.DBus.Debug.Stats.GetAllMatchRules';
  return execFileSync('dbus-send', [`--bus=${address}`, '--print-reply', ...driver, question], { encoding: 'utf8' });
}

/** Takes a name on the bus, sends a signal without contents from it, and disconnects when the bus has both. */
export async function signalAs(
  name: string,
  { address }: Bus,
  path: string,
  from: string,
  member: string,
): Promise<void> {
  const socket = connect(address.slice('unix:path='.length));
  const user = Buffer.from(String(process.getuid?.())).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
  await once(socket, 'data');
  const driver = { 1: 'o/org/freedesktop/DBus', 2: 'sorg.freedesktop.DBus', 6: 'sorg.freedesktop.DBus' };
  const asked = string(name);
  const withoutFlags = Buffer.concat([asked, Buffer.alloc((4 - (asked.length % 4)) % 4), Buffer.alloc(4)]);
  socket.write(
    Buffer.concat([
      Buffer.from('BEGIN\r\n'),
      message(1, 1, { ...driver, 3: 'sHello' }),
      message(1, 2, { ...driver, 3: 'sRequestName', 8: 'gsu' }, withoutFlags),
      message(4, 3, { 1: `o${path}`, 2: `s${from}`, 3: `s${member}` }),
      message(1, 4, { ...driver, 3: 'sGetId' }),
    ]),
  );
  let said = '';
  for await (const bytes of socket) {
    said += (bytes as Buffer).toString('latin1');
    // The id of the bus, which answers in the order of the questions.
    if (/[0-9a-f]{32}\0$/.test(said)) break;
  }
}

function string(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(text));
  return Buffer.concat([length, Buffer.from(`${text}\0`)]);
}

/** A message, big-endian, which the program under test does not write. Fields are written as their type and their text. */
function message(type: number, serial: number, fields: Record<number, string>, body = Buffer.alloc(0)): Buffer {
  let listed = Buffer.alloc(0);
  for (const [key, value] of Object.entries(fields)) {
    const kind = value.slice(0, 1);
    const text = value.slice(1);
    const written = kind === 'g' ? Buffer.from(`${String.fromCharCode(text.length)}${text}\0`) : string(text);
    const before = Buffer.alloc((8 - (listed.length % 8)) % 8);
    listed = Buffer.concat([listed, before, Buffer.from([Number(key), 1]), Buffer.from(`${kind}\0`), written]);
  }
  const numbers = Buffer.alloc(12);
  numbers.writeUInt32BE(body.length, 0);
  numbers.writeUInt32BE(serial, 4);
  numbers.writeUInt32BE(listed.length, 8);
  const after = Buffer.alloc((8 - (listed.length % 8)) % 8);
  return Buffer.concat([Buffer.from(['B'.charCodeAt(0), type, 0, 1]), numbers, listed, after, body]);
}
