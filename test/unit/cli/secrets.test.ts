import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
  ofAnotherUser,
  profileRow,
  type Setting,
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

/** An engine whose `key list` asks for the passphrase, and keeps what it got. */
function askingEngine(isNew: boolean) {
  const got: string[] = [];
  const engine = new FakeEngine({
    credentials: {
      list: () => [],
    },
    profiles: { get: () => profileRow },
    audit: {
      verify: async () => {
        const bytes = await engine.options[0]?.askPassphrase?.('open the key file', isNew, 'passphrase');
        got.push(new TextDecoder().decode(bytes));
        return { entries: 0 };
      },
    },
  });
  return { engine, got };
}

async function ask(setting: Omit<Setting, 'engine'>, isNew = true) {
  const { engine, got } = askingEngine(isNew);
  const outcome = await cli(['audit', 'verify'], { ...setting, engine });
  return { ...outcome, got, engine };
}

describe('the passphrase from CASTELLAN_PASSPHRASE_FILE', () => {
  const fileWith = (content: string | Uint8Array) => {
    const path = join(folder, 'passphrase');
    writeFileSync(path, content, { mode: 0o600 });
    return { CASTELLAN_PASSPHRASE_FILE: path };
  };

  it.each([
    ['as it is', 'correct horse', 'correct horse'],
    ['without one LF at its end', 'correct horse\n', 'correct horse'],
    ['without one CR LF at its end', 'correct horse\r\n', 'correct horse'],
    ['with all but the last line end', 'correct horse\n\n', 'correct horse\n'],
    ['with spaces kept', ' correct horse ', ' correct horse '],
  ])('is taken %s', async (_name, content, expected) => {
    const { got, exitCode } = await ask({ environment: fileWith(content) });
    expect([exitCode, got]).toEqual([0, [expected]]);
  });

  it('makes the file store the only one, for every command', async () => {
    const { engine } = await ask({ environment: fileWith('x') });
    expect(engine.options[0]?.forceStore).toBe('file');
    expect((await ask({ stdin: terminalInput('x\r', 'x\r') })).engine.options[0]?.forceStore).toBeNull();
  });

  it('rules --store keychain out', async () => {
    const { exitCode, stderr } = await cli(['key', 'create', '--store', 'keychain'], { environment: fileWith('x') });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('CASTELLAN_PASSPHRASE_FILE is set');
  });

  it.each([
    ['empty', '', 'PASSPHRASE_REQUIRED'],
    ['a line end only', '\n', 'PASSPHRASE_REQUIRED'],
    ['longer than a passphrase may be', 'x'.repeat(1030), 'FILE_REFUSED'],
  ])('that is %s is refused', async (_name, content, code) => {
    const { exitCode, stderr, stdout } = await ask({ environment: fileWith(content) });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`(${code})`);
  });

  it.each([0o640, 0o604, 0o620, 0o602])('that others may read or change (%o) is refused', async (mode) => {
    const environment = fileWith('correct horse');
    chmodSync(environment.CASTELLAN_PASSPHRASE_FILE, mode);
    const { got, exitCode, stderr } = await ask({ environment });
    expect([exitCode, got]).toEqual([1, []]);
    expect(stderr).toContain(`Run: chmod 600 ${environment.CASTELLAN_PASSPHRASE_FILE}`);
  });

  it('of another user is refused, even a private one', async () => {
    const own = fileWith('correct horse');
    const path = ofAnotherUser(own.CASTELLAN_PASSPHRASE_FILE, '/etc/passwd');
    const { got, exitCode, stderr } = await ask({ environment: { CASTELLAN_PASSPHRASE_FILE: path } });
    expect([exitCode, got]).toEqual([1, []]);
    expect(stderr).toContain('belongs to another user');
  });

  it('that is missing is refused, naming the file', async () => {
    const path = join(folder, 'absent');
    const { exitCode, stderr } = await ask({ environment: { CASTELLAN_PASSPHRASE_FILE: path } });
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`${path} could not be read: there is no such file`);
  });
});

