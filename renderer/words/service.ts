import type { AppState } from '../../shared/ipc/index.ts';
import { isLoopback } from '../../shared/model/index.ts';
import type { Tone } from './status.ts';

export interface ServiceWords {
  readonly label: string;
  readonly tone: Tone;
}

/** The state of the network after a start with `--offline`, in place of the service's. */
export const NETWORK_OFF: ServiceWords & { readonly text: string } = {
  label: 'Network off',
  tone: 'proven',
  text: 'Castellan was started with --offline. The kernel refuses every connection of this window and its processes.',
};

/** The state of the service in a few words, for the foot of the rail. */
export function serviceWords({ kind, state }: Pick<AppState['service'], 'kind' | 'state'>): ServiceWords {
  const noun = kind === 'local' ? 'Local service' : 'Service';
  switch (state) {
    case 'running':
      return { label: kind === 'local' ? 'Local service running' : 'Service connected', tone: 'proven' };
    case 'starting':
      return { label: `${noun} starting`, tone: 'plain' };
    case 'stopped':
      return { label: `${noun} stopped`, tone: 'care' };
    case 'failed':
      return { label: `${noun} failed`, tone: 'danger' };
    case 'refused':
      return { label: `${noun} refuses this key`, tone: 'danger' };
    case 'invalid':
      return { label: `${noun} gives invalid replies`, tone: 'danger' };
    case 'unreachable':
      return { label: `${noun} not reachable`, tone: 'care' };
    case 'unknown':
      return { label: kind === 'none' ? 'No service' : `${noun} not asked yet`, tone: 'plain' };
  }
}

/** A warning about a service on this computer that was given no key for its exports, or null. */
export function signerWarning(baseUrl: string, signerKey: string | null): string | null {
  const host = URL.parse(baseUrl)?.hostname;
  if (signerKey !== null || host === undefined || !isLoopback(host)) return null;
  return 'A service on this computer signs exports with a key of its own, which its first line names as “signer”. Without that key, exports do not open.';
}
