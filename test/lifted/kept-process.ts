import { ForksPoolWorker, type PoolOptions, type PoolRunnerInitializer, type PoolWorker } from 'vitest/node';

type Message = Parameters<ForksPoolWorker['send']>[0];
type Listener = (argument: unknown) => void;

/**
 * A process for tests that stays from one vitest run to the next, with its loaded modules. Starting one and loading a
 * test's modules takes longer than most tests.
 */
export class KeptProcess {
  #worker: KeptWorker | null = null;
  readonly #stale = new Set<string>();

  readonly pool: PoolRunnerInitializer = {
    name: 'kept',
    createPoolWorker: (options): PoolWorker => {
      this.#worker ??= new KeptWorker(options, {
        takeStale: () => {
          const stale = [...this.#stale];
          this.#stale.clear();
          return stale;
        },
        gone: () => {
          this.#worker = null;
        },
      });
      return this.#worker;
    },
  };

  /** Makes the next run load these files (absolute paths) again. */
  reload(files: readonly string[]): void {
    for (const file of files) this.#stale.add(file);
  }

  /** Ends the process. The next run has a new one. */
  async end(): Promise<void> {
    await this.#worker?.end();
  }
}

interface Keeper {
  readonly takeStale: () => string[];
  readonly gone: () => void;
}

/** Answers in place of the process when vitest begins and ends a run. */
class KeptWorker extends ForksPoolWorker {
  override readonly name = 'kept';
  readonly #keeper: Keeper;
  readonly #listeners: [string, Listener][] = [];
  #started = false;
  #begun = false;

  constructor(options: PoolOptions, keeper: Keeper) {
    super(options);
    this.#keeper = keeper;
  }

  override async start(): Promise<void> {
    if (this.#started) return;
    this.#started = true;
    await super.start();
    super.on('exit', this.#keeper.gone);
  }

  override on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener]);
    super.on(event, listener);
  }

  override off(event: string, listener: Listener): void {
    super.off(event, listener);
  }

  override send(message: Message): void {
    if (message.type === 'stop') this.#answer('stopped');
    else if (message.type === 'start' && this.#begun) this.#answer('started');
    else if (message.type === 'run')
      super.send({ ...message, context: { ...message.context, invalidates: this.#keeper.takeStale() } });
    else super.send(message);
    this.#begun = true;
  }

  override async stop(): Promise<void> {
    for (const [event, listener] of this.#listeners.splice(0)) super.off(event, listener);
  }

  async end(): Promise<void> {
    this.#keeper.gone();
    await super.stop();
  }

  #answer(type: 'started' | 'stopped'): void {
    for (const [event, listener] of [...this.#listeners])
      if (event === 'message') listener({ __vitest_worker_response__: true, type });
  }
}
