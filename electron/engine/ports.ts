import type { Answer, CreatedPasskey, OpenedBy, PasskeyAskOf, Question, UsedPasskey } from '../../shared/ipc/index.ts';
import type { KeyStore, TokenFacts } from '../../shared/model/index.ts';
import type { Errands, MessageClient, MessageTable } from '../../shared/processes/index.ts';
import type { Transport } from '../client/index.ts';

/** The paths of one operator's state, all below one folder (CASTELLAN_HOME or the platform's). */
export interface StatePaths {
  readonly root: string;
  readonly profiles: string;
  readonly credentials: string;
  readonly keystore: string;
  readonly records: string;
  readonly auditHead: string;
  readonly cache: string;
  readonly history: string;
  readonly service: string;
  readonly log: string;
  readonly chromium: string;
}

/** A running utility process that answers one table of messages. */
export interface ProcessHandle<Table extends MessageTable = MessageTable> {
  readonly call: MessageClient<Table>;
  /** Called once when the process is gone, for whatever reason. Returns the function that removes the listener. */
  onExit(listener: (code: number) => void): () => void;
  kill(): void;
}

/** `errands` answers the process's own requests. A process started without them must not make any. */
export type StartProcess = <Table extends MessageTable>(
  entry: 'vault' | 'token' | 'custody',
  table: Table,
  errands?: Errands,
) => ProcessHandle<Table>;

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds of a clock that nobody sets, for ages and time limits within one run. It may stand still in sleep. */
  steady(): number;
  /** Resolves after that time. When the signal is aborted, it resolves at once and without an error. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/**
 * Asks the operator one question and waits for the answer, however long that takes. Rejects with CANCELLED when `signal`
 * withdraws the question, and with NOT_CONFIRMED when it was not even shown.
 */
export type ConsentPort = (question: Question, signal?: AbortSignal) => Promise<Answer>;

/** Main's window for passkeys. Rejects with NOT_CONFIRMED when the operator closes it, CANCELLED when `signal` does. */
export interface PasskeyPort {
  create(ask: PasskeyAskOf<'create'>, signal: AbortSignal): Promise<CreatedPasskey>;
  use(ask: PasskeyAskOf<'use'>, signal: AbortSignal): Promise<UsedPasskey>;
  /** The caller wipes the answer. */
  enroll(ask: PasskeyAskOf<'enroll'>, signal: AbortSignal): Promise<CreatedPasskey>;
  /** The same. */
  touch(ask: PasskeyAskOf<'touch'>, signal: AbortSignal): Promise<UsedPasskey>;
}

/** The engine's dependencies. The window, the command line and the tests each provide their own. */
export interface EnginePorts {
  /** The version of this program. */
  readonly version: string;
  readonly paths: StatePaths;
  readonly clock: Clock;
  /** The trusted window. On the command line the command itself is the answer. */
  readonly consent: ConsentPort;
  /**
   * Asks for a PIN or passphrase. `isNew` means that the operator chooses it now. The engine wipes the result. Null
   * when nobody can be asked.
   */
  readonly askPassphrase:
    | ((reason: string, isNew: boolean, called: OpenedBy) => Promise<Uint8Array<ArrayBuffer>>)
    | null;
  /** Asks for the PIN of a token and shows its state. The engine wipes the PIN. Null when the trusted window asks. */
  readonly askPin: ((token: TokenFacts) => Promise<Uint8Array<ArrayBuffer>>) | null;
  /** Null without a window. */
  readonly passkeys: PasskeyPort | null;
  /** `file` forces the passphrase file and touches no keychain (CASTELLAN_PASSPHRASE_FILE). */
  readonly forceStore: KeyStore | null;
  /** True on the command line: the vault starts when it is first needed. In the window, the operator unlocks it. */
  readonly autoUnlock: boolean;
  /** Takes note of an error that nobody waits for. */
  readonly report: (error: unknown) => void;
  readonly transport: Transport;
  readonly startProcess: StartProcess;
}

/** The abort signal and the progress callback of long work. */
export interface Counting {
  readonly signal?: AbortSignal;
  readonly progress?: (progress: { done: number; total: number | null; text: string }) => void;
}
