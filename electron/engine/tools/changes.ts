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
  tell(event: Change): void;
}

export function createChanges(report: (error: unknown) => void): Changes {
  const listeners = new Map<Change, Set<() => void>>();
  return {
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(listener));
      return () => void set.delete(listener);
    },
    tell(event) {
      for (const listener of [...(listeners.get(event) ?? [])]) {
        try {
          listener();
        } catch (error) {
          report(error);
        }
      }
    },
  };
}
