import type { Courier, Dialect, Report } from '../../shared/processes/index.ts';
import type { Broadcaster } from './chains/broadcaster.ts';
import type { Chains } from './chains/index.ts';
import type { Keyring } from './keys/keyring.ts';
import type { Observer } from './observation/observer.ts';
import type { ReadStatus } from './observation/status.ts';
import type { Outbox } from './outbox.ts';
import type { Store } from './store/index.ts';
import type { Sender } from './webhooks/sender.ts';

/** The dependencies of every part of a running service. */
export interface ServiceContext {
  readonly store: Store;
  readonly keyring: Keyring;
  /** Sends requests and mails to other machines. */
  readonly courier: Courier;
  /** The outbox of codes and mails. */
  readonly outbox: Outbox;
  readonly dialect: Dialect;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly sender: Pick<Sender, 'wake'>;
  /** The chains that have nodes. */
  readonly chains: Chains;
  /** Sends signed transactions. */
  readonly broadcaster: Pick<Broadcaster, 'wake'>;
  /** Counters, conditions and logs for the operator. */
  readonly observation: Observer & {
    readonly version: string;
    readonly readStatus: ReadStatus;
    /** Names the rows that another program changed, as far as the service has checked them. */
    readonly damagedRows: () => readonly string[];
    /** True when `GET /metrics` is answered. */
    readonly hasMetrics: boolean;
  };
  /** Notes a failure of the service itself, under the reference that its caller is given. */
  readonly report: Report;
}
