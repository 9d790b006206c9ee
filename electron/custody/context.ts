import type { Dialect } from '../../shared/processes/index.ts';
import type { Keyring } from './keys/keyring.ts';
import type { Store } from './store/index.ts';

/** What every part of a running service works with. */
export interface Services {
  readonly store: Store;
  readonly keyring: Keyring;
  readonly dialect: Dialect;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
