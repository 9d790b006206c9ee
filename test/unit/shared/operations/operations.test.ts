import { readdirSync } from 'node:fs';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { SERVICE_ERRORS } from '../../../../shared/errors/index.ts';
import { VALUE_KINDS } from '../../../../shared/model/index.ts';
import {
  checkValue,
  findActivityByType,
  findOperation,
  OPERATIONS,
  type Operation,
  placeIn,
  type SchemaNode,
  schemaNode,
} from '../../../../shared/operations/index.ts';

const all: readonly Operation[] = Object.values(OPERATIONS);
const named = all.map((operation): [string, Operation] => [operation.name, operation]);
const activities = all.filter((operation) => operation.kind === 'activity');

const isDeclared = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'summary' in value;

const without = (value: object, member: string) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== member));

/** Returns the values at a path such as `wallets.name`, which descends into every item of a list. */
function valuesAt(value: unknown, path: string): unknown[] {
  return path
    .split('.')
    .reduce<unknown[]>(
      (values, member) =>
        values
          .flatMap((inner) => (Array.isArray(inner) ? inner : [inner]))
          .map((inner) => (inner as Record<string, unknown>)[member]),
      [value],
    );
}

describe('the declarations', () => {
  it('have names, paths and activity types of their own', () => {
    for (const member of ['name', 'title'] as const)
      expect(new Set(all.map((operation) => operation[member])).size).toBe(all.length);
    const older = activities.filter(({ earlierOf }) => earlierOf !== null);
    expect(new Set(all.map(({ path }) => path)).size).toBe(all.length - older.length);
    for (const { path, earlierOf } of older) expect(path).toBe(findOperation(earlierOf ?? '')?.path);
    expect(new Set(activities.map(({ activityType }) => activityType)).size).toBe(activities.length);
  });

  it('of an earlier version have the same risks and secrets as the newest', () => {
    for (const operation of activities.filter(({ conversion }) => conversion !== null)) {
      const newest = activities.find(({ name }) => name === operation.earlierOf);
      const { risk, secretPaths, exports, makes, carries } = newest ?? {};
      expect(operation, operation.name).toMatchObject({ risk, secretPaths, exports, makes, carries });
      expect(operation.signs?.kind, operation.name).toBe(newest?.signs?.kind);
      const members = Object.keys((operation.parameters as unknown as { properties: object }).properties);
      if (operation.signs !== null) expect(members).toEqual(expect.arrayContaining([operation.signs.signWith]));
    }
  });

  it('of an update promise no default for an absent member', () => {
    const { properties } = OPERATIONS.update_policy.parameters as unknown as { properties: Record<string, SchemaNode> };
    const promised = Object.values(properties).flatMap(({ help = '' }) => (help.includes('when absent') ? [help] : []));
    expect(promised).toHaveLength(3);
    for (const help of promised) expect(help).toMatch(/unchanged when absent/i);
  });

  it('are found by name, and activities by their type', () => {
    for (const [name, operation] of Object.entries(OPERATIONS)) {
      expect(operation.name).toBe(name);
      expect(findOperation(name)).toBe(operation);
    }
    for (const operation of activities)
      for (const type of [operation.activityType, ...operation.spellings])
        expect(findActivityByType(type)).toBe(operation);
    expect(findOperation('toString')).toBeUndefined();
    expect(findActivityByType('ACTIVITY_TYPE_UNHEARD_OF')).toBeUndefined();
  });

  it('are all exported by resource files', async () => {
    const folder = new URL('../../../../shared/operations/', import.meta.url);
    const files = readdirSync(folder, { recursive: true }).map(String);
    const exported = await Promise.all(
      files.filter((name) => name.endsWith('.ts')).map(async (name) => import(new URL(name, folder).href)),
    );
    const names = exported.flatMap((file) =>
      Object.values(file)
        .filter(isDeclared)
        .map(({ name }) => name),
    );
    expect(names.toSorted()).toEqual(Object.keys(OPERATIONS).toSorted());
  });

  it('spell versions as the public service does', () => {
    expect(OPERATIONS.sign_raw_payload).toMatchObject({
      path: '/public/v1/submit/sign_raw_payload',
      activityType: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
      intentMember: 'signRawPayloadIntentV2',
      resultMember: 'signRawPayloadResult',
    });
    expect(OPERATIONS.create_private_keys).toMatchObject({
      activityType: 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2',
      intentMember: 'createPrivateKeysIntentV2',
      resultMember: 'createPrivateKeysResultV2',
    });
    expect(OPERATIONS.eth_send_transaction_v1).toMatchObject({
      path: '/public/v1/submit/eth_send_transaction',
      activityType: 'ACTIVITY_TYPE_ETH_SEND_TRANSACTION',
      intentMember: 'ethSendTransactionIntent',
      resultMember: 'ethSendTransactionResult',
    });
    expect(OPERATIONS.export_wallet_account).toMatchObject({
      activityType: 'ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT',
      intentMember: 'exportWalletAccountIntent',
      resultMember: 'exportWalletAccountResult',
    });
  });
});

