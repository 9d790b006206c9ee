import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MODULES = ['/usr/lib/x86_64-linux-gnu/libtpm2_pkcs11.so.1', '/usr/lib/aarch64-linux-gnu/libtpm2_pkcs11.so.1'];

/** tpm2-pkcs11: the module of every TPM 2.0. */
export const TPM_MODULE = MODULES.find((path) => existsSync(path)) ?? '';

/** Programs that a software TPM behind its resource manager needs. Set-up does not install them. */
const PROGRAMS = ['dbus-daemon', 'swtpm', 'tpm2-abrmd', 'tpm2_ptool'];

/** The names of the programs and packages that are missing here. */
export const MISSING = [
  ...PROGRAMS.filter((name) => spawnSync('which', [name]).status !== 0),
  ...(TPM_MODULE === '' ? ['libtpm2-pkcs11-1'] : []),
];

export const TPM_PIN = '314159';

/** A TPM 2.0 in software (swtpm), its resource manager (tpm2-abrmd) on a bus of its own, and one token in it, “tpm”. */
export class SoftTpm {
  readonly #folder = mkdtempSync(join(tmpdir(), 'castellan-tpm-'));
  readonly #children: ChildProcess[] = [];
  environment: Readonly<Record<string, string>> = {};

  async start(): Promise<void> {
    const [state, store] = [join(this.#folder, 'state'), join(this.#folder, 'store')];
    for (const folder of [state, store]) mkdirSync(folder);
    const port = await freePort();
    // swtpm takes the port behind its own for its control channel.
    const [server, control] = [`type=tcp,port=${port}`, `type=tcp,port=${port + 1}`];
    const flags = 'not-need-init,startup-clear';
    this.#run('swtpm', [
      'socket',
      '--tpm2',
      '--tpmstate',
      `dir=${state}`,
      '--server',
      server,
      '--ctrl',
      control,
      '--flags',
      flags,
    ]);
    const bus = this.#run('dbus-daemon', ['--session', '--nofork', '--print-address']);
    const DBUS_SESSION_BUS_ADDRESS = await new Promise<string>((resolve) => {
      bus.stdout?.once('data', (text: Buffer) => resolve(String(text).trim()));
    });
    const tcti = 'tabrmd:bus_type=session';
    this.environment = { DBUS_SESSION_BUS_ADDRESS, TPM2_PKCS11_TCTI: tcti, TPM2_PKCS11_STORE: store };
    this.#run('tpm2-abrmd', ['--session', '--allow-root', `--tcti=swtpm:host=127.0.0.1,port=${port}`]);
    await this.#tool(['init'], 20);
    const pins = [`--userpin=${TPM_PIN}`, '--sopin=271828'];
    await this.#tool(['addtoken', '--pid=1', '--label=tpm', ...pins], 1);
  }

  close(): void {
    for (const child of this.#children.reverse()) child.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #run(program: string, args: readonly string[]): ChildProcess {
    const child = spawn(program, args, {
      env: { ...process.env, ...this.environment },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#children.push(child);
    return child;
  }

  /** The resource manager answers a while after it was started. */
  async #tool(args: readonly string[], tries: number): Promise<void> {
    const env = { ...process.env, ...this.environment, TPM2TOOLS_TCTI: this.environment.TPM2_PKCS11_TCTI ?? '' };
    for (let left = tries; ; left -= 1) {
      const { status, stderr } = spawnSync('tpm2_ptool', args, { encoding: 'utf8', env });
      if (status === 0) return;
      if (left <= 1) throw new Error(`tpm2_ptool ${args[0]}: ${stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

/** Finds a free port. The port after it is most likely free too. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
