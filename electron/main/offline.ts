import { AppError } from '../../shared/errors/index.ts';
import type { Transport } from '../client/index.ts';
import type { StartProcess } from '../engine/index.ts';
import { goOffline } from '../hardening/index.ts';

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
 * Takes the network from this run. Throws OFFLINE where the kernel cannot, and NOT_SUPPORTED for the window, of which
 * it is not proven.
 */
export async function requireOffline(mode: 'window' | 'command'): Promise<void> {
  if (mode === 'window')
    throw new AppError(
      'NOT_SUPPORTED',
      'Only commands run with --offline. No window was opened. Give a command: castellan --offline COMMAND. Or start the window without --offline.',
    );
  if (await goOffline({ platform: process.platform, arch: process.arch })) return;
  throw new AppError(
    'OFFLINE',
    'This system cannot keep Castellan from the network, so `--offline` cannot be kept. Nothing was done. Use 64-bit Linux on an Intel or AMD processor with seccomp, or disconnect the machine and leave `--offline` out.',
  );
}

function offline(what: string): AppError {
  return new AppError(
    'OFFLINE',
    `Castellan was started with --offline, so ${what}. Nothing was sent. Start it without --offline for that.`,
    { outcome: 'notSent' },
  );
}