/** Every member of a schema at any depth, by name. */
function membersOf(schema: Parameters<typeof schemaNode>[0]): [name: string, node: SchemaNode][] {
  const { properties = {}, items } = schemaNode(schema);
  const own = Object.entries(properties).map(([name, member]): [string, SchemaNode] => [name, schemaNode(member)]);
  return [...own, ...own.flatMap(([, node]) => membersOf(node)), ...(items === undefined ? [] : membersOf(items))];
}

const schemasOf = (operation: Operation) =>
  operation.kind === 'activity'
    ? [operation.request, operation.result, operation.response]
    : [...(operation.request === null ? [] : [operation.request]), operation.response];
const members = all
  .flatMap(schemasOf)
  .flatMap(membersOf)
  .filter(([name]) => name !== 'parameters');

describe('the members of the declarations', () => {
  it('have a title and a known kind, requests and replies alike', () => {
    expect(members.length).toBeGreaterThan(200);
    expect(members.filter(([, { title = '' }]) => title === '').map(([name]) => name)).toEqual([]);
    for (const [, { kind }] of members) if (kind !== undefined) expect(VALUE_KINDS).toContain(kind);
  });

  it('have the same title everywhere, unless they name another thing', () => {
    const titles = new Map<string, Set<string | undefined>>();
    for (const [name, { title, names }] of members)
      if (names === undefined) titles.set(name, (titles.get(name) ?? new Set()).add(title));
    expect([...titles].filter(([, wordings]) => wordings.size > 1)).toEqual([]);
    expect(titles.get('walletId')).toEqual(new Set(['Wallet id']));
  });

  it('named by signing and export declarations exist with the right shape', () => {
    const names = (schema: Parameters<typeof schemaNode>[0]) => Object.keys(schemaNode(schema).properties ?? {});
    const itemOf = (schema: Parameters<typeof schemaNode>[0], list: string) =>
      schemaNode(schemaNode(schema).properties?.[list] as typeof schema).items as typeof schema;
    for (const { signs, exports, governed, parameters, result, risk, secretPaths } of activities) {
      expect(governed.by === 'policies' && governed.action === 'EXPORT').toBe(exports !== null);
      if (exports !== null) {
        expect(risk).toBe('secret');
        const within = names(exports.each === undefined ? parameters : itemOf(parameters, exports.each));
        expect(within).toEqual(expect.arrayContaining([exports.of, exports.target]));
        expect(names(result)).toContain(exports.bundle);
        expect(secretPaths).toContain(exports.bundle);
      }
      if (signs === null) continue;
      const { kind, signWith, content, ...others } = signs;
      expect(names(parameters)).toEqual(expect.arrayContaining([signWith, content]));
      expect([...names(parameters), ...names(result)]).toEqual(expect.arrayContaining(Object.values(others)));
      if (kind === 'payload') expect(names(result)).toEqual(['r', 's', 'v']);
    }
    expect(activities.filter(({ signs }) => signs !== null)).toHaveLength(5);
    expect(activities.filter(({ exports }) => exports !== null)).toHaveLength(4);
  });
});

describe('a place in a schema', () => {
  const { request } = OPERATIONS.create_wallet;

  it('is written in words, outermost first, with the kind of its value', () => {
    expect(placeIn(request, ['parameters', 'accounts', 0, 'curve'])).toEqual({
      known: true,
      label: 'Account 1, Curve',
      kind: 'enum',
      isList: false,
    });
    expect(placeIn(request, ['parameters', 'mnemonicLength'])).toEqual({
      known: true,
      label: 'Words',
      kind: 'enum',
      isList: false,
    });
    expect(placeIn(request, ['organizationId'])).toEqual({
      known: true,
      label: 'Organization id',
      kind: 'bytes',
      isList: false,
    });
  });

  it('that is undeclared is written as its own name', () => {
    expect(placeIn(request, ['parameters', 'tagIds', 1])).toEqual({
      known: false,
      label: 'Tag 2',
      kind: 'text',
      isList: false,
    });
    expect(placeIn(request, ['parameters', '__proto__'])).toMatchObject({ known: false });
    expect(placeIn(null, ['walletId'])).toEqual({ known: true, label: 'Wallet id', kind: 'text', isList: false });
    expect(placeIn(request, ['parameters', 'accounts'])).toMatchObject({ label: 'Accounts', isList: true });
  });
});

