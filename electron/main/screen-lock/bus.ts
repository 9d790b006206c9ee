import { connect, type Socket } from 'node:net';
import { type BusMessage, decodeMessage, encodeCall } from './bus-message.ts';

export interface BusListener {
  /**
   * The address of the bus in the format of its specification: `unix:path=/run/user/1000/bus,guid=…`, several parted by
   * `;`.
   */
  readonly address: string;
  readonly userId: number;
  /** The wanted signals, as match rules. */
  readonly rules: readonly string[];
  readonly onSignal: (signal: BusMessage) => void;
  /** Called when listening has ended: the bus closed, cannot be reached, or sent an unreadable message. */
  readonly onEnd: (reason: Error | null) => void;
}

const LONGEST_LINE = 1024;
/** A bus answers at once. A connection without an answer is closed and tried again later. */
const GREETED_WITHIN_MS = 5000;

const DRIVER = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const;

/** Returns the first usable socket of an address: a file, or a name in Linux's abstract namespace. Null without one. */
export function socketOf(address: string): string | null {
  for (const one of address.split(';')) {
    if (!one.startsWith('unix:')) continue;
    for (const pair of one.slice('unix:'.length).split(',')) {
      const [key, value = ''] = pair.split('=', 2);
      if (key === 'path') return unescaped(value);
      if (key === 'abstract') return `\0${unescaped(value)}`;
    }
  }
  return null;
}

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Listens to a bus without any other request. Returns the function that stops it, after which nothing is reported. */
export function listenToBus({ address, userId, rules, onSignal, onEnd }: BusListener): () => void {
  let isOver = false;
  const end = (reason: Error | null) => {
    if (isOver) return;
    isOver = true;
    socket?.destroy();
    onEnd(reason);
  };
  const path = socketOf(address);
  const socket = path === null ? null : connect(path);
  if (socket === null) queueMicrotask(() => end(new Error('The address of the bus names no socket.')));
  else {
    socket.on('error', end);
    socket.on('close', () => end(null));
    socket.setTimeout(GREETED_WITHIN_MS, () => end(new Error('The bus does not answer.')));
    readFrom(socket, { userId, rules }, (message) => {
      if (message.kind === 'error') throw new Error('The bus does not report the requested value.');
      if (message.kind === 'signal' && !isOver) onSignal(message);
    });
  }
  return () => {
    isOver = true;
    socket?.destroy();
  };
}

/** Identifies the listener, subscribes, and passes on the signals. An unreadable message ends the connection. */
function readFrom(
  socket: Socket,
  { userId, rules }: Pick<BusListener, 'userId' | 'rules'>,
  take: (message: BusMessage) => void,
): void {
  let rest: Buffer = Buffer.alloc(0);
  let isIn = false;
  const greet = () => {
    const lineEnd = rest.indexOf('\r\n');
    if (lineEnd < 0 && rest.length < LONGEST_LINE) return;
    if (lineEnd < 0 || !rest.toString('latin1', 0, lineEnd).startsWith('OK '))
      throw new Error('The bus lets nobody in.');
    rest = rest.subarray(lineEnd + 2);
    isIn = true;
    socket.setTimeout(0);
    const asked = [{ member: 'Hello', argument: null }, ...rules.map((argument) => ({ member: 'AddMatch', argument }))];
    const calls = asked.map((call, index) => encodeCall({ ...DRIVER, ...call }, index + 1));
    socket.write(Buffer.concat([Buffer.from('BEGIN\r\n'), ...calls]));
  };
  socket.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    try {
      if (!isIn) greet();
      for (let next = isIn ? decodeMessage(rest) : null; next !== null; next = decodeMessage(rest)) {
        rest = rest.subarray(next.length);
        take(next.message);
      }
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
  // The mechanism EXTERNAL: the socket identifies the user.
  socket.write(`\0AUTH EXTERNAL ${Buffer.from(String(userId)).toString('hex')}\r\n`);
}
