import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SERVICE_ERRORS } from '../../../../shared/errors/index.ts';
import {
  checkValue,
  findActivityByType,
  findOperation,
  OPERATIONS,
  type Operation,
} from '../../../../shared/operations/index.ts';

const all: readonly Operation[] = Object.values(OPERATIONS);
const named = all.map((operation): [string, Operation] => [operation.name, operation]);
const activities = all.filter((operation) => operation.kind === 'activity');

const without = (value: object, member: string) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== member));

/** The values at a path such as `wallets.name`; a list is entered at every item. */
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
    for (const member of ['name', 'path', 'title'] as const) {
      expect(new Set(all.map((operation) => operation[member])).size).toBe(all.length);
    }
    expect(new Set(activities.map(({ activityType }) => activityType)).size).toBe(activities.length);
  });

  it('are found by name, and activities by their type', () => {
    for (const [name, operation] of Object.entries(OPERATIONS)) {
      expect(operation.name).toBe(name);
      expect(findOperation(name)).toBe(operation);
    }
    for (const operation of activities) expect(findActivityByType(operation.activityType)).toBe(operation);
    expect(findOperation('toString')).toBeUndefined();
    expect(findActivityByType('ACTIVITY_TYPE_UNHEARD_OF')).toBeUndefined();
  });

  it('come from every file of resources', () => {
    const infrastructure = ['check.ts', 'define.ts', 'example.ts', 'fields.ts', 'index.ts'];
    const files = readdirSync(new URL('../../../../shared/operations', import.meta.url)).filter(
      (name) => name.endsWith('.ts') && !infrastructure.includes(name),
    );
    expect(files.sort()).toEqual([
      'activities.ts',
      'api-keys.ts',
      'discovery.ts',
      'imports.ts',
      'organizations.ts',
      'private-keys.ts',
      'signing.ts',
      'wallets.ts',
    ]);
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
    expect(OPERATIONS.export_wallet_account).toMatchObject({
      activityType: 'ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT',
      intentMember: 'exportWalletAccountIntent',
      resultMember: 'exportWalletAccountResult',
    });
  });
});

describe.each(named)('%s', (_name, operation) => {
  it('has a path of its family and known error codes', () => {
    const family = { query: '/public/v1/query/', activity: '/public/v1/submit/', discovery: '/public/v1/discovery/' }[
      operation.kind
    ];
    expect(operation.path.startsWith(family)).toBe(true);
    expect(operation.method).toBe(operation.kind === 'discovery' ? 'GET' : 'POST');
    for (const code of operation.errors) expect(Object.hasOwn(SERVICE_ERRORS, code)).toBe(true);
    expect(operation.summary).toMatch(/^[A-Z].*\.$/s);
  });

  it('has an example that is right, and that is wrong without any of its required members', () => {
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

  it('names secret members that exist in its reply, and has some when it gives out a secret', () => {
    const reply = operation.kind === 'activity' ? operation.example.result : operation.example.response;
    for (const path of operation.secretPaths) {
      const values = valuesAt(reply, path);
      expect(values.length).toBeGreaterThan(0);
      expect(values).not.toContain(undefined);
    }
    expect(operation.secretPaths.length > 0).toBe(operation.risk === 'secret');
  });

  it('reads a reply with members it does not know', () => {
    const reply = operation.kind === 'activity' ? operation.example.result : operation.example.response;
    const schema = operation.kind === 'activity' ? operation.result : operation.response;
    expect(checkValue(schema, { ...(reply as object), fromANewerServer: { any: 'thing' } })).toEqual([]);
  });
});
