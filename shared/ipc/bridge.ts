import type { Reply } from '../errors/index.ts';

/**
 * The preload exposes these four functions on `window.castellan`. They take any name: only main knows the contract, and
 * it refuses every other name.
 * This file has no schemas, so that the preload carries none.
 */
export interface Bridge {
  call(name: string, input: unknown): Promise<Reply<unknown>>;
  /** The page makes `jobId`. Progress arrives until the reply does. */
  job(name: string, jobId: string, input: unknown, progress: (value: unknown) => void): Promise<Reply<unknown>>;
  cancel(jobId: string): void;
  /** Returns the function that ends the subscription. */
  on(name: string, listener: (payload: unknown) => void): () => void;
}

/** The name under which the bridge is exposed to the page. */
export const BRIDGE_NAME = 'castellan';

/** The five channels. Entries differ by their `name` member, so no channel name comes from page input. */
export const CHANNELS = {
  call: 'castellan:call',
  job: 'castellan:job',
  cancel: 'castellan:cancel',
  progress: 'castellan:progress',
  event: 'castellan:event',
} as const;
