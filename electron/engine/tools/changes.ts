import { createListeners, type Listeners } from './listeners.ts';

type Change =
  | 'state'
  | 'accounts'
  | 'balances'
  | 'privateKeys'
  | 'activities'
  | 'requests'
  | 'documents'
  | 'endpoints'
  | 'history'
  | 'readings'
  | 'earn'
  | 'organization'
  | 'audit'
  | 'deliveries'
  | 'webhooks';

/**
 * Notifies listeners of changes. An error in a listener is reported. It stops neither the others nor the work that made
 * the change.
 */
export interface Changes {
  on(event: Change, listener: () => void): () => void;
  announce(event: Change): void;
}

export function createChanges(report: (error: unknown) => void): Changes {
  const listeners = new Map<Change, Listeners<void>>();
  return {
    on(event, listener) {
      const own = listeners.get(event) ?? createListeners<void>(report);
      listeners.set(event, own);
      return own.on(listener);
    },
    announce: (event) => listeners.get(event)?.announce(),
  };
}
