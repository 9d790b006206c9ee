import type { ProfileRow } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import type { EnginePorts } from '../ports.ts';
import type { Sender } from '../stamping/sender.ts';
import {
  type Delivery,
  fetchedKeySet,
  fixedKeySet,
  type KeySet,
  type ListenerOptions,
  type Listening,
  listenForDeliveries,
  type Verdict,
  verifyDelivery,
} from '../webhooks/index.ts';

/** The source of the verifying keys: a saved document, an address, or a profile's service. */
export type KeySource = { readonly document: unknown } | { readonly url: string } | { readonly profile: ProfileRow };

interface Checking {
  readonly source: KeySource;
  /** The largest difference between now and a delivery's timestamp, either way, in milliseconds. */
  readonly maximumAge: number;
}

/** The receiving side of webhooks: reports whether a service sent a delivery, with the reason. */
export interface Deliveries {
  /**
   * `now` is in milliseconds since the epoch. Null means the clock's time. `sent` is the body that the service sent,
   * if it is known. Throws INVALID_INPUT for a wrong key set.
   */
  verify(
    delivery: Delivery,
    checking: Checking & { readonly now: number | null; readonly sent?: Uint8Array | null },
  ): Promise<Verdict>;
  /** Receives on loopback until closed. Throws PORT_IN_USE, and INVALID_INPUT for a wrong key set. */
  listen(checking: Checking & Pick<ListenerOptions, 'port' | 'onDelivery' | 'guarded'>): Promise<Listening>;
}

export function createDeliveries({ clock, transport, report }: EnginePorts, sender: Pick<Sender, 'url'>): Deliveries {
  const keysOf = async (source: KeySource): Promise<KeySet> => {
    if ('document' in source) return fixedKeySet(source.document);
    const url = 'url' in source ? source.url : await sender.url(source.profile, OPERATIONS.webhook_keys);
    return fetchedKeySet(url, { transport, now: clock.steady });
  };
  return {
    async verify(delivery, { source, maximumAge, now, sent = null }) {
      return verifyDelivery(delivery, { keys: await keysOf(source), maximumAge, now: now ?? clock.now(), sent });
    },
    async listen({ source, maximumAge, ...listening }) {
      const keys = await keysOf(source);
      const verify = (delivery: Delivery) => verifyDelivery(delivery, { keys, maximumAge, now: clock.now() });
      return listenForDeliveries({ ...listening, verify, report });
    },
  };
}
