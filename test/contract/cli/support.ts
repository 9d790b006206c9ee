import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateP256KeyPair } from '@turnkey/crypto';
import { programOf } from '../../../scripts/lib/fuses.mjs';
import { launchCommand } from '../../../scripts/lib/launch.mjs';
import { currentRuntime } from '../../../scripts/lib/runtime.mjs';
import { type Activity, checkValue } from '../../../shared/operations/index.ts';
import { ReadyLine } from '../../../shared/processes/index.ts';

const SCRIPT = fileURLToPath(new URL('../../../scripts/castellan.mjs', import.meta.url));

export interface Ran {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly stdin?: string | Uint8Array;
  readonly environment?: Readonly<Record<string, string>>;
  /** A program that runs the command line as its last arguments. */
  readonly prefix?: readonly string[];
  /** True when stdout is meant to be a secret. The scan then leaves it out. */
  readonly givesSecret?: boolean;
}

export interface Service {
  readonly ready: ReadyLine;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<Ran>;
  /** Sends the signal to every process of it, as a terminal or systemd does, and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ran>;
  /** The command lines of its processes (proc(5)). */
  processes(): string[];
  /** Kills every process of it at once, as a power cut would, and waits for the end. */
  kill(): Promise<Ran>;
}

export interface Running {
  readonly ended: Promise<Ran>;
  /** The first line on stdout. */
  line(): Promise<string>;
  /** Resolves when this text was on stderr. */
  says(text: string | RegExp): Promise<void>;
  /** Sends SIGINT, as Ctrl-C does, or another signal. */
  interrupt(signal?: NodeJS.Signals): void;
  /** Kills every process of it at once. */
  kill(): void;
}

/** Programs that a Secret Service needs on Linux. When one is missing, commands use the passphrase file. */
export const KEYCHAIN_PROGRAMS = ['dbus-daemon', 'gnome-keyring-daemon'];

/** A P-256 key of a user at the service, outside the workstation. */
export interface UserKey {
  readonly privateKey: string;
  readonly publicKey: string;
}

/**
 * The real command line in a folder of its own, with a passphrase file unless a keychain is asked for. The first run is
 * `node scripts/castellan.mjs`, as a person starts it, which builds stale files. Later runs start the program itself,
 * in half the time. The class keeps all printed text, to be scanned for secrets.
 */