/** Each list of a schema with its path, at most 12 members deep. */
const listsIn = (
  schema: TSchema | SchemaNode,
  path: readonly (string | number)[] = [],
): readonly { path: readonly (string | number)[]; node: SchemaNode }[] => {
  const node = schemaNode(schema);
  if (path.length > 12) return [];
  const own = node.items === undefined ? [] : [{ path, node }, ...listsIn(node.items, [...path, 0])];
  return [...own, ...Object.entries(node.properties ?? {}).flatMap(([name, one]) => listsIn(one, [...path, name]))];
};

describe.each(named)('the lists of %s', (_name, operation) => {
  const schemas = [
    ...(operation.kind === 'discovery' ? [] : [operation.request]),
    ...(operation.kind === 'activity' ? [operation.result] : []),
    operation.response,
  ];
  const lists = schemas.flatMap((schema) => listsIn(schema).map((list) => ({ schema, ...list })));

  it('number each item by a declared name, in the singular and without the word id', () => {
    for (const { schema, path, node } of lists) {
      const place = path.join('.');
      expect(node.title, place).toBeDefined();
      const label =
        placeIn(schema, [...path, 0])
          .label.split(', ')
          .at(-1) ?? '';
      expect(label, place).not.toBe(`${node.title} 1`);
      expect(label, place).not.toMatch(/\bids? \d|[a-z][A-Z]|[^su]s \d/);
    }
  });
});

describe.each(named)('%s', (_name, operation) => {
  it('has a path of its family and known error codes', () => {
    const family = {
      query: '/public/v1/query/',
      activity: '/public/v1/submit/',
      discovery: '/public/v1/discovery/',
      gateway: '/v1/',
    }[operation.kind];
    // The health of a service has the usual path of health checks.
    expect(operation.path.startsWith(operation.name === 'health' ? '/health' : family)).toBe(true);
    expect(operation.method).toBe(operation.kind === 'discovery' ? 'GET' : 'POST');
    for (const code of operation.errors) expect(Object.hasOwn(SERVICE_ERRORS, code)).toBe(true);
    expect(operation.summary).toMatch(/^[A-Z].*\.$/s);
  });

  it('has a valid example that is invalid without any required member', () => {
    const request =
      operation.kind === 'activity'
        ? { schema: operation.parameters, example: operation.example.parameters as object }
        : operation.kind === 'query'
          ? {
              schema: operation.request,
              example: {
                ...(operation.example.request as object),
                organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
              },
            }
          : operation.kind === 'gateway'
            ? { schema: operation.request, example: operation.example.request as object }
            : null;
    const reply =
      operation.kind === 'activity'
        ? { schema: operation.result, example: operation.example.result as object }
        : { schema: operation.response, example: operation.example.response as object };
    for (const side of request === null ? [reply] : [request, reply]) {
      expect(checkValue(side.schema, side.example)).toEqual([]);
      for (const member of (side.schema as { required?: string[] }).required ?? []) {
        expect(checkValue(side.schema, without(side.example, member))).not.toEqual([]);
      }
    }
  });

  it('names existing secret members of its reply, and at least one when it returns a secret', () => {
    const reply = operation.kind === 'activity' ? operation.example.result : operation.example.response;
    for (const path of operation.secretPaths) {
      const values = valuesAt(reply, path);
      expect(values.length).toBeGreaterThan(0);
      expect(values).not.toContain(undefined);
    }
    expect(operation.secretPaths.length > 0).toBe(operation.risk === 'secret');
  });

  it('reads a reply with unknown members', () => {
    const reply = operation.kind === 'activity' ? operation.example.result : operation.example.response;
    const schema = operation.kind === 'activity' ? operation.result : operation.response;
    expect(checkValue(schema, { ...(reply as object), fromANewerServer: { any: 'thing' } })).toEqual([]);
  });
});
