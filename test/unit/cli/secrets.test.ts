import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bytesInput, cli, FakeEngine, ofAnotherUser, profileRow, type Setting, terminalInput } from './support.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-cli-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** An engine whose `key list` asks for the passphrase, and records it. */
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

  it('makes the passphrase file the only store, for every command', async () => {
    const { engine } = await ask({ environment: fileWith('x') });
    expect(engine.options[0]?.forceStore).toBe('file');
    expect((await ask({ stdin: terminalInput('x\r', 'x\r') })).engine.options[0]?.forceStore).toBeNull();
  });

  it('excludes --store keychain', async () => {
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

  it('is asked twice for a new file', async () => {
    const { got, stderr } = await ask({ stdin: terminalInput('one\r', 'one\r') });
    expect(got).toEqual(['one']);
    expect(stderr).toContain('The same again: ');
  });

  it('that differs the second time is refused', async () => {
    const { exitCode, got, stderr } = await ask({ stdin: terminalInput('one\r', 'two\r') });
    expect([exitCode, got]).toEqual([2, []]);
    expect(stderr).toContain('The two passphrases differ');
  });

  it('is asked for once a command, and the engine gets separate copies', async () => {
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

  it('can arrive in pieces or typed ahead', async () => {
    expect((await ask({ stdin: terminalInput('o', 'n', 'e\ro', 'ne\r') })).got).toEqual(['one']);
    expect((await ask({ stdin: terminalInput('one\rone\r') })).got).toEqual(['one']);
  });

  it('can be corrected: backspace takes a whole character, Ctrl-U the line', async () => {
    const { got } = await ask({ stdin: terminalInput('grün\x7f\x7f\x7f\x08\x08\x08oné\x7fe\r', 'wrong\x15one\r') });
    expect(got).toEqual(['one']);
  });

  it('is wiped from the chunks that were read', async () => {
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
  ])('%s ends the question and restores the terminal', async (_name, typed, expected, code) => {
    const stdin = terminalInput(typed);
    const { exitCode, got, stderr } = await ask({ stdin });
    expect([exitCode, got]).toEqual([expected, []]);
    expect(stderr).toContain(`(${code})`);
    expect(stdin.modes).toEqual([true, false]);
  });

  it('cannot be asked for after a body from the same terminal', async () => {
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
