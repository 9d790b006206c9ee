import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MODULES = ['/usr/lib/softhsm/libsofthsm2.so', '/usr/lib64/pkcs11/libsofthsm2.so'];

/** SoftHSM2: a real PKCS#11 module, whose tokens are files. Set-up for tests installs it. */
export const SOFTHSM = MODULES.find((path) => existsSync(path)) ?? '';

export const PIN = '314159';

/** A folder of tokens of its own. */
export class SoftTokens {
  readonly folder = mkdtempSync(join(tmpdir(), 'castellan-tokens-'));
  readonly environment = { SOFTHSM2_CONF: join(this.folder, 'softhsm2.conf') };
  readonly #tokens = join(this.folder, 'tokens');

  constructor() {
    mkdirSync(this.#tokens);
    const settings = [`directories.tokendir = ${this.#tokens}`, 'objectstore.backend = file', 'log.level = ERROR'];
    writeFileSync(this.environment.SOFTHSM2_CONF, `${settings.join('\n')}\n`);
  }

  /** Makes a token and returns its slot. */
  add(label: string): number {
    const said = this.#run(['--init-token', '--free', '--label', label, '--pin', PIN, '--so-pin', '271828']);
    const [, slot] = /reassigned to slot (\d+)/.exec(said) ?? [];
    return Number(slot);
  }

  /** Puts a key on a token that another program made, and that may be let out. */
  importKey(label: string, keyLabel: string, id: string, pem: string): void {
    const file = join(this.folder, `${id}.pem`);
    writeFileSync(file, pem);
    this.#run(['--import', file, '--token', label, '--label', keyLabel, '--id', id, '--pin', PIN]);
  }

  /** Makes a P-256 key that requires the PIN for each signature, as the token's maker would. */
  addAskingKey(label: string): void {
    this.#script('asking-key.mjs', label, PIN);
  }

  changePin(label: string, before: string, after: string): void {
    this.#script('change-pin.mjs', label, before, after);
  }

  #script(name: string, ...given: readonly string[]): void {
    const args = [fileURLToPath(new URL(name, import.meta.url)), SOFTHSM, ...given];
    const { status, stderr } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      env: { ...process.env, ...this.environment, ELECTRON_RUN_AS_NODE: '1' },
    });
    if (status !== 0) throw new Error(stderr);
  }

  /** Counts the objects on the tokens. A key pair is two objects. */
  objects(): number {
    const names = readdirSync(this.#tokens, { recursive: true, encoding: 'utf8' });
    return names.filter((name) => name.endsWith('.object') && !name.endsWith('token.object')).length;
  }

  /** Takes every token out. */
  removeAll(): void {
    rmSync(this.#tokens, { recursive: true });
    mkdirSync(this.#tokens);
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #run(args: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync('softhsm2-util', args, {
      encoding: 'utf8',
      env: { ...process.env, ...this.environment },
    });
    if (status !== 0) throw new Error(`softhsm2-util ${args[0]}: ${stderr}`);
    return stdout;
  }
}