export class Workstation {
  readonly folder = mkdtempSync(join(tmpdir(), 'castellan-cli-contract-'));
  readonly home = join(this.folder, 'home');
  readonly passphrase = `a passphrase nobody prints ${Math.trunc(performance.now() * 1e6).toString(36)}`;
  readonly passphraseFile = this.write('passphrase', `${this.passphrase}\n`);
  readonly printed: string[] = [];
  readonly #children = new Set<ChildProcess>();
  /** The environment that points a command to its keys. */
  #keys: Readonly<Record<string, string>> = { CASTELLAN_PASSPHRASE_FILE: this.passphraseFile };
  #command = (args: readonly string[]): readonly string[] => {
    this.#command = programItself;
    return ['node', SCRIPT, ...args];
  };

  /**
   * Keeps keys from here on in a real keychain of this folder's own, as on an operator's desktop. Each command then
   * skips the derivation of the passphrase file's key, most of its time.
   */
  async useKeychain(): Promise<void> {
    if (KEYCHAIN_PROGRAMS.some((name) => spawnSync('which', [name]).status !== 0)) return;
    const keyrings = join(this.folder, 'keyrings');
    mkdirSync(keyrings, { mode: 0o700 });
    const folders = { XDG_DATA_HOME: keyrings, XDG_RUNTIME_DIR: keyrings };
    const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
      env: { ...process.env, ...folders },
      stdio: 'pipe',
      detached: true,
    });
    this.#children.add(bus);
    const DBUS_SESSION_BUS_ADDRESS = await firstLine(bus);
    // It ends with its bus.
    const { status } = spawnSync('gnome-keyring-daemon', ['--unlock', '--daemonize', '--components=secrets'], {
      env: { ...process.env, ...folders, DBUS_SESSION_BUS_ADDRESS },
      input: 'login',
    });
    if (status !== 0) throw new Error('the keychain of the test did not start');
    this.#keys = { ...folders, CASTELLAN_PASSPHRASE_FILE: '', DBUS_SESSION_BUS_ADDRESS };
  }

  /** Writes a file into the folder and returns its path. */
  write(name: string, content: string | Uint8Array): string {
    const path = join(this.folder, name);
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  }

  async run(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
    const child = this.#spawn(args, options.environment, options.prefix);
    child.stdin?.end(options.stdin ?? '');
    return this.#ended(child, options.givesSecret === true);
  }

  /**
   * Runs a script of `sh -eu` in a new folder with a state folder of its own, where `castellan` is the command line.
   * @param name The name of the folder.
   */
  async shell(name: string, script: string): Promise<Ran> {
    const folder = join(this.folder, name);
    // Scripts may run side by side, and a program that runs cannot be written.
    const programs = join(this.folder, 'programs', name);
    for (const each of [folder, programs]) mkdirSync(each, { recursive: true, mode: 0o700 });
    const quoted = programItself([]).map((word) => `'${word}'`);
    writeFileSync(join(programs, 'castellan'), `#!/bin/sh\nexec ${quoted.join(' ')} "$@"\n`, { mode: 0o700 });
    const child = this.#start('sh', ['-eu', '-c', script], {
      cwd: folder,
      environment: { CASTELLAN_HOME: join(folder, 'state'), PATH: `${programs}:${process.env.PATH}` },
    });
    child.stdin?.end();
    return this.#ended(child, false);
  }

  /** Runs a command that must succeed and returns its parsed JSON. */
  async json<Value = Record<string, never>>(args: readonly string[], options: RunOptions = {}): Promise<Value> {
    const { exitCode, stdout, stderr } = await this.run(args, options);
    if (exitCode !== 0) throw new Error(`castellan ${args.join(' ')} ended with ${exitCode}:\n${stderr}`);
    return JSON.parse(stdout) as Value;
  }

  /** Starts `serve` and waits for its ready line. Throws the standard error of an early end. */
  async serve(args: readonly string[] = [], environment?: Readonly<Record<string, string>>): Promise<Service> {
    const child = this.#spawn(['serve', ...args], environment);
    const ended = this.#ended(child, false);
    const line = await Promise.race([firstLine(child), ended.then(({ stderr }) => Promise.reject(new Error(stderr)))]);
    const ready: unknown = JSON.parse(line);
    const problems = checkValue(ReadyLine, ready);
    if (problems.length > 0) throw new Error(`not a ready line: ${JSON.stringify(problems)}`);
    const stop = () => {
      child.kill('SIGTERM');
      return ended;
    };
    const end = (signal: NodeJS.Signals) => {
      killGroup(child, signal);
      return ended;
    };
    const kill = () => end('SIGKILL');
    return { ready: ready as ReadyLine, stop, end, kill, processes: () => commandLinesOf(child) };
  }

  /** Starts `serve` with one root user and the key given. */
  serveFor(key: UserKey, ...args: readonly string[]): Promise<Service> {
    const apiKeys = [{ apiKeyName: 'Key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' }];
    const init = { organizationName: 'Treasury', rootUsers: [{ userName: 'Operator', apiKeys }] };
    return this.serve(['--init', this.write('init.json', JSON.stringify(init)), ...args]);
  }

  /** Adds a profile for a running service and imports the registered key. */
  async connect(service: Service, key: UserKey, name = 'desk'): Promise<void> {
    const { baseUrl, organizationId, keys } = service.ready;
    const where = ['--base-url', baseUrl, '--organization-id', organizationId, '--signer-key', keys.signer];
    await this.json(['profile', 'add', name, ...where]);
    await this.json(['key', 'import', '--profile', name], { stdin: key.privateKey });
  }

  /** Starts a command that a test wants to speak with while it runs. */
  start(args: readonly string[], environment?: Readonly<Record<string, string>>): Running {
    const child = this.#spawn(args, environment);
    const ended = this.#ended(child, false);
    const says = (text: string | RegExp) =>
      new Promise<void>((resolve, reject) => {
        let said = '';
        child.stderr?.on('data', (chunk: string) => {
          said += chunk;
          if (said.search(text) !== -1) resolve();
        });
        void ended.then(() => reject(new Error(`It ended and did not say ${text}:\n${said}`)));
      });
    return {
      ended,
      says,
      line: () => firstLine(child),
      interrupt: (signal = 'SIGINT') => void child.kill(signal),
      kill: () => killGroup(child),
    };
  }

  /** Kills all running commands and removes the folder. */
  async close(): Promise<void> {
    for (const child of this.#children) killGroup(child);
    rmSync(this.folder, { recursive: true, force: true });
  }

  #spawn(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    prefix: readonly string[] = [],
  ): ChildProcess {
    const [program = '', ...rest] = [...prefix, ...this.#command(args)];
    return this.#start(program, rest, { environment });
  }

  #start(
    program: string,
    args: readonly string[],
    { environment, cwd }: { environment: Readonly<Record<string, string>>; cwd?: string },
  ): ChildProcess {
    const {
      ELECTRON_RUN_AS_NODE: _asNode,
      DBUS_SESSION_BUS_ADDRESS: _bus,
      DISPLAY: _display,
      ...inherited
    } = process.env;
    const own = { CASTELLAN_HOME: this.home, ...this.#keys };
    const child = spawn(program, args, {
      env: { ...inherited, ...own, ...environment },
      cwd,
      stdio: 'pipe',
      detached: true,
    });
    this.#children.add(child);
    return child;
  }

  /** The last lines of the log of the usual state folder. */
  #log(): string {
    const path = join(this.home, 'castellan.log');
    return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').slice(-3).join('\n') : '';
  }

  async #ended(child: ChildProcess, givesSecret: boolean): Promise<Ran> {
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        output[name] += text;
      });
    }
    const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve));
    this.#children.delete(child);
    this.printed.push(output.stderr, givesSecret ? '' : output.stdout);
    // No test expects one, and only the log says why.
    if (output.stderr.includes('hit an unexpected problem')) throw new Error(`${output.stderr}\n${this.#log()}`);
    return { exitCode, ...output };
  }
}

