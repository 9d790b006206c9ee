/**
 * A process that the kernel confines as argv 2 requests, with an unchanged Node. It prints the operations that still
 * work.
 */
import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes, scrypt, sign, verify } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { getSystemErrorName, promisify } from 'node:util';
import { confineByKernel, confineToFolder } from '../../../electron/hardening/index.ts';
import { NUMBERS } from '../../../electron/hardening/kernel/numbers.ts';
import { loadNative } from '../../../electron/hardening/native.ts';

type Attempt = () => unknown;

const [, , kind, folder = ''] = process.argv;
const inside = join(folder, 'inside');
const outside = join(folder, '..', 'outside');

const codeOf = async (attempt: Attempt): Promise<string> => {
  try {
    await attempt();
    return 'done';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
};

const native = await loadNative();
const N = NUMBERS.x64;
const [LOCAL, INTERNET] = [1, 2];
const [STREAM, DATAGRAMS] = [1, 2];
const MSG_FASTOPEN = 0x20000000;

/** Returns a call's result. Throws the kernel's refusal as Node does it. */
function ask(number: number, ...args: readonly (number | bigint)[]): number {
  const result = native.call(number, ...args);
  if (result >= 0) return result;
  throw Object.assign(new Error('refused'), { code: getSystemErrorName(result) });
}

const text = Uint8Array.from(Buffer.from('a key'));
/** `struct sockaddr_in` of 127.0.0.1, port 1, where no program listens. */
const address = Uint8Array.from([INTERNET, 0, 0, 1, 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
const part = new BigUint64Array([native.addressOf(text), BigInt(text.length)]);
/** `struct msghdr` that sends `text` to `address`. */
const message = new BigUint64Array(7);
message.set([native.addressOf(address), BigInt(address.length), native.addressOf(new Uint8Array(part.buffer)), 1n]);

const sendTo = (socket: number, flags: number) =>
  ask(N.sendto, socket, native.addressOf(text), text.length, flags, native.addressOf(address), address.length);

const attempts: Readonly<Record<string, Attempt>> = {
  'writes in its folder': () => writeFileSync(inside, 'x'),
  'writes in its folder, in the pool': () => writeFile(inside, 'x'),
  'reads in its folder': () => readFileSync(inside),
  'writes elsewhere': () => writeFileSync(outside, 'x'),
  'reads elsewhere': () => readFileSync('/etc/hostname'),
  'reads elsewhere, in the pool': () => readFile('/etc/hostname'),
  'lists elsewhere': () => readdirSync('/'),
  connects: () => once(connect(1, '127.0.0.1'), 'connect'),
  'sends a datagram': () => sendTo(ask(N.socket, INTERNET, DATAGRAMS, 0), 0),
  'opens a socket to a file': () => ask(N.socket, LOCAL, DATAGRAMS, 0),
  'connects as it sends': () => sendTo(ask(N.socket, INTERNET, STREAM, 0), MSG_FASTOPEN),
  'connects as it sends a message': () =>
    ask(N.sendmsg, ask(N.socket, INTERNET, STREAM, 0), native.addressOf(new Uint8Array(message.buffer)), MSG_FASTOPEN),
  listens: async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    server.close();
  },
  'starts a program': () => once(spawn('/bin/true'), 'exit'),
};

/** Tries the work that must still succeed, in the pool's threads too, which begin only now. */
async function works(): Promise<boolean> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = randomBytes(64);
  const stretched = (await promisify(scrypt)('passphrase', 'salt', 32)) as Buffer;
  return stretched.length === 32 && verify('sha256', body, publicKey, sign('sha256', body, privateKey));
}

// Streams are made at their first use, which queries the kernel about their files. A vault has none.
const { stdin, stdout } = process;
writeFileSync(inside, 'x');
const before: Record<string, string> = {};
for (const [name, attempt] of Object.entries(attempts)) before[name] = await codeOf(attempt);
const process_ = kind === 'vault' ? ('vault' as const) : ('custody' as const);
const confinement = await confineByKernel(process_, process);
const files = await confineToFolder(kind === 'vault' ? null : folder, process);
const after: Record<string, string> = {};
for (const [name, attempt] of Object.entries(attempts)) after[name] = await codeOf(attempt);
const again = await confineByKernel(process_, process);
stdout.write(
  `${JSON.stringify({ before, after, confinement: { ...confinement, files }, works: await works(), again: again.calls })}\n`,
);
// Its parent looks at it from outside, then closes this.
stdin.resume();
