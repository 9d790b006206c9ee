import { spellHidden, visibleText } from '../../shared/wire/index.ts';
import type { ClosingBackupReader, Engine, Inspection, RestoredBackup, WantedRestore } from '../engine/index.ts';
import {
  askAboutDocument,
  askAboutProfile,
  askByFingerprint,
  askOnTerminal,
  commandIsConsent,
  sayMeaning,
} from './confirm.ts';
import type { CommandLineHost, EngineOptions } from './host.ts';
import { createInput, type Input } from './input.ts';
import { PAGE_WIDTH } from './layout.ts';
import { createNewCopies } from './new-copies.ts';
import { requireOwnFile } from './own-files.ts';
import { askPassphrase, choosePin, forcedStore } from './passphrase.ts';
import { askPin } from './pin.ts';
import { resultText } from './result-text.ts';

/** A character as JSON spells it (RFC 8259, section 7), so that a terminal neither acts on it nor hides it. */
const escaped = (codePoint: number) =>
  String.fromCodePoint(codePoint)
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

type Cleanup = () => Promise<void> | void;

/** The input of a handler: the host, the lazily created engine, and the output functions. */
export interface CommandContext {
  readonly host: CommandLineHost;
  readonly input: Input;
  /** Aborted by the first SIGINT or SIGTERM. The handler then winds down and reports the outcome. */
  readonly signal: AbortSignal;
  /** True with `--confirm`: the terminal asks before each stamp of a change. */
  confirming: boolean;
  /** True when the meaning of what the command stamps is shown. */
  showing: boolean;
  /**
   * The fingerprint that confirms a request of another machine where no terminal asks. Empty when the command names
   * none. Null for other requests and on a terminal.
   */
  stated: string | null;
  /**
   * The file to read a PIN from: a token's, or a new one for the keychain's keys. Null asks on the terminal. Setting it
   * throws FILE_REFUSED for a file that is missing or that others may read.
   */
  pinFile: string | null;
  /** The engine on the usual state folder, made at the first call and closed when the command ends. */
  engine(): Promise<Engine>;
  /** Returns the decoder of texts. It uses the usual state folder if that exists, and makes none. */
  inspection(): Promise<Inspection>;
  /** Returns the reader of backups. It uses the usual state folder if that exists, and makes none. */
  backupReader(): Promise<ClosingBackupReader>;
  /** Restores a backup into the usual state folder, which is empty. */
  restoreBackup(wanted: WantedRestore): Promise<RestoredBackup>;
  /** Wipes the PIN and the passphrase kept for a second question of the same command. */
  forgetPassphrase(): void;
  /** Runs when the command ends, however it ends. The last one registered runs first. */
  onEnd(cleanup: Cleanup): void;
  /** Runs every cleanup even when one throws, then throws the first error there was. */
  end(): Promise<void>;
  /** True when results are JSON: without a terminal, and with `--json`. */
  readonly json: boolean;
  /** The columns of the terminal. */
  readonly width: number;
  /**
   * Prints a result on stdout: one line of JSON, or on a terminal its text. `words` are that text, and go to stderr
   * beside JSON. Control characters are made visible.
   */
  print(value: unknown, words?: string): Promise<void>;
  /** Prints one of several results, or a result that a program waits for, as one line of JSON, also on a terminal. */
  printLine(value: unknown): Promise<void>;
  /** A line for people, on stderr. */
  say(text: string): Promise<void>;
}

/** The mode of a run: until `signal` is aborted, with its results as JSON or as text for people. */
interface Running {
  readonly signal: AbortSignal;
  readonly json: boolean;
}

export function createContext(host: CommandLineHost, { signal, json }: Running): CommandContext {
  const input = createInput(host, signal);
  const cleanups: Cleanup[] = [];
  let engine: Promise<Engine> | undefined;
  const typed = new Map<string, Uint8Array>();
  let pinFile: string | null = null;
  const write = (value: unknown) => host.stdout(`${spellHidden(JSON.stringify(value), escaped, true)}\n`);
  const say = (text: string) => host.stderr(`${text}\n`);

  const forgetPassphrase = () => {
    for (const secret of typed.values()) secret.fill(0);
    typed.clear();
  };

  const engineOptions: EngineOptions = {
    root: null,
    forceStore: forcedStore(host),
    async consent(question, signal) {
      if (question.kind === 'confirmProfile') return askAboutProfile(question, { input, say });
      if (question.kind === 'changeDocument') return askAboutDocument(question, { input, say });
      if (question.kind === 'createLocal' && question.passphrase === 'offered')
        return {
          ...(await commandIsConsent(question, signal)),
          passphrase: await choosePin(host, input, context.pinFile, question.onToken?.label ?? null),
        };
      if (question.kind !== 'stamp') return commandIsConsent(question, signal);
      if (context.stated !== null) return askByFingerprint(question, context.stated, { say });
      if (context.confirming) return askOnTerminal(question, { input, say });
      const { meaning, body } = question;
      if (context.showing && meaning !== null) await sayMeaning({ meaning, body }, { say });
      return commandIsConsent(question, signal);
    },
    // Asked once a command: the key file and the local service on this machine share it. The engine wipes its copy.
    async askPassphrase(purpose, isNew, called) {
      const known = typed.get(called) ?? (await askPassphrase(host, input, { called, purpose, isNew }));
      typed.set(called, known);
      return Uint8Array.from(known);
    },
    askPin: (token) => askPin(input, { token, file: context.pinFile }),
  };

  const made = async <Made extends { close(): Promise<void> }>(
    make: (options: EngineOptions) => Promise<Made>,
  ): Promise<Made> => {
    cleanups.push(forgetPassphrase);
    const opened = await make(engineOptions);
    cleanups.push(() => opened.close());
    return opened;
  };

  const newCopies = createNewCopies(host.now(), say);

  const context: CommandContext = {
    host,
    input,
    signal,
    confirming: false,
    showing: false,
    stated: null,
    get pinFile() {
      return pinFile;
    },
    set pinFile(path) {
      // Checked also where no PIN is needed in the end, so that a wrong path is noticed.
      if (path !== null) requireOwnFile(path, 'The file with the PIN');
      pinFile = path;
    },
    engine() {
      engine ??= made((options) => host.createEngine(options)).then(async (running) => {
        cleanups.push(() => newCopies(running));
        await newCopies(running);
        return running;
      });
      return engine;
    },
    inspection: () => made((options) => host.createInspection(options)),
    backupReader: () => made((options) => host.createBackupReader(options)),
    restoreBackup(wanted) {
      cleanups.push(forgetPassphrase);
      return host.restoreBackup(engineOptions, wanted);
    },
    forgetPassphrase,
    onEnd: (cleanup) => void cleanups.push(cleanup),
    async end() {
      const errors: unknown[] = [];
      for (let cleanup = cleanups.pop(); cleanup !== undefined; cleanup = cleanups.pop()) {
        try {
          await cleanup();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
    json,
    width: host.terminal.columns ?? PAGE_WIDTH,
    async print(value, words) {
      if (words !== undefined && json) await say(words);
      if (json) return write(value);
      await host.stdout(visibleText(`${words ?? resultText(value, context.width)}\n`, true));
    },
    printLine: (value) => write(value),
    say,
  };
  return context;
}
