import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError } from '../../../shared/errors/index.ts';
import type { AppState } from '../../../shared/ipc/index.ts';
import { checkValue, OPERATIONS } from '../../../shared/operations/index.ts';
import {
  CUSTODY_MESSAGES,
  type CustodyMessages,
  type InitFile,
  type OutputOf,
  ReadyLine,
} from '../../../shared/vault/index.ts';
import { requestUrl } from '../../client/index.ts';
import { withMasterKey } from '../unlock.ts';
import type { Changes } from './changes.ts';
import type { KeyIndex, MasterRecord } from './key-index.ts';
import type { Stores } from './stores.ts';
import type { Engine, EnginePorts, ProcessHandle } from './types.ts';

type Ready = OutputOf<CustodyMessages, 'start'>;
type ServeOptions = Parameters<Engine['service']['serve']>[0];

export interface ServiceKeeper {
  readonly api: Engine['service'];
  /** State of the embedded service as the window shows it. */
  state(): Pick<AppState['service'], 'state' | 'baseUrl' | 'problem'>;
  /** A request to the embedded service found nobody: forget an address that another Castellan had given. */
  noteUnreachable(): void;
  /** Starts the embedded service; `passphrase` opens it when the passphrase file keeps its master key. Wipes it. */
  startLocal(options: { init: InitFile | null; passphrase: Uint8Array<ArrayBuffer> | null }): Promise<Ready>;
}

export function createServiceKeeper(
  ports: EnginePorts,
  stores: Stores,
  index: KeyIndex,
  changes: Changes,
): ServiceKeeper {
  let state: AppState['service']['state'] = 'stopped';
  let problem: AppState['service']['problem'] = null;
  let handle: ProcessHandle<CustodyMessages> | null = null;
  let ready: Ready | null = null;
  let starting: Promise<Ready> | null = null;
  const exitListeners = new Set<(code: number) => void>();
  const addressFile = join(ports.paths.service, 'service.json');

  const set = (next: typeof state, notice: typeof problem = null) => {
    state = next;
    problem = notice;
    changes.tell('state');
  };

  /** What keeps the master key of this folder, recorded at its first start. */
  const masterOf = async (directory: string): Promise<MasterRecord> => {
    const known = index.master(directory);
    if (known !== undefined) return known;
    const store = await stores.forNew(null);
    const record = {
      id: createHash('sha256').update(directory).digest('hex').slice(0, 16),
      directory,
      store: store.kind,
      backend: store.backend,
    };
    return record;
  };

  const start = async (options: ServeOptions, passphrase: Uint8Array<ArrayBuffer> | null): Promise<Ready> => {
    const directory = resolve(options.directory);
    const master = await masterOf(directory);
    const store = stores.forKept(master, 'The key that opens the local service');
    const started = ports.startProcess('custody', CUSTODY_MESSAGES);
    const input = {
      directory,
      port: options.port,
      authPort: options.authPort,
      dialect: options.dialect,
      init: options.init,
    };
    try {
      const isNew = index.master(directory) === undefined && !existsSync(join(directory, 'custody.db'));
      const line =
        master.store === 'keychain'
          ? await withMasterKey(store, master.id, isNew, (key) =>
              started.call('start', { ...input, master: { kind: 'key', key } }),
            )
          : await started.call('start', {
              ...input,
              master: { kind: 'passphrase', passphrase: passphrase ?? (await ask(isNew)) },
            });
      if (index.master(directory) === undefined) index.addMaster(master);
      handle = started;
      ready = line;
      started.onExit((code) => {
        if (handle !== started) return;
        handle = null;
        ready = null;
        for (const listener of exitListeners) listener(code);
      });
      return line;
    } catch (error) {
      started.kill();
      throw error;
    } finally {
      passphrase?.fill(0);
    }
  };

  const ask = async (isNew: boolean): Promise<Uint8Array<ArrayBuffer>> => {
    if (ports.askPassphrase === null)
      throw new AppError(
        'PASSPHRASE_REQUIRED',
        'The local service needs the passphrase to open its keys, so it was not started. Lock and unlock with the passphrase.',
      );
    return ports.askPassphrase(isNew ? 'make the local service' : 'open the local service');
  };

  /** The embedded service of another running Castellan, if its address file is true. */
  const attach = async (): Promise<Ready | null> => {
    if (!existsSync(addressFile)) return null;
    try {
      const line: unknown = JSON.parse(readFileSync(addressFile, 'utf8'));
      if (checkValue(ReadyLine, line).length > 0) return null;
      const found = line as ReadyLine;
      const { method, path } = OPERATIONS.webhook_keys;
      const reply = await ports.transport({ method, url: requestUrl(found.baseUrl, path), headers: {}, body: null });
      const keys = JSON.parse(new TextDecoder().decode(reply.body)) as { keys?: { x?: string }[] };
      return keys.keys?.some((key) => key.x === found.keys.webhook.x) ? found : null;
    } catch {
      return null;
    }
  };

  const startLocal: ServiceKeeper['startLocal'] = ({ init, passphrase }) => {
    if (ready !== null) {
      passphrase?.fill(0);
      return Promise.resolve(ready);
    }
    starting ??= (async () => {
      set('starting');
      try {
        const attached = await attach();
        if (attached !== null) {
          ready = attached;
        } else {
          const line = await start(
            { directory: ports.paths.service, port: 0, authPort: 0, dialect: 'spec', init },
            passphrase,
          );
          writeFileSync(addressFile, JSON.stringify(line), { mode: 0o600 });
        }
        set('running');
        return ready as Ready;
      } catch (error) {
        set('failed', {
          title: 'The local service did not start',
          message: error instanceof Error ? error.message : String(error),
        });
        throw error;
      } finally {
        passphrase?.fill(0);
        starting = null;
      }
    })();
    return starting;
  };

  /** The embedded service died without being asked: start it again at once; what was answered is on its disk. */
  const recover = () => {
    if (state !== 'running') return;
    set('failed', {
      title: 'The local service stopped',
      message: 'Its process ended unexpectedly. Whatever it had answered is on disk. It is being started again.',
    });
    startLocal({ init: null, passphrase: null }).then(
      () =>
        set('running', {
          title: 'The local service was started again',
          message:
            'Its process had ended unexpectedly. Nothing it had answered was lost. Requests that were under way are listed as unsettled.',
        }),
      () => undefined,
    );
  };
  exitListeners.add(recover);

  return {
    startLocal,
    noteUnreachable() {
      if (handle !== null || state !== 'running') return;
      ready = null;
      set('stopped');
    },
    state: () => ({ state, problem, baseUrl: ready?.baseUrl ?? null }),
    api: {
      ensureLocal: () => startLocal({ init: null, passphrase: null }),
      serve: (options) => start(options, null),
      async stop() {
        const ending = handle;
        handle = null;
        ready = null;
        if (state !== 'stopped') set('stopped');
        if (ending === null) return;
        rmSync(addressFile, { force: true });
        const gone = new Promise<void>((done) => void ending.onExit(() => done()));
        await ending.call('stop', {}).catch(() => undefined);
        ending.kill();
        await gone;
      },
      onExit(listener) {
        exitListeners.add(listener);
        return () => void exitListeners.delete(listener);
      },
    },
  };
}
