import { AppError, sentence } from '../../shared/errors/index.ts';
import type { Transport } from '../client/index.ts';
import type { StartProcess } from '../engine/index.ts';
import { goOffline, hasConnection, isOffline, startOffline } from '../hardening/index.ts';

/** The network of an offline run. The kernel would refuse it too. */
export const noTransport: Transport = async ({ url }) => {
  throw offline(`no connection to ${URL.canParse(url) ? new URL(url).host : 'a service'} was made`);
};

/** Starts every process but the local service, whose clients connect by TCP. */
export const withoutService =
  (start: StartProcess): StartProcess =>
  (entry, ...rest) => {
    if (entry === 'custody') throw offline('the local service was not started');
    return start(entry, ...rest);
  };

/**
 * Takes the network from this run. Throws OFFLINE where the kernel cannot. Chromium starts processes for a window before
 * the first line of JavaScript runs, and a filter does not hold for them. So the window's program starts a second time,
 * in this process, below the filter: then this returns.
 */
export async function requireOffline(mode: 'window' | 'command'): Promise<void> {
  const { platform, arch, execPath, argv, env } = process;
  const system = { platform, arch };
  if (await hasConnection(system))
    throw new AppError(
      'OFFLINE',
      'The standard input, output or error output is a network connection, so `--offline` cannot be kept. Nothing was done. Start Castellan in a terminal, or with files or pipes.',
    );
  if (mode === 'command' || (await isOffline(system))) {
    // Also below a filter: it may be another program's, which refuses less than ours.
    if (await goOffline(system)) return;
  } else {
    await startOffline(system, { file: execPath, argv, environment: env });
  }
  throw new AppError(
    'OFFLINE',
    'This system cannot keep Castellan from the network, so `--offline` cannot be kept. Nothing was done. Use 64-bit Linux on an Intel or AMD processor with seccomp, or disconnect the machine and leave `--offline` out.',
  );
}

function offline(what: string): AppError {
  return new AppError(
    'OFFLINE',
    sentence`Castellan was started with --offline, so ${what}. Nothing was sent. Start it without --offline for that.`,
    { outcome: 'notSent' },
  );
}