function programItself(args: readonly string[]): readonly string[] {
  const runtime = currentRuntime();
  if (runtime === undefined) throw new Error('the runtime was not made');
  return launchCommand(programOf(runtime), 'command', args);
}

export const newUserKey = (): UserKey => generateP256KeyPair();

/** Every text in which one of these secrets would be a leak: as it is, hex in both cases, both alphabets of base64. */
export function findSecrets(texts: readonly string[], secrets: readonly Uint8Array[]): string[] {
  const spellings = secrets.flatMap((secret) => {
    const bytes = Buffer.from(secret);
    return ['utf8', 'hex', 'base64', 'base64url'].flatMap((encoding) => {
      const text = bytes.toString(encoding as BufferEncoding).replace(/=+$/, '');
      return [text, text.toUpperCase()];
    });
  });
  return texts.filter((text) => spellings.some((spelling) => text.includes(spelling)));
}

/** The member of the result of a completed activity. */
export function resultOf<Result>(activity: Activity, member: string): Result {
  const result = activity.result?.[member];
  if (result === undefined) throw new Error(`the activity ${activity.id} has no ${member}`);
  return result as Result;
}

/** Every child leads a process group of its own, so that its Electron ends with it. */
function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): void {
  if (pid !== undefined) process.kill(-pid, signal);
}

/** The command lines of a process group. */
function commandLinesOf({ pid }: ChildProcess): string[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pgid=,args='], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => Number.parseInt(line, 10) === pid);
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer | string) => {
      text += String(chunk);
      const end = text.indexOf('\n');
      if (end !== -1) resolve(text.slice(0, end));
    });
  });
}
