import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readApiKey, readPrivateKey } from '../../../electron/cli/private-key.ts';
import {
  bytesInput,
  CommandRun,
  cli,
  credentialRow,
  FakeEngine,
  profileRow,
  silentInput,
  terminalInput,
} from './support.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-cli-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a private key', () => {
  const KEY = Uint8Array.from({ length: 32 }, (_, index) => index + 200);
  const HEX = Buffer.from(KEY).toString('hex');
  const utf8 = (text: string) => new TextEncoder().encode(text);

  it.each([
    ['64 lowercase digits', utf8(HEX)],
    ['64 uppercase digits', utf8(HEX.toUpperCase())],
    ['digits with LF', utf8(`${HEX}\n`)],
    ['digits with CR LF', utf8(`${HEX}\r\n`)],
    ['digits with blank lines and spaces around', utf8(`\n\t ${HEX} \n\n`)],
    ['digits behind 0x', utf8(`0x${HEX}`)],
    ['digits in quotes', utf8(`"0x${HEX}"\n`)],
    ['digits behind a byte order mark', utf8(`\ufeff${HEX}\r\n`)],
    ['pairs of digits with colons', utf8(HEX.match(/../g)?.join(':') ?? '')],
    ['pairs of digits with spaces', utf8(`${HEX.match(/../g)?.join(' ')}\n`)],
    ['base64', utf8(`${Buffer.from(KEY).toString('base64')}\n`)],
    ['base64url in quotes', utf8(`"${Buffer.from(KEY).toString('base64url')}"`)],
    ['32 raw bytes', Uint8Array.from(KEY)],
    ['32 raw bytes of which one is no text', Uint8Array.from([...utf8('a'.repeat(31)), 0x80])],
  ])('is read from %s, and the source is wiped', (_name, bytes) => {
    const raw = bytes.length === KEY.length ? Uint8Array.from(bytes) : KEY;
    expect(readPrivateKey(bytes, 'It')).toEqual(raw);
    expect(bytes.every((byte) => byte === 0)).toBe(true);
  });

  it.each([
    ['nothing', utf8('')],
    ['63 digits', utf8(HEX.slice(1))],
    ['65 digits', utf8(`${HEX}0`)],
    ['a letter that is no digit', utf8(`g${HEX.slice(1)}`)],
    ['two lines', utf8(`${HEX}\n${HEX}`)],
    ['one quote', utf8(`"${HEX}`)],
    ['two prefixes', utf8(`0x0x${HEX}`)],
    ['43 digits, which are base64 too', utf8('0'.repeat(43))],
    ['41 digits behind 0x, which are base64 too', utf8(`0x${'0'.repeat(41)}`)],
    ['base64 of 31 bytes', utf8(Buffer.from(KEY.subarray(1)).toString('base64'))],
    ['base64 whose last bits are not zero', utf8(`${Buffer.from(KEY).toString('base64').slice(0, -2)}${'d='}`)],
    ['base64 with too much padding', utf8(`${Buffer.from(KEY).toString('base64')}=`)],
    ['pairs with two separators', utf8(`${HEX.match(/../g)?.join(':') ?? ''}`.replace(':', ' '))],
    ['33 raw bytes', new Uint8Array(33).fill(7)],
  ])('is not read from %s; the source is wiped and not repeated', (_name, bytes) => {
    const text = new TextDecoder('latin1').decode(bytes);
    let message = '';
    try {
      readPrivateKey(bytes, 'What came');
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain('What came is not a private key');
    if (text !== '') expect(message).not.toContain(text);
    expect(bytes.every((byte) => byte === 0)).toBe(true);
  });

  it.each([
    ['', 'it is empty'],
    [HEX.slice(1), 'it has 63 hexadecimal digits and must have 64'],
    [`g${HEX.slice(1)}`, 'it has 64 characters, of which one is not a hexadecimal digit'],
    [`${'y'.repeat(50)}!`, 'it has a character that is not a hexadecimal digit, and it is not base64 of 32 bytes'],
    ['abandon ability able', 'it has several words, and a recovery phrase is not an API key'],
    [`${HEX}:secp256k1`, 'it is a key of secp256k1, and a key of p256 is needed'],
  ])('names what is wrong: %#', (text, fault) => {
    expect(() => readPrivateKey(utf8(text), 'It')).toThrow(`It is not a private key: ${fault}. Nothing was kept.`);
  });

  it.each([
    ['0123456789abcdef0123456789abcdef', 'it has 32 hexadecimal digits and must have 64'],
    [`0x${'a'.repeat(30)}`, 'it has 30 hexadecimal digits and must have 64'],
    ['correct-horse-battery-staple-42!', 'it is a text of 32 characters, such as a password'],
    ['Correct-horse-battery-staple-42\n', 'it is a text of 31 characters, such as a password'],
    ['abandon ability able about above', 'it has several words, and a recovery phrase is not an API key'],
    ['-----BEGIN PRIVATE KEY-----\nMIGH', 'its PEM block has no END line'],
    ['-----BEGIN EC PRIVATE KEY-----\nM', 'its PEM block has no END line'],
    ['-----BEGIN OPENSSH PRIVATE KEY--', 'it is a PEM file without a block PRIVATE KEY or EC PRIVATE KEY'],
  ])('refuses 32 bytes that are all text, and names what they look like: %s', (text, fault) => {
    const bytes = utf8(text).slice(0, 32);
    expect(bytes).toHaveLength(32);
    expect(() => readPrivateKey(bytes, 'It')).toThrow(`It is not a private key: ${fault}. Nothing was kept.`);
  });

  const importing = () => {
    const imported: Uint8Array[] = [];
    const seen: Uint8Array[] = [];
    const engine = new FakeEngine({
      profiles: { get: () => profileRow },
      credentials: {
        list: () => [],
        import: async ({ privateKey }) => {
          seen.push(Uint8Array.from(privateKey));
          imported.push(privateKey);
          return credentialRow;
        },
      },
    });
    return { engine, imported, seen };
  };

  it.each([
    ['of P-256', `${HEX}:p256\n`, 'p256', null],
    ['of secp256k1', `${HEX}:secp256k1`, 'secp256k1', null],
    ['of Ed25519, seed and public key in one', `${HEX}${'ab'.repeat(32)}:ed25519\n`, 'ed25519', 'ab'.repeat(32)],
    ['of before there were curves', HEX, null, null],
  ])('is read from a key file of the public command line client: %s', (_name, text, curve, publicKey) => {
    const bytes = utf8(text);
    expect(readApiKey(bytes, 'It')).toEqual({ privateKey: KEY, curve, publicKey });
    expect(bytes.every((byte) => byte === 0)).toBe(true);
  });

  it.each([`${HEX}:p384`, `${HEX}:`, `${HEX}${HEX}:p256`, `${HEX.slice(1)}:p256`, `${HEX}:p256:p256`, `:p256`])(
    'is not read from a file that is none: %#',
    (text) => {
      const bytes = utf8(text);
      expect(() => readApiKey(bytes, 'It')).toThrow(/^It is not a private key.{0,250}$/);
      expect(bytes.every((byte) => byte === 0)).toBe(true);
    },
  );

  it('is imported from a file of the public client, with its curve and the public half beside it', async () => {
    const made: unknown[] = [];
    const engine = new FakeEngine({
      profiles: { get: () => profileRow },
      credentials: {
        list: () => [],
        import: async ({ scheme, publicKey }) => {
          made.push({ scheme, publicKey });
          return credentialRow;
        },
      },
    });
    const file = join(folder, 'desk.private');
    writeFileSync(file, `${HEX}:secp256k1`);
    expect((await cli(['key', 'import', '--file', file], { engine })).exitCode).toBe(0);
    writeFileSync(join(folder, 'desk.public'), `02${'CD'.repeat(32)}\n`);
    await cli(['key', 'import', '--file', file, '--curve', 'secp256k1'], { engine });
    expect(made).toEqual([
      { scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1', publicKey: null },
      { scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1', publicKey: `02${'cd'.repeat(32)}` },
    ]);
    const { exitCode, stderr } = await cli(['key', 'import', '--file', file, '--curve', 'p256'], { engine });
    expect([exitCode, made.length]).toEqual([2, 2]);
    expect(stderr).toContain('The key is of secp256k1, not of p256.');
  });

  it('is imported from stdin and wiped', async () => {
    const { engine, imported, seen } = importing();
    const { exitCode, stdout, stderr } = await cli(['key', 'import'], {
      engine,
      stdin: bytesInput(HEX.slice(0, 10), HEX.slice(10)),
    });
    expect([exitCode, stderr, JSON.parse(stdout)]).toEqual([0, '', credentialRow]);
    expect(seen).toEqual([KEY]);
    expect(imported[0]?.every((byte) => byte === 0)).toBe(true);
  });

  it('is asked for on a terminal without echo', async () => {
    const { engine, seen } = importing();
    const stdin = terminalInput(`${HEX}\r`);
    const { stdout, stderr } = await cli(['key', 'import'], { engine, stdin });
    expect(seen).toEqual([KEY]);
    expect(stdin.modes).toEqual([true, false]);
    expect(stdout + stderr).not.toContain(HEX);
  });

  it('is refused when the input is too long, before it is read completely', async () => {
    const { engine, seen } = importing();
    const { exitCode, stderr } = await cli(['key', 'import'], {
      engine,
      stdin: bytesInput('a'.repeat(8000), 'b'.repeat(800)),
    });
    expect([exitCode, seen]).toEqual([2, []]);
    expect(stderr).toContain('longer than 8192 bytes');
  });

  it('stops waiting for input after Ctrl-C', async () => {
    const { engine, seen } = importing();
    const stdin = silentInput();
    const run = new CommandRun(['key', 'import'], { engine, stdin });
    await stdin.asked;
    run.interrupt();
    const { exitCode, stderr } = await run.finished;
    expect([exitCode, seen, engine.closed]).toEqual([1, [], 1]);
    expect(stderr).toBe('castellan: Cancelled. Nothing was done. (CANCELLED)\n');
  });
});
