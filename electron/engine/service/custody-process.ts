import { AppError } from '../../../shared/errors/index.ts';
import {
  CUSTODY_MESSAGES,
  type CustodyMessages,
  type Errands,
  type OutputOf,
} from '../../../shared/processes/index.ts';
import type { ProcessHandle, StartProcess } from '../ports.ts';

export type CustodyHandle = ProcessHandle<CustodyMessages>;

/** A process of the service that is hardened and confined, and has no key, no folder and no connections yet. */
export interface CustodyProcess {
  readonly handle: CustodyHandle;
  /** The key to which the master key is sealed. Rejects when the process did not start. */
  readonly offered: Promise<OutputOf<CustodyMessages, 'offerKey'>>;
  /** Answers the process's own requests from now on. Before, each of them is refused. */
  serve(errands: Errands): void;
}

/**
 * Starts processes of the service. One may be started early, because its start takes as long as opening a store of
 * keys.
 */
export interface CustodyProcesses {
  /** Starts a process early, unless one waits already. */
  prepare(): void;
  /** Returns the process that waits, or a new one. The caller ends it. */
  take(): CustodyProcess;
  /** Kills the process that waits. Resolves once it is gone. */
  end(): Promise<void>;
}

export function createCustodyProcesses(start: StartProcess): CustodyProcesses {
  let waiting: CustodyProcess | null = null;

  const begin = (): CustodyProcess => {
    let errands: Errands | null = null;
    const running = (): Errands => {
      if (errands !== null) return errands;
      throw new AppError('NOT_SUPPORTED', 'The service asked for something before it was started. Nothing was done.');
    };
    const handle = start('custody', CUSTODY_MESSAGES, {
      carry: (errand) => running().carry(errand),
      callNode: (call) => running().callNode(call),
      noteNode: (note) => running().noteNode(note),
      noteReading: (reading) => running().noteReading(reading),
      post: (message) => running().post(message),
      log: (entry) => running().log(entry),
      measure: (input) => running().measure(input),
    });
    const offered = handle.call('harden', {}).then(() => handle.call('offerKey', {}));
    // The taker awaits it. A process that ends while it waits is no error.
    offered.catch(() => undefined);
    return {
      handle,
      offered,
      serve(given) {
        errands = given;
      },
    };
  };

  return {
    prepare() {
      if (waiting !== null) return;
      const begun = begin();
      waiting = begun;
      begun.handle.onExit(() => {
        if (waiting === begun) waiting = null;
      });
    },
    take() {
      const taken = waiting ?? begin();
      waiting = null;
      return taken;
    },
    async end() {
      if (waiting === null) return;
      const { handle } = waiting;
      waiting = null;
      const gone = new Promise<void>((done) => void handle.onExit(() => done()));
      handle.kill();
      await gone;
    },
  };
}
