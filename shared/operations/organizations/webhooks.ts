import Type, { type Static } from 'typebox';
import { activity, policies, query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { BytesText, EnumText, Label, PaginationOptions, Text, Timestamp, Uuid } from '../fields.ts';

/** The longest filter of a subscription, in characters. */
const MAXIMUM_FILTER = 10_000;
const MAXIMUM_SUBSCRIPTIONS = 100;

/** A type of event. */
interface WebhookEvent {
  /** Only the parent organization can subscribe to it (docs/protocol.md#webhooks). */
  readonly isOfParent: boolean;
  /** Strangers cause it, so many of them can come at once. */
  readonly isOfStrangers: boolean;
}

/** The events that are sent. `ACTIVITY_UPDATES` is of activities that were made, voted on, carried out or refused. */
export const WEBHOOK_EVENTS = {
  ACTIVITY_UPDATES: { isOfParent: false, isOfStrangers: false },
  BALANCE_CONFIRMED_UPDATES: { isOfParent: true, isOfStrangers: true },
  BALANCE_FINALIZED_UPDATES: { isOfParent: true, isOfStrangers: true },
  SEND_TRANSACTION_STATUS_UPDATES: { isOfParent: true, isOfStrangers: false },
} as const satisfies Readonly<Record<string, WebhookEvent>>;
export type WebhookEventType = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as readonly WebhookEventType[];

/** Reads the name of an event in a request, which is free text (docs/protocol.md#webhooks). Null for an event that is never sent. */
export const readEventType = (text: string): WebhookEventType | null =>
  WEBHOOK_EVENT_TYPES.find((known) => known === text) ?? null;

/** The event of a test delivery. Nobody subscribes to it, so no receiver takes it for another one. */
export const WEBHOOK_TEST = 'WEBHOOK_TEST';
/** The types of the deliveries in an endpoint's log. */
export type DeliveredType = WebhookEventType | typeof WEBHOOK_TEST;

/** The steps of sending in their order. The failed one names the part that the operator has to mend. */
export const DELIVERY_TRY_STEPS = ['record', 'address', 'name', 'connection', 'certificate', 'answer'] as const;
export type DeliveryTryStep = (typeof DELIVERY_TRY_STEPS)[number];

export const DELIVERY_STATES = [
  'WEBHOOK_DELIVERY_STATE_PENDING',
  'WEBHOOK_DELIVERY_STATE_DELIVERED',
  'WEBHOOK_DELIVERY_STATE_FAILED',
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * The contents of `filtersJson`. An event is sent when it matches every member present.
 * Choice (webhook-filters): the schema is not public.
 */
export const WebhookFilters = Type.Object(
  {
    activityTypes: Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { minItems: 1, maxItems: 100 })),
    activityStatuses: Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { minItems: 1, maxItems: 100 })),
    organizationIds: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 100 })),
  },
  { additionalProperties: false },
);
export type WebhookFilters = Static<typeof WebhookFilters>;

const WebhookSubscription = Type.Object(
  {
    eventType: Type.String({
      title: 'Event type',
      help: WEBHOOK_EVENT_TYPES.join(', '),
      examples: WEBHOOK_EVENT_TYPES,
      minLength: 1,
      maxLength: 255,
    }),
    filtersJson: Type.Optional(
      Type.String({
        title: 'Filters',
        help: 'JSON: {"activityTypes":[…],"activityStatuses":[…],"organizationIds":[…]}, each optional',
        maxLength: MAXIMUM_FILTER,
      }),
    ),
    isActive: Type.Optional(Type.Boolean({ title: 'Is active', absent: 'Yes, as the service decides' })),
  },
  { title: 'Subscription' },
);
export type WebhookSubscription = Static<typeof WebhookSubscription>;

