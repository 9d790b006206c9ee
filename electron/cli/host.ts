import type { DoctorReport } from '../../shared/ipc/index.ts';
import type { KeyStore } from '../../shared/model/index.ts';
import type {
  ClosingBackupReader,
  ClosingInspection,
  Engine,
  EnginePorts,
  RestoredBackup,
  WantedRestore,
} from '../engine/index.ts';

/** Standard input for the command line. `process.stdin` fits. */
export interface ByteInput extends AsyncIterable<Uint8Array> {
  readonly isTTY?: boolean | undefined;
  /** Only on a terminal: with `true` the terminal neither echoes nor edits lines nor sends signals for keys. */
  setRawMode?(on: boolean): unknown;
}

export interface EngineOptions {
  /** Folder of all state. Null for the usual one (CASTELLAN_HOME or the platform's). */
  readonly root: string | null;
  /** `file`: the passphrase file keeps every key and no keychain is touched. */
  readonly forceStore: KeyStore | null;
  readonly consent: EnginePorts['consent'];
  readonly askPassphrase: EnginePorts['askPassphrase'];
  readonly askPin: EnginePorts['askPin'];
}

/** Main's functions for the command line. Tests pass their own. */
export interface CommandLineHost {
  readonly version: string;
  readonly stdin: ByteInput;
  /** True where the stream is a terminal: results are then text. `columns` is the width of that terminal. */
  readonly terminal: { readonly stdout: boolean; readonly stderr: boolean; readonly columns?: number | undefined };
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Writes exactly these bytes. Resolves when the operating system has taken them. */
  stdout(data: string | Uint8Array): Promise<void>;
  stderr(text: string): Promise<void>;
  /** Makes the engine on the state folder. The command line closes it. */
  createEngine(options: EngineOptions): Promise<Engine>;
  /**
   * Makes the decoder of texts, on the engine when a state folder exists, else on the vault alone without making files.
   * The command line closes it.
   */
  createInspection(options: EngineOptions): Promise<ClosingInspection>;
  /**
   * Makes the reader of backups, on the engine when a state folder exists, else on the vault alone without making
   * files. The command line closes it.
   */
  createBackupReader(options: EngineOptions): Promise<ClosingBackupReader>;
  /** Restores a backup into the state folder, which is empty. */
  restoreBackup(options: EngineOptions, wanted: WantedRestore): Promise<RestoredBackup>;
  /** Checks this machine. Takes null when the engine could not be made. */
  doctor(engine: Engine | null): Promise<DoctorReport>;
  /** Locks the window that runs with the usual state folder. Returns false when none runs. */
  lockWindow(): Promise<boolean>;
  /** Reports to the service manager that started this program that it is ready. Does nothing without one. */
  reportReady(): Promise<void>;
  /**
   * Calls the listener for SIGINT, SIGTERM and SIGHUP (as SIGTERM), which then do not end the process by themselves.
   * Returns the function that stops it.
   */
  onSignal(listener: (signal: 'SIGINT' | 'SIGTERM') => void): () => void;
  /** Writes an unexpected error to the log and returns the reference that finds it there. */
  logUnexpected(error: unknown): string | undefined;
  /** Milliseconds since the epoch. */
  now(): number;
}
