import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QuestionOf } from '../../../shared/ipc/index.ts';
import { USUAL_SCHEME } from '../../../shared/wire/index.ts';
import { bytesInput, cli, FakeEngine, type Setting, terminalInput } from './support.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-cli-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type InitSetting = Omit<Setting, 'engine'> & Partial<Pick<QuestionOf<'createLocal'>, 'onToken'>>;

describe('a PIN for the keychain’s keys', () => {
  /** Runs `init` on a machine whose keychain is empty. Returns its output and the chosen PIN, null for no PIN. */
  async function init({ onToken = null, ...setting }: InitSetting, ...argv: string[]) {
    const chosen: (string | null)[] = [];
    const engine = new FakeEngine({
      profiles: { local: () => null },
      setup: {
        createLocal: async () => {
          const question = {
            kind: 'createLocal',
            organizationName: 'Local vault',
            onToken,
            keptIn: 'the keychain',
            called: 'PIN',
            securityKey: 'none',
            passphrase: 'offered',
          } as const;
          const answer = await engine.options[0]?.consent(question);
          if (answer?.confirmed !== true) throw new Error('the command is the answer');
          chosen.push(answer.passphrase === null ? null : new TextDecoder().decode(answer.passphrase));
          return { profile: 'local' };
        },
      },
    });
    return { ...(await cli(['init', ...argv], { ...setting, engine })), chosen };
  }
  const fileWith = (content: string) => {
    const path = join(folder, 'pin');
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  };

  it('is offered on the terminal, typed twice, with the echo off', async () => {
    const stdin = terminalInput('123456\r', '123456\r');
    const { chosen, stderr } = await init({ stdin });
    expect(chosen).toEqual(['123456']);
    expect(stderr).toContain('PIN, or Enter for none: \nThe same again: \n');
    expect(stdin.modes).toEqual([true, false, true, false]);
    expect(stdin.given.every((chunk) => chunk.every((byte) => byte === 0))).toBe(true);
  });

  it('is described as different from a token’s own PIN', async () => {
    const onToken = { label: 'desk', serial: null, module: 'module.so', keyId: null, scheme: USUAL_SCHEME };
    const { stderr } = await init({ stdin: terminalInput('\r'), onToken });
    expect(stderr).toContain('The vault opens only with the token “desk” and its PIN.');
    expect(stderr).not.toContain('only a person who knows it');
  });

  it('is optional, and not asked for without a terminal', async () => {
    expect((await init({ stdin: terminalInput('\r') })).chosen).toEqual([null]);
    expect((await init({ stdin: bytesInput('123456\n') })).chosen).toEqual([null]);
  });

  it('that differs the second time is refused', async () => {
    const { chosen, exitCode, stderr } = await init({ stdin: terminalInput('123456\r', '123457\r') });
    expect([exitCode, chosen]).toEqual([2, []]);
    expect(stderr).toContain('The two PINs differ');
  });

  it('is read from the named file or the variable’s file without a question', async () => {
    const path = fileWith('123456\n');
    expect((await init({ stdin: terminalInput() }, '--pin-file', path)).chosen).toEqual(['123456']);
    expect((await init({ environment: { CASTELLAN_PIN_FILE: path } })).chosen).toEqual(['123456']);
  });

  it.each([0o640, 0o602])('from a file that others may read or change (%o) is refused', async (mode) => {
    const path = fileWith('123456\n');
    chmodSync(path, mode);
    const { chosen, stderr } = await init({}, '--pin-file', path);
    expect(chosen).toEqual([]);
    expect(stderr).toContain(`Run: chmod 600 ${path}`);
  });

  it('is not used for keys in the passphrase file', async () => {
    const { exitCode, chosen } = await init({}, '--store', 'file', '--pin-file', fileWith('123456\n'));
    expect([exitCode, chosen]).toEqual([2, []]);
  });
});
