import type { DeliveredType, DeliveryState, DeliveryTryStep } from '../../../../shared/operations/index.ts';
import type { Database } from '../../../storage/sqlite/index.ts';
import { type PageRequest, readPage, type Window } from '../pages.ts';
import type { RowSeals } from '../seals/row-seals.ts';

/** Times in rows are milliseconds since the epoch. */
export interface WebhookEndpointRow {
  readonly endpointId: string;
  readonly organizationId: string;
  readonly url: string;
  readonly name: string;
  readonly isActive: 0 | 1;
  /** JSON text. */
  readonly subscriptions: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The activity that an event is about. All are null for another event, and for deliveries of earlier versions. */
export interface DeliveredActivity {
  readonly activityId: string | null;
  readonly activityType: string | null;
  readonly activityStatus: string | null;
}
const NO_ACTIVITY: DeliveredActivity = { activityId: null, activityType: null, activityStatus: null };

/** One event on its way to one endpoint. */
export interface DeliveryRow extends DeliveredActivity {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: DeliveredType;
  /** The endpoint's organization. */
  readonly organizationId: string;
  /** The bytes that are sent. */
  readonly body: Uint8Array;
  /** Proves that this service wrote the content and the destination. */
  readonly mac: Uint8Array;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** The result of the last attempt. */
  readonly outcome: string | null;
  /** When the next attempt is made. */
  readonly dueAt: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A delivery to store. Without an activity, it is about none. */
export type NewDelivery = Omit<DeliveryRow, keyof DeliveredActivity> & Partial<DeliveredActivity>;
/** A delivery with its measures. */
type StoredDelivery = DeliveryRow & {
  /** The size of the body. */
  readonly bodyBytes: number;
  /** The duration of the newest attempt in milliseconds. Null where none is recorded. */
  readonly duration: number | null;
};
/** A delivery as the log shows it. */
export type LoggedDelivery = Omit<StoredDelivery, 'body' | 'mac'>;
/** Since when an endpoint is off, and the user who proposed it. */
export interface WebhookPause {
  readonly since: number;
  readonly userId: string;
}
type Progress = Pick<DeliveryRow, 'deliveryId' | 'state' | 'attempts' | 'outcome' | 'dueAt' | 'updatedAt'>;

/** One attempt to send a delivery. */
export interface AttemptRow {
  /** From 1, also over replays. */
  readonly number: number;
  readonly attemptedAt: number;
  readonly outcome: string;
  /** Null for an accepted delivery. */
  readonly failedStep: DeliveryTryStep | null;
  /** The first characters of the response body: text of another party. Null where none was read. */
  readonly response: string | null;
  readonly responseIsCut: 0 | 1;
  /** The bytes of the response body that were read. Null where none was read, and for attempts of earlier versions. */
  readonly responseBytes: number | null;
  /** Milliseconds from the start to the result. Null where nothing was sent, and for attempts of earlier versions. */
  readonly duration: number | null;
  /** The id of the key that signed. Null under the same conditions. */
  readonly keyId: string | null;
}
type Measured = Pick<AttemptRow, 'response' | 'responseIsCut' | 'responseBytes' | 'duration' | 'keyId'>;
const NOTHING_MEASURED: Measured = {
  response: null,
  responseIsCut: 0,
  responseBytes: null,
  duration: null,
  keyId: null,
};
type MadeAttempt = Omit<AttemptRow, 'number' | keyof Measured> & Partial<Measured> & Pick<DeliveryRow, 'deliveryId'>;

/** Choice (webhook-attempts): the newest attempts of a delivery that are kept. One try of it takes 15 at most. */
const MAXIMUM_ATTEMPTS = 50;

type Kept = Pick<DeliveryRow, 'endpointId' | 'eventType'>;

const ENDPOINT = `endpoint_id AS endpointId, organization_id AS organizationId, url, name, is_active AS isActive, subscriptions,
  created_at AS createdAt, updated_at AS updatedAt`;
const LOGGED = `delivery_id AS deliveryId, endpoint_id AS endpointId, event_id AS eventId, event_type AS eventType,
  activity_id AS activityId, activity_type AS activityType, activity_status AS activityStatus,
  organization_id AS organizationId, state, attempts, outcome, due_at AS dueAt, created_at AS createdAt, updated_at AS updatedAt,
  length(body) AS bodyBytes, (SELECT duration FROM webhook_attempts
    WHERE webhook_attempts.delivery_id = webhook_deliveries.delivery_id ORDER BY number DESC LIMIT 1) AS duration`;
const PENDING = `state = 'WEBHOOK_DELIVERY_STATE_PENDING'`;

/**
 * Webhook endpoints, and deliveries with a MAC each. Reads throw DATABASE_CHANGED for an endpoint that this service did
 * not write.
 */
export function webhookTables(database: Database, seals: RowSeals) {
  const byId = database.prepare<[string], WebhookEndpointRow>(
    `SELECT ${ENDPOINT} FROM webhook_endpoints WHERE endpoint_id = ?`,
  );
  const all = database.prepare<[string], WebhookEndpointRow>(
    `SELECT ${ENDPOINT} FROM webhook_endpoints WHERE organization_id = ? ORDER BY rowid`,
  );
  const insert = database.prepare<[WebhookEndpointRow]>(
    `INSERT INTO webhook_endpoints (endpoint_id, organization_id, url, name, is_active, subscriptions, created_at, updated_at)
     VALUES (@endpointId, @organizationId, @url, @name, @isActive, @subscriptions, @createdAt, @updatedAt)`,
  );
  const update = database.prepare<[WebhookEndpointRow]>(
    `UPDATE webhook_endpoints SET url = @url, name = @name, is_active = @isActive, subscriptions = @subscriptions,
       updated_at = @updatedAt WHERE endpoint_id = @endpointId`,
  );
  const remove = database.prepare<[string]>('DELETE FROM webhook_endpoints WHERE endpoint_id = ?');

  const enqueue = database.prepare<[DeliveryRow]>(
    `INSERT INTO webhook_deliveries (delivery_id, endpoint_id, event_id, event_type, organization_id, body, mac, state, attempts,
       outcome, due_at, created_at, updated_at, activity_id, activity_type, activity_status)
     VALUES (@deliveryId, @endpointId, @eventId, @eventType, @organizationId, @body, @mac, @state, @attempts,
       @outcome, @dueAt, @createdAt, @updatedAt, @activityId, @activityType, @activityStatus)`,
  );
  const delivery = database.prepare<[string], StoredDelivery>(
    `SELECT ${LOGGED}, body, mac FROM webhook_deliveries WHERE delivery_id = ?`,
  );
  const heads = database.prepare<[], Pick<DeliveryRow, 'deliveryId' | 'endpointId' | 'dueAt' | 'updatedAt'>>(
    `SELECT delivery_id AS deliveryId, endpoint_id AS endpointId, due_at AS dueAt, updated_at AS updatedAt
     FROM webhook_deliveries WHERE sequence IN (
       SELECT (SELECT min(sequence) FROM webhook_deliveries AS waiting
         WHERE waiting.endpoint_id = webhook_endpoints.endpoint_id AND ${PENDING})
       FROM webhook_endpoints WHERE is_active = 1) ORDER BY due_at`,
  );
  const waiting = database.prepare<[], number>(`SELECT count(*) FROM webhook_deliveries WHERE ${PENDING}`).pluck();
  const progress = database.prepare<[Progress]>(
    `UPDATE webhook_deliveries SET state = @state, attempts = @attempts, outcome = @outcome, due_at = @dueAt,
       updated_at = @updatedAt WHERE delivery_id = @deliveryId`,
  );
  const attempts = database.prepare<[string], AttemptRow>(
    `SELECT number, attempted_at AS attemptedAt, outcome, failed_step AS failedStep, response,
       response_is_cut AS responseIsCut, response_bytes AS responseBytes, duration, key_id AS keyId FROM webhook_attempts
     WHERE delivery_id = ? ORDER BY number DESC`,
  );
  const attempted = database.prepare<[MadeAttempt]>(
    `INSERT INTO webhook_attempts (delivery_id, number, attempted_at, outcome, failed_step, response, response_is_cut,
       response_bytes, duration, key_id)
     SELECT @deliveryId, 1 + coalesce((SELECT max(number) FROM webhook_attempts WHERE delivery_id = @deliveryId), 0),
       @attemptedAt, @outcome, @failedStep, @response, @responseIsCut, @responseBytes, @duration, @keyId
     WHERE EXISTS (SELECT 1 FROM webhook_deliveries WHERE delivery_id = @deliveryId)`,
  );
  const dropAttempts = database.prepare<[Pick<DeliveryRow, 'deliveryId'>]>(
    `DELETE FROM webhook_attempts WHERE delivery_id = @deliveryId AND number <=
       (SELECT max(number) FROM webhook_attempts WHERE delivery_id = @deliveryId) - ${MAXIMUM_ATTEMPTS}`,
  );
  const replayFailed = database.prepare<[{ endpointId: string; now: number }]>(
    `UPDATE webhook_deliveries SET state = 'WEBHOOK_DELIVERY_STATE_PENDING', attempts = 0, outcome = NULL, due_at = @now,
       updated_at = @now WHERE endpoint_id = @endpointId AND state = 'WEBHOOK_DELIVERY_STATE_FAILED'`,
  );
  const held = database.prepare<[Kept], { count: number; bytes: number }>(
    `SELECT count(*) AS count, total(length(body)) AS bytes FROM webhook_deliveries
     WHERE endpoint_id = @endpointId AND event_type = @eventType`,
  );
  const dropOldest = database
    .prepare<[Kept & { count: number }], DeliveryState>(
      `DELETE FROM webhook_deliveries WHERE sequence IN (
         SELECT sequence FROM webhook_deliveries WHERE endpoint_id = @endpointId AND event_type = @eventType
         ORDER BY ${PENDING}, sequence LIMIT @count) RETURNING state`,
    )
    .pluck();
  const counts = database.prepare<[string], { state: DeliveryState; count: number }>(
    'SELECT state, count(*) AS count FROM webhook_deliveries WHERE endpoint_id = ? GROUP BY state',
  );
  const pause = database.prepare<[string], WebhookPause>(
    'SELECT since, user_id AS userId FROM webhook_pauses WHERE endpoint_id = ?',
  );
  const putPause = database.prepare<[{ endpointId: string } & WebhookPause]>(
    'INSERT OR REPLACE INTO webhook_pauses (endpoint_id, since, user_id) VALUES (@endpointId, @since, @userId)',
  );
  const endPause = database.prepare<[string]>('DELETE FROM webhook_pauses WHERE endpoint_id = ?');
  /** The number of deliveries inserted since the store was opened, by endpoint and type. */
  const added = new Map<string, number>();
  const sequence = database.prepare<[string, string], { sequence: number }>(
    'SELECT sequence FROM webhook_deliveries WHERE delivery_id = ? AND endpoint_id = ?',
  );
  const select = (order: string) =>
    database.prepare<[{ endpointId: string } & Window], LoggedDelivery>(
      `SELECT ${LOGGED} FROM webhook_deliveries WHERE endpoint_id = @endpointId
         AND sequence > @above AND sequence < @below ORDER BY sequence ${order} LIMIT @limit`,
    );
  const listing = { order: 'falling', rising: select('ASC'), falling: select('DESC') } as const;

  const list = (organizationId: string) =>
    seals.checked('webhook_endpoints', 'organization_id', organizationId, 'all', (id) => all.all(id));

  return {
    find(endpointId: string) {
      seals.check('webhook_endpoints', 'endpoint_id', endpointId);
      return byId.get(endpointId);
    },
    list,
    /** The endpoints of an organization that are as this service wrote them. A damaged one gets no events. */
    receivers(organizationId: string): readonly WebhookEndpointRow[] {
      if (!seals.isDamaged('webhook_endpoints')) return list(organizationId);
      const whole = all.all(organizationId).filter((row) => !seals.isDamaged('webhook_endpoints', row.endpointId));
      for (const { endpointId } of whole) seals.check('webhook_endpoints', 'endpoint_id', endpointId);
      return whole;
    },
    insert(row: WebhookEndpointRow): void {
      insert.run(row);
      seals.wrote('webhook_endpoints', row.endpointId);
    },
    update(row: WebhookEndpointRow): void {
      update.run(row);
      seals.wrote('webhook_endpoints', row.endpointId);
    },
    /** With all deliveries to it. */
    remove(endpointId: string): void {
      remove.run(endpointId);
      seals.wrote('webhook_endpoints', endpointId);
    },
    enqueue(row: NewDelivery): void {
      enqueue.run({ ...NO_ACTIVITY, ...row });
      const key = `${row.endpointId} ${row.eventType}`;
      added.set(key, (added.get(key) ?? 0) + 1);
    },
    /** The number of deliveries of a type that were inserted since the store was opened. */
    added: (endpointId: string, eventType: DeliveredType) => added.get(`${endpointId} ${eventType}`) ?? 0,
    delivery: (deliveryId: string) => delivery.get(deliveryId),
    /** The next delivery to each active endpoint that has one waiting. */
    heads: () => heads.all(),
    /** The number of deliveries that wait, to any endpoint. */
    waiting: (): number => waiting.get() ?? 0,
    progress: (row: Progress) => void progress.run(row),
    /** Records an attempt. Does nothing for a delivery that was deleted meanwhile. */
    attempted(made: MadeAttempt): void {
      attempted.run({ ...NOTHING_MEASURED, ...made });
      dropAttempts.run({ deliveryId: made.deliveryId });
    },
    /** The newest attempts to send a delivery, newest first. */
    attempts: (deliveryId: string) => attempts.all(deliveryId),
    /** Returns all failed deliveries of an endpoint to their places in the queue. Returns their number. */
    replayFailed: (endpointId: string, now: number): number => replayFailed.run({ endpointId, now }).changes,
    /** The numbers of all deliveries to an endpoint and of the failed ones. */
    counts(endpointId: string): { readonly deliveries: number; readonly failed: number } {
      const found = counts.all(endpointId);
      const failed = found.find(({ state }) => state === 'WEBHOOK_DELIVERY_STATE_FAILED');
      return { deliveries: found.reduce((sum, { count }) => sum + count, 0), failed: failed?.count ?? 0 };
    },
    /** Absent for an endpoint that is on, and for one that an earlier version turned off. */
    pause: (endpointId: string) => pause.get(endpointId),
    /** Records since when an endpoint is off. Null for one that is on again. */
    putPause(endpointId: string, row: WebhookPause | null): void {
      if (row === null) endPause.run(endpointId);
      else putPause.run({ endpointId, ...row });
    },
    held: (kept: Kept) => held.get(kept) ?? { count: 0, bytes: 0 },
    /**
     * Deletes the oldest deliveries of a type to an endpoint, ended ones before waiting ones. Returns how many of them
     * were waiting.
     */
    dropOldest: (kept: Kept, count: number) =>
      dropOldest.all({ ...kept, count }).filter((state) => state === 'WEBHOOK_DELIVERY_STATE_PENDING').length,
    /** One page of the log, newest first. */
    log: (endpointId: string, page: PageRequest) =>
      readPage(listing, { endpointId }, page, (id) => sequence.get(id, endpointId)?.sequence),
  };
}
