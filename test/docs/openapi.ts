import { SERVICE_ERRORS } from '../../shared/errors/index.ts';
import { GATEWAY_HEADER, OPERATIONS, type Operation } from '../../shared/operations/index.ts';

type Json = Readonly<Record<string, unknown>>;

const ALL: readonly Operation[] = Object.values(OPERATIONS);
/** One operation per path. Its older versions are other bodies. */
export const NEWEST = ALL.filter((operation) => operation.kind !== 'activity' || operation.earlierOf === null);
const ACTIVITY = OPERATIONS.get_activity.response.properties.activity;
/** Nobody's. */
const ORGANIZATION = '0a7d15ff-5b5c-4d4b-8d5b-0b8a3d3a4c10';
const json = (schema: unknown, example?: unknown): Json => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
});

/** The declarations as an OpenAPI 3.1 document, whose schemas are JSON Schema like theirs. */
export function openApi(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wallet and key custody service',
      version: 'v1',
      description:
        'Queries read, activities change or sign. Every request but the discovery and those of the gateway, which is another host, is stamped: a signature over its raw body, in the header X-Stamp or X-Stamp-WebAuthn. Made from shared/operations; do not edit.',
    },
    servers: [{ url: 'http://127.0.0.1:{port}', variables: { port: { default: '7710' } } }],
    paths: Object.fromEntries(NEWEST.map((operation) => [operation.path, pathOf(operation)])),
    components: {
      schemas: { Activity: schemaOf(ACTIVITY, true), Error: ERROR },
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Stamp' },
        passkey: { type: 'apiKey', in: 'header', name: 'X-Stamp-WebAuthn' },
        gateway: { type: 'apiKey', in: 'header', name: GATEWAY_HEADER },
      },
    },
  };
}

const ERROR: Json = {
  type: 'object',
  required: ['code', 'message', 'details', 'turnkeyErrorCode'],
  properties: {
    code: { type: 'integer', title: 'gRPC status code' },
    message: { type: 'string', title: 'What is wrong' },
    details: { type: 'array', items: { type: 'object' } },
    turnkeyErrorCode: { type: 'string', enum: ['', ...Object.keys(SERVICE_ERRORS)] },
  },
};

const STAMPED = [{ apiKey: [] }, { passkey: [] }];
const SECURITY = { query: STAMPED, activity: STAMPED, gateway: [{ gateway: [] }], discovery: [] } as const;

function pathOf(operation: Operation): Json {
  const { request } = operation;
  return {
    [operation.method.toLowerCase()]: {
      operationId: operation.name,
      summary: operation.title,
      description: operation.summary,
      tags: [operation.kind],
      security: SECURITY[operation.kind],
      ...(operation.kind === 'gateway'
        ? { servers: [{ url: 'http://127.0.0.1:{port}', variables: { port: { default: '7711' } } }] }
        : {}),
      ...(request === null
        ? {}
        : { requestBody: { required: true, content: json(bodyOf(operation.path), requestOf(operation)) } }),
      responses: {
        200: { description: 'Done, or for an activity its state', content: json(schemaOf(operation.response)) },
        default: { description: 'Refused', content: json({ $ref: '#/components/schemas/Error' }) },
      },
    },
  };
}

/** The body schema of a path: one of the versions. */
function bodyOf(path: string): unknown {
  const [body, ...older] = ALL.filter((operation) => operation.path === path).map(({ request }) => schemaOf(request));
  return older.length === 0 ? body : { oneOf: [body, ...older] };
}

/** The body of the example. An activity's parameters stand in their envelope (docs/protocol.md#requests). */
export function requestOf(operation: Operation): unknown {
  if (operation.kind === 'discovery') return undefined;
  if (operation.kind === 'gateway') return operation.example.request;
  if (operation.kind === 'query') return { organizationId: ORGANIZATION, ...(operation.example.request as Json) };
  return {
    type: operation.activityType,
    timestampMs: '1700000000000',
    organizationId: ORGANIZATION,
    parameters: operation.example.parameters,
  };
}

/** The schema as data that everybody may read: without the members that only this program knows. */
function schemaOf(schema: unknown, whole = false): unknown {
  if (schema === ACTIVITY && !whole) return { $ref: '#/components/schemas/Activity' };
  if (Array.isArray(schema)) return schema.map((each) => schemaOf(each));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { kind: _kind, says: _says, absent: _absent, names: _names, help, ...rest } = schema as Json;
  // Members of `properties` may be called anything.
  const members = Object.entries(rest).map(([name, value]) => [
    name,
    name === 'properties'
      ? Object.fromEntries(Object.entries(value as Json).map(([member, each]) => [member, schemaOf(each)]))
      : schemaOf(value),
  ]);
  return { ...Object.fromEntries(members), ...(help === undefined ? {} : { description: help }) };
}
