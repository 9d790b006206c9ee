import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { programOf } from '../../../scripts/lib/fuses.mjs';
import { electronEnvironment, launchCommand } from '../../../scripts/lib/launch.mjs';
import { currentRuntime } from '../../../scripts/lib/runtime.mjs';

const runtime = currentRuntime();
if (runtime === undefined) throw new Error('set-up has not run');
const program = programOf(runtime);

const WORDS = `${'abandon '.repeat(11)}about\n`;
const DERIVE = ['derive', '--path', "m/44'/60'/0'/0/0", '--curve', 'CURVE_SECP256K1'];

let home: string;
let evil: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'castellan-debuggers-'));
  evil = join(home, 'evil.cjs');
  writeFileSync(evil, `require('node:fs').writeFileSync(${JSON.stringify(join(home, 'ran'))}, 'x');`);
});
afterEach(() => rmSync(home, { recursive: true }));

/**
 * Starts the program of a checkout on a command that waits for its input, asks Node for its inspector, then lets it end.
 * The program gets `environment` as it is, past the launcher, which takes a part of it off.
 */
async function run(switches: readonly string[], environment: Readonly<Record<string, string>>) {
  const debugged = join(home, 'debugged');
  const assigned = Object.entries(environment).map(([name, value]) => `'${name}=${value}'`);
  const start = ['exec env', ...assigned, `'${program}'`, ...switches, '"$@"'].join(' ');
  writeFileSync(debugged, `#!/bin/sh\n${start}\n`, { mode: 0o700 });
  const [file, ...args] = launchCommand(debugged, 'command', [...DERIVE, '--format', 'ADDRESS_FORMAT_ETHEREUM']);
  const started = spawn(file, args, {
    env: { ...electronEnvironment(), CASTELLAN_HOME: home },
  });
  const closed = once(started, 'close');
  const said = { stdout: '', stderr: '' };
  started.stdout.on('data', (text: Buffer) => (said.stdout += text));
  started.stderr.on('data', (text: Buffer) => (said.stderr += text));
  const log = join(home, 'castellan.log');
  await vi.waitUntil(() => started.exitCode !== null || (existsSync(log) && readFileSync(log).length > 0), 30_000);
  started.kill('SIGUSR1');
  started.stdin.end(WORDS);
  const [code] = await closed;
  return { code, ...said, ran: existsSync(join(home, 'ran')) };
}

describe.runIf(process.platform === 'linux')('the program of a checkout', () => {
  it.each<[string, string[], Record<string, string>]>([
    ['a signal', [], {}],
    ['switches', ['--inspect=0', '--inspect-brk=0', '--remote-debugging-port=0', '--js-flags=--expose-gc'], {}],
    ['NODE_OPTIONS', [], { NODE_OPTIONS: '--inspect=0 --require EVIL' }],
    ['ELECTRON_RUN_AS_NODE', [], { ELECTRON_RUN_AS_NODE: '1' }],
  ])('lets no debugger and no other code in by %s', async (_how, switches, environment) => {
    const options = environment.NODE_OPTIONS?.replace('EVIL', evil);
    const given = { ...environment, ...(options === undefined ? {} : { NODE_OPTIONS: options }) };
    const { code, stdout, stderr, ran } = await run(switches, given);
    expect({ code, ran, address: JSON.parse(stdout).address }).toEqual({
      code: 0,
      ran: false,
      address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    });
    expect(stderr).not.toMatch(/debugger|listening/i);
  });
});
