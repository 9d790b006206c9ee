import type { Reply } from '../errors/index.ts';

/**
 * What the preload puts on `window.castellan`: four functions that take any name, because main alone knows the contract and
 * refuses the rest. This file has no schemas, so that the preload carries none.
 */
export interface Bridge {
  call(name: string, input: unknown): Promise<Reply<unknown>>;
  /** `jobId` is made by the page; progress arrives until the reply does. */
  job(name: string, jobId: string, input: unknown, progress: (value: unknown) => void): Promise<Reply<unknown>>;
  cancel(jobId: string): void;
  /** Gives the function that ends the subscription. */
  on(name: string, listener: (payload: unknown) => void): () => void;
}

/** The name under which the bridge is exposed to the page. */
export const BRIDGE_NAME = 'castellan';

/** The five transports; entries are told apart by the `name` member, so no channel is made from page input. */
export const CHANNELS = {
  call: 'castellan:call',
  job: 'castellan:job',
  cancel: 'castellan:cancel',
  progress: 'castellan:progress',
  event: 'castellan:event',
} as const;
