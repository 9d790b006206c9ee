import { utilityProcess } from 'electron';
import { type Approvals, createApprovals } from '../../electron/engine/consent/approvals.ts';
import type { ProcessHandle } from '../../electron/engine/index.ts';
import type { Logger } from '../../electron/main/logger.ts';
import { createProcessStarter, type Fork } from '../../electron/main/processes.ts';
import { VAULT_MESSAGES, type VaultMessages } from '../../shared/processes/index.ts';

/** Paths that scripts/bench.mjs passes. */
export interface Setting {
  /** The runtime's executable. */
  readonly electron: string;
  /** The app's folder, with package.json. */
  readonly app: string;
  /** The built app: main/, preload/, renderer/. */
  readonly out: string;
  /** The words that name the parts to measure. Empty for all parts. */
  readonly parts: readonly string[];
}

/** Throws the command to run when the benchmarks were started by hand. */
export function readSetting(environment: Readonly<Record<string, string | undefined>>): Setting {
  const { CASTELLAN_BENCH_ELECTRON: electron, CASTELLAN_BENCH_APP: app, CASTELLAN_BENCH_OUT: out } = environment;
  const parts = (environment.CASTELLAN_BENCH_PARTS ?? '').split(' ').filter((word) => word !== '');
  if (electron === undefined || app === undefined || out === undefined)
    throw new Error('Start the benchmarks with `npm run bench`.');
  return { electron, app, out, parts };
}

/** Shows the vault's messages, because a benchmark of a vault that complains measures the wrong thing. */
export const logger: Logger = {
  write: (level, event, fields) => {
    if (level !== 'info') process.stderr.write(`${event} ${fields?.part ?? ''} ${fields?.detail ?? ''}\n`);
  },
  unexpected: (event, error) => {
    process.stderr.write(`${event} ${String(error)}\n`);
    return 'bench';
  },
};

export interface RunningVault {
  readonly call: ProcessHandle<VaultMessages>['call'];
  readonly approvals: Approvals;
  end(): void;
}

/** The product's own vault process, started as main starts it. */
export async function startVault({ out }: Setting): Promise<RunningVault> {
  const fork: Fork = (file, options) => utilityProcess.fork(file, [], options);
  const vault = createProcessStarter({ fork, folder: `${out}/main`, logger, environment: {} })('vault', VAULT_MESSAGES);
  const approvals = createApprovals({ take: () => undefined });
  await vault.call('start', { approvalKey: approvals.keyForVault() });
  return {
    call: vault.call,
    approvals,
    end: () => {
      vault.kill();
      approvals.end();
    },
  };
}
