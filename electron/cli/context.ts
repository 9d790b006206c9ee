import { existsSync } from 'node:fs';
import type { Engine } from '../engine/index.ts';
import type { CommandLineHost } from './host.ts';
import { Input } from './input.ts';
import { askPassphrase, forcedStore } from './passphrase.ts';

/** Controls and direction changes that JSON may hold as they are: a terminal acts on them, and they come from a service. */
const STEERING = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

type Cleanup = () => Promise<void> | void;

/** What a handler is given: the host, the engine when it asks for one, and how to speak. */
export class CommandContext {
  readonly host: CommandLineHost;
  readonly input: Input;
  /** Aborted by the first SIGINT or SIGTERM; the handler then winds down and says where things stand. */
  readonly signal: AbortSignal;
  readonly #cleanups: Cleanup[] = [];
  #engine: Promise<Engine> | undefined;
  #passphrase: Uint8Array | undefined;

  constructor(host: CommandLineHost, signal: AbortSignal) {
    this.host = host;
    this.signal = signal;
    this.input = new Input(host, signal);
  }

  /**
   * The engine on the usual state folder, made at the first call and closed when the command ends.
   * `passphraseIsNew` tells whether a passphrase asked for is the first one, and so is asked for twice; when absent,
   * it is new as long as there is no key file.
   */
  engine(passphraseIsNew?: () => boolean): Promise<Engine> {
    this.#engine ??= this.#makeEngine(passphraseIsNew);
    return this.#engine;
  }

  async #makeEngine(passphraseIsNew?: () => boolean): Promise<Engine> {
    this.onEnd(() => this.forgetPassphrase());
    const engine: Engine = await this.host.createEngine({
      root: null,
      forceStore: forcedStore(this.host),
      askPassphrase: (purpose) =>
        this.#askPassphrase(purpose, passphraseIsNew ?? (() => !existsSync(engine.paths.keystore))),
    });
    this.onEnd(() => engine.close());
    return engine;
  }

  /** Asked once a command: the key file and the local service on this machine share it. The engine gets a copy to wipe. */
  async #askPassphrase(purpose: string, isNew: () => boolean): Promise<Uint8Array<ArrayBuffer>> {
    this.#passphrase ??= await askPassphrase(this.host, this.input, purpose, isNew);
    return Uint8Array.from(this.#passphrase);
  }

  /** Wipes the passphrase kept for a second question of the same command. */
  forgetPassphrase(): void {
    this.#passphrase?.fill(0);
    this.#passphrase = undefined;
  }

  /** Runs when the command ends, however it ends; the last one registered first. */
  onEnd(cleanup: Cleanup): void {
    this.#cleanups.push(cleanup);
  }

  /** Runs every cleanup even when one throws, then throws the first error there was. */
  async end(): Promise<void> {
    const errors: unknown[] = [];
    for (let cleanup = this.#cleanups.pop(); cleanup !== undefined; cleanup = this.#cleanups.pop()) {
      try {
        await cleanup();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  /** A result: JSON on stdout, one line, or indented on a terminal. Nothing in it steers a terminal. */
  print(value: unknown): Promise<void> {
    const json = JSON.stringify(value, null, this.host.terminal.stdout ? 2 : undefined);
    return this.host.stdout(`${json.replace(STEERING, escaped)}\n`);
  }

  /** A line for people, on stderr. */
  say(text: string): Promise<void> {
    return this.host.stderr(`${text}\n`);
  }
}