const WebhookEndpoint = Type.Object(
  {
    endpointId: BytesText('Endpoint id'),
    organizationId: BytesText('Organization id'),
    url: Text('URL'),
    name: Text('Name'),
    isActive: Type.Boolean({ title: 'Is active' }),
    subscriptions: Type.Optional(Type.Array(WebhookSubscription, { title: 'Subscriptions' })),
  },
  { title: 'Webhook endpoint' },
);
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

const WebhookDelivery = Type.Object(
  {
    deliveryId: BytesText('Delivery id'),
    endpointId: BytesText('Endpoint id'),
    eventId: BytesText('Event id'),
    eventType: EnumText('Event type', [...WEBHOOK_EVENT_TYPES, WEBHOOK_TEST]),
    organizationId: BytesText('Organization id'),
    state: EnumText('State', DELIVERY_STATES),
    attempts: Type.Integer({ title: 'Attempts' }),
    outcome: Type.Optional(Text('Outcome')),
    nextAttemptAt: Type.Optional(Timestamp('Next attempt at')),
    activityId: Type.Optional(BytesText('Activity id')),
    activityType: Type.Optional(Text('Activity type')),
    activityStatus: Type.Optional(Text('Activity status')),
    /** The size of the body that is sent. */
    bodyBytes: Type.Optional(Type.Integer({ title: 'Body bytes' })),
    /** Of the last attempt. */
    durationMilliseconds: Type.Optional(Type.Integer({ title: 'Duration in milliseconds' })),
    createdAt: Timestamp('Created at'),
    updatedAt: Timestamp('Updated at'),
  },
  { title: 'Delivery' },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

const WebhookAttempt = Type.Object(
  {
    number: Type.Integer({ title: 'Number', minimum: 1 }),
    attemptedAt: Timestamp('Attempted at'),
    outcome: Text('Outcome'),
    failedStep: Type.Optional(EnumText('Failed step', DELIVERY_TRY_STEPS)),
    /** The first characters of the response body, as the receiver wrote them. Absent where none was read. */
    response: Type.Optional(Text('Response')),
    /** True when the response is longer. */
    responseIsCut: Type.Optional(Type.Boolean({ title: 'Response is cut' })),
    /** The bytes of the response body that were read, at most 1024. */
    responseBytes: Type.Optional(Type.Integer({ title: 'Response bytes' })),
    /** From the start of the attempt to its result, by the service's clock. */
    durationMilliseconds: Type.Optional(Type.Integer({ title: 'Duration in milliseconds' })),
    /** The id of the key that signed, as the key set names it. Absent where nothing was sent. */
    keyId: Type.Optional(Text('Key id')),
  },
  { title: 'Attempt' },
);
export type WebhookAttempt = Static<typeof WebhookAttempt>;

const WebhookEndpointLog = Type.Object(
  {
    /** All deliveries that the service keeps, and the failed ones of them. */
    deliveries: Type.Integer({ title: 'Deliveries' }),
    failed: Type.Integer({ title: 'Failed deliveries' }),
    /** Absent for an endpoint that is on. */
    offSince: Type.Optional(Timestamp('Off since')),
    offByUserId: Type.Optional(BytesText('User who turned it off')),
    offByUserName: Type.Optional(Text('Name of that user')),
  },
  { title: 'Log of the endpoint' },
);
export type WebhookEndpointLog = Static<typeof WebhookEndpointLog>;

const Url = Type.String({ title: 'URL', help: 'https://, or http:// to this machine', minLength: 1, maxLength: 2048 });
const example = {
  endpointId: EXAMPLE.endpointId,
  organizationId: EXAMPLE.organizationId,
  url: 'https://hooks.example.com/castellan',
  name: 'Ledger',
  isActive: true,
  subscriptions: [{ eventType: 'ACTIVITY_UPDATES' }],
};
const exampleDelivery = {
  deliveryId: EXAMPLE.deliveryId,
  endpointId: EXAMPLE.endpointId,
  eventId: EXAMPLE.activityId,
  eventType: 'ACTIVITY_UPDATES',
  organizationId: EXAMPLE.organizationId,
  state: 'WEBHOOK_DELIVERY_STATE_DELIVERED',
  attempts: 1,
  outcome: 'HTTP 200',
  bodyBytes: 1812,
  durationMilliseconds: 84,
  createdAt: EXAMPLE.timestamp,
  updatedAt: EXAMPLE.timestamp,
};
const endpointResult = Type.Object({ endpointId: BytesText('Endpoint id'), webhookEndpoint: WebhookEndpoint });

export const createWebhookEndpoint = activity({
  name: 'create_webhook_endpoint',
  title: 'Create webhook endpoint',
  summary: 'Sends events of the organization to an address.',
  specified: true,
  governed: policies('WEBHOOK_ENDPOINT', 'CREATE'),
  parameters: Type.Object({
    url: Url,
    name: Label('Name'),
    subscriptions: Type.Optional(
      Type.Array(WebhookSubscription, { title: 'Subscriptions', maxItems: MAXIMUM_SUBSCRIPTIONS }),
    ),
  }),
  result: endpointResult,
  example: {
    parameters: { url: example.url, name: example.name, subscriptions: example.subscriptions },
    result: { endpointId: EXAMPLE.endpointId, webhookEndpoint: example },
  },
});

export const updateWebhookEndpoint = activity({
  name: 'update_webhook_endpoint',
  title: 'Update webhook endpoint',
  summary: 'Changes the address of events, or stops and resumes sending.',
  specified: false,
  governed: policies('WEBHOOK_ENDPOINT', 'UPDATE', 'endpointId'),
  parameters: Type.Object({
    endpointId: Uuid('Endpoint id'),
    url: Type.Optional(Url),
    name: Type.Optional(Label('Name')),
    isActive: Type.Optional(Type.Boolean({ title: 'Is active', absent: 'Not changed' })),
  }),
  result: endpointResult,
  example: {
    parameters: { endpointId: EXAMPLE.endpointId, isActive: false },
    result: { endpointId: EXAMPLE.endpointId, webhookEndpoint: { ...example, isActive: false } },
  },
});

export const deleteWebhookEndpoint = activity({
  name: 'delete_webhook_endpoint',
  title: 'Delete webhook endpoint',
  summary: 'Deletes a webhook endpoint and its undelivered events.',
  specified: false,
  governed: policies('WEBHOOK_ENDPOINT', 'DELETE', 'endpointId'),
  parameters: Type.Object({ endpointId: Uuid('Endpoint id') }),
  result: Type.Object({ endpointId: BytesText('Endpoint id') }),
  example: { parameters: { endpointId: EXAMPLE.endpointId }, result: { endpointId: EXAMPLE.endpointId } },
});

export const listWebhookEndpoints = query({
  name: 'list_webhook_endpoints',
  title: 'Webhook endpoints',
  summary: 'Lists the webhook endpoints of the organization.',
  specified: false,
  request: {},
  response: Type.Object({ webhookEndpoints: Type.Array(WebhookEndpoint, { title: 'Webhook endpoints' }) }),
  example: { request: {}, response: { webhookEndpoints: [example] } },
});

/**
 * Choice (webhook-operators): the public service shows its deliveries and changes its key out of sight. Here the
 * operator does it by operations of our own. They list deliveries and the attempts of one, and return one with its body.
 * They send a test, replay one or all failed ones of an endpoint, and change the signing key.
 */
export const listWebhookDeliveries = query({
  name: 'list_webhook_deliveries',
  title: 'Webhook deliveries',
  summary: 'Lists the deliveries of a webhook endpoint, sent or waiting, with their results.',
  specified: false,
  request: { endpointId: Uuid('Endpoint id'), paginationOptions: Type.Optional(PaginationOptions) },
  response: Type.Object({
    webhookDeliveries: Type.Array(WebhookDelivery, { title: 'Deliveries' }),
    endpointLog: Type.Optional(WebhookEndpointLog),
  }),
  example: {
    request: { endpointId: EXAMPLE.endpointId },
    response: { webhookDeliveries: [exampleDelivery], endpointLog: { deliveries: 1, failed: 0 } },
  },
});

export const listWebhookAttempts = query({
  name: 'list_webhook_attempts',
  title: 'Webhook attempts',
  summary: 'Lists the attempts to send a delivery, newest first, each with its result.',
  specified: false,
  request: { deliveryId: Uuid('Delivery id') },
  response: Type.Object({ webhookAttempts: Type.Array(WebhookAttempt, { title: 'Attempts' }) }),
  example: {
    request: { deliveryId: EXAMPLE.deliveryId },
    response: {
      webhookAttempts: [
        {
          number: 1,
          attemptedAt: EXAMPLE.timestamp,
          outcome: 'HTTP 500',
          failedStep: 'answer',
          response: 'bad signature',
          responseBytes: 13,
          durationMilliseconds: 112,
          keyId: 'b1946ac9',
        },
      ],
    },
  },
});

/** A body can hold a sealed bundle, so no list and no log shows it. */
export const getWebhookDelivery = query({
  name: 'get_webhook_delivery',
  title: 'Webhook delivery',
  summary: 'Returns a delivery with the body that is sent to its endpoint.',
  specified: false,
  risk: 'secret',
  secretPaths: ['body'],
  request: { deliveryId: Uuid('Delivery id') },
  response: Type.Object({ webhookDelivery: WebhookDelivery, body: Text('Body') }),
  example: {
    request: { deliveryId: EXAMPLE.deliveryId },
    response: { webhookDelivery: exampleDelivery, body: '{}' },
  },
});

export const sendTestWebhookDelivery = activity({
  name: 'send_test_webhook_delivery',
  title: 'Send test webhook delivery',
  summary: 'Signs an event without a cause and sends it to an endpoint once.',
  specified: false,
  governed: policies('WEBHOOK_ENDPOINT', 'UPDATE', 'endpointId'),
  parameters: Type.Object({ endpointId: Uuid('Endpoint id') }),
  result: Type.Object({ deliveryId: BytesText('Delivery id') }),
  example: { parameters: { endpointId: EXAMPLE.endpointId }, result: { deliveryId: EXAMPLE.deliveryId } },
});

export const replayWebhookDelivery = activity({
  name: 'replay_webhook_delivery',
  title: 'Replay webhook delivery',
  summary: 'Sends an event to its endpoint again, under the same event id.',
  specified: false,
  governed: policies('WEBHOOK_ENDPOINT', 'UPDATE'),
  parameters: Type.Object({ deliveryId: Uuid('Delivery id') }),
  result: Type.Object({ deliveryId: BytesText('Delivery id') }),
  example: { parameters: { deliveryId: EXAMPLE.deliveryId }, result: { deliveryId: EXAMPLE.deliveryId } },
});

export const replayFailedWebhookDeliveries = activity({
  name: 'replay_failed_webhook_deliveries',
  title: 'Replay failed webhook deliveries',
  summary: 'Sends every failed event of an endpoint again, oldest first, each under its event id.',
  specified: false,
  governed: policies('WEBHOOK_ENDPOINT', 'UPDATE', 'endpointId'),
  parameters: Type.Object({ endpointId: Uuid('Endpoint id') }),
  result: Type.Object({ replayed: Type.Integer({ title: 'Replayed deliveries' }) }),
  example: { parameters: { endpointId: EXAMPLE.endpointId }, result: { replayed: 3 } },
});

export const rotateWebhookKey = activity({
  name: 'rotate_webhook_key',
  title: 'Rotate webhook key',
  summary:
    'Publishes a new key, which signs webhook deliveries a day later. The old key stays published for another day.',
  specified: false,
  governed: { by: 'root quorum' },
  parameters: Type.Object({}),
  result: Type.Object({ keyId: BytesText('Key id'), signsFrom: Timestamp('Signs from') }),
  example: { parameters: {}, result: { keyId: 'b1946ac9', signsFrom: EXAMPLE.timestamp } },
});