describe('the passphrase from the terminal', () => {
  it('is asked once when a key file exists, with the echo off', async () => {
    const stdin = terminalInput('correct horse\r');
    const { got, stderr } = await ask({ stdin }, false);
    expect(got).toEqual(['correct horse']);
    expect(stderr).toBe('A passphrase is needed to open the key file.\nPassphrase: \n');
    expect(stdin.modes).toEqual([true, false]);
  });

  it('is asked twice when it is the first one', async () => {
    const { got, stderr } = await ask({ stdin: terminalInput('one\r', 'one\r') });
    expect(got).toEqual(['one']);
    expect(stderr).toContain('The same again: ');
  });

  it('that differs the second time is refused', async () => {
    const { exitCode, got, stderr } = await ask({ stdin: terminalInput('one\r', 'two\r') });
    expect([exitCode, got]).toEqual([2, []]);
    expect(stderr).toContain('The two passphrases differ');
  });

  it('is asked for once a command, however often the engine needs it, and each copy is its own', async () => {
    const copies: Uint8Array[] = [];
    const engine = new FakeEngine({
      audit: {
        verify: async () => {
          for (const purpose of ['open the key file', 'open the local service']) {
            const copy = await engine.options[0]?.askPassphrase?.(purpose, true, 'passphrase');
            copies.push(Uint8Array.from(copy ?? []));
            copy?.fill(0);
          }
          return { entries: 0 };
        },
      },
    });
    const { stderr } = await cli(['audit', 'verify'], { engine, stdin: terminalInput('one\rone\r') });
    expect(copies.map((copy) => new TextDecoder().decode(copy))).toEqual(['one', 'one']);
    expect(stderr.match(/Passphrase: /g)).toHaveLength(1);
  });

  it('may arrive in pieces or typed ahead', async () => {
    expect((await ask({ stdin: terminalInput('o', 'n', 'e\ro', 'ne\r') })).got).toEqual(['one']);
    expect((await ask({ stdin: terminalInput('one\rone\r') })).got).toEqual(['one']);
  });

  it('can be corrected: backspace takes a whole character, Ctrl-U the line', async () => {
    const { got } = await ask({ stdin: terminalInput('grün\x7f\x7f\x7f\x08\x08\x08oné\x7fe\r', 'wrong\x15one\r') });
    expect(got).toEqual(['one']);
  });

  it('leaves no trace in the chunks that were read', async () => {
    const stdin = terminalInput('correct ', 'horse\r', 'correct horse\r');
    await ask({ stdin });
    expect(stdin.given.map((chunk) => chunk.some((byte) => byte !== 0))).toEqual([false, false, false]);
  });

  it.each([
    ['Ctrl-C', 'one\x03', 1, 'CANCELLED'],
    ['Ctrl-D', '\x04', 1, 'CANCELLED'],
    ['the end of input', 'one', 1, 'CANCELLED'],
    ['an empty line', '\r', 1, 'PASSPHRASE_REQUIRED'],
    ['a line that is too long', 'x'.repeat(1025), 2, 'INVALID_INPUT'],
  ])('%s ends the question and gives the terminal back', async (_name, typed, expected, code) => {
    const stdin = terminalInput(typed);
    const { exitCode, got, stderr } = await ask({ stdin });
    expect([exitCode, got]).toEqual([expected, []]);
    expect(stderr).toContain(`(${code})`);
    expect(stdin.modes).toEqual([true, false]);
  });

  it('cannot be asked for after a body that was ended with Ctrl-D on the same terminal', async () => {
    const engine = new FakeEngine({
      requests: {
        stamp: async () => {
          await engine.options[0]?.askPassphrase?.('open the key file', false, 'passphrase');
          return { name: 'X-Stamp', value: '' };
        },
      },
    });
    const { exitCode, stderr } = await cli(['stamp'], { engine, stdin: terminalInput('{}\n') });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('(PASSPHRASE_REQUIRED)');
  });

  it('cannot be asked for without a terminal, and the error names the variable', async () => {
    const { exitCode, stderr, engine } = await ask({ stdin: bytesInput('one\n') });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('CASTELLAN_PASSPHRASE_FILE. (PASSPHRASE_REQUIRED)');
    expect(engine.closed).toBe(1);
  });
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
    ['32 raw bytes', Uint8Array.from(KEY)],
  ])('is read from %s, and the source is wiped', (_name, bytes) => {
    expect(readPrivateKey(bytes, 'It')).toEqual(KEY);
    expect(bytes.every((byte) => byte === 0)).toBe(true);
  });

  it.each([
    ['nothing', utf8('')],
    ['63 digits', utf8(HEX.slice(1))],
    ['65 digits', utf8(`${HEX}0`)],
    ['a prefix', utf8(`0x${HEX}`)],
    ['a letter that is no digit', utf8(`g${HEX.slice(1)}`)],
    ['two lines', utf8(`${HEX}\n\n`)],
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

  it('is imported from stdin and wiped here too', async () => {
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

  it('is refused when far too much comes, before it is all read', async () => {
    const { engine, seen } = importing();
    const { exitCode, stderr } = await cli(['key', 'import'], {
      engine,
      stdin: bytesInput('a'.repeat(200), 'b'.repeat(200)),
    });
    expect([exitCode, seen]).toEqual([2, []]);
    expect(stderr).toContain('longer than 256 bytes');
  });

  it('is not waited for after Ctrl-C', async () => {
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
