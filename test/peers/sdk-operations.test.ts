import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  EARLIER_PATHS,
  GATEWAY_HEADER,
  OPERATIONS,
  type Operation,
  UNIMPLEMENTED,
} from '../../shared/operations/index.ts';
import { type StartedService, startService } from '../contract/start-service.ts';

interface Asked {
  readonly path: string;
  /** Null where the body has none. */
  readonly type: string | null;
}

const PATH = /"(\/(?:public\/)?v1\/(?:query\/|submit\/)?[a-z0-9_]+)"/g;
const TYPE = /type: "(ACTIVITY_TYPE_[A-Z0-9_]+)"/;

/** The requests of a generated client's methods. Each method names its path, then the type of its body. */
function askedByMethods(source: string): Asked[] {
  const paths = [...source.matchAll(PATH)];
  return paths.map(({ 1: path = '', index }, at) => ({
    path,
    type: path.includes('/submit/') ? (TYPE.exec(source.slice(index, paths[at + 1]?.index))?.[1] ?? null) : null,
  }));
}

/**
 * The requests in the declarations of `@turnkey/http`. A path names an operation, the operation its body, and the body
 * its type.
 */
function askedByTypes(source: string): Asked[] {
  const bodyOf = (name: string) => source.slice(source.indexOf(`\n    ${name}: {`)).split('\n    };')[0] ?? '';
  return [...source.matchAll(/"(\/public\/v1\/[a-z0-9_/]+)": \{[^}]*?operations\["(\w+)"\]/g)].map(
    ([, path = '', operation = '']) => {
      const body = /body: definitions\["(\w+)"\]/.exec(bodyOf(operation))?.[1] ?? '';
      return { path, type: TYPE.exec(bodyOf(body))?.[1] ?? null };
    },
  );
}

const packages = fileURLToPath(new URL('./node_modules/', import.meta.url));
const CLIENT = 'dist/__generated__/sdk-client-base.mjs';
const TYPES = 'dist/__generated__/services/coordinator/public/v1/public_api.types.d.ts';
/** Clients of each package and of those that it carries, of today and of earlier years. */
const clients = [
  ...readdirSync(`${packages}@turnkey`).map((name) => `@turnkey/${name}`),
  ...readdirSync(packages).filter((name) => name.startsWith('turnkey-')),
]
  .flatMap((name) => [
    name,
    ...['core', 'http', 'sdk-browser', 'sdk-server'].map((carried) => `${name}/node_modules/@turnkey/${carried}`),
  ])
  .flatMap((folder) => [`${folder}/${CLIENT}`, `${folder}/${TYPES}`])
  .filter((path) => existsSync(packages + path));
const asked = new Map(
  clients
    .map((path) => readFileSync(packages + path, 'utf8'))
    .flatMap((source) =>
      source.includes('class TurnkeySDKClientBase') ? askedByMethods(source) : askedByTypes(source),
    )
    .map((one): [string, Asked] => [`${one.path} ${one.type ?? ''}`, one]),
);

const served = new Set([
  ...Object.values<Operation>(OPERATIONS).map(({ path }) => path),
  ...Object.keys(EARLIER_PATHS),
]);
const isDeclared = ({ path }: Pick<Asked, 'path'>) => served.has(path);
const refused = new Map(UNIMPLEMENTED.map((operation) => [operation.path, operation]));
/** Methods that only stamp a body name a path without a type. */
const isTyped = ({ path, type }: Asked) =>
  type !== null || ![...asked.keys()].some((key) => key.startsWith(`${path} ACTIVITY_TYPE`));
const all = [...asked.values()].filter(isTyped);

let service: StartedService;
beforeAll(async () => {
  service = await startService({ init: { authProxyConfigId: 'gateway' } });
});
afterAll(() => service.stop());

async function answerTo({ path, type }: Asked): Promise<{ status: number; body: { message?: string } }> {
  const { baseUrl, authUrl, organizationId } = { ...service.ready };
  const { publicKey, privateKey } = service.key;
  const body = JSON.stringify({
    ...(type === null ? {} : { type, timestampMs: String(service.clock.now), parameters: {} }),
    organizationId,
  });
  const stamper = new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey });
  const { stampHeaderName, stampHeaderValue } = await stamper.stamp(body);
  const host = path.startsWith('/public/') ? baseUrl : authUrl;
  const headers = { [stampHeaderName]: stampHeaderValue, [GATEWAY_HEADER]: 'gateway' };
  const response = await fetch(host + path, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as { message?: string } };
}

describe('the clients of the official SDK', () => {
  it('are found, with all their requests', () => {
    expect(clients).toEqual(
      expect.arrayContaining([
        `@turnkey/core/${CLIENT}`,
        `@turnkey/sdk-server/${CLIENT}`,
        `@turnkey/ethers/node_modules/@turnkey/sdk-server/${CLIENT}`,
        `@turnkey/http/${TYPES}`,
        `turnkey-http-1/${TYPES}`,
        `turnkey-sdk-server-4/${CLIENT}`,
      ]),
    );
    expect(all.length).toBeGreaterThan(200);
    const submits = all.filter(({ path }) => path.includes('/submit/'));
    expect(submits.filter(({ type }) => type === null)).toEqual([]);
  });

  it('send each activity type to a path that accepts it', async () => {
    for (const one of all.filter(isDeclared)) {
      const { status, body } = await answerTo(one);
      expect(body.message ?? '', `${one.path} ${one.type}`).not.toMatch(/(^|: |; )\/type |not implemented/);
      expect([404, 501], one.path).not.toContain(status);
    }
  });

  it('call only paths that are served or listed as not implemented', () => {
    const unknown = all.filter((one) => !isDeclared(one) && !refused.has(one.path));
    expect(unknown.map(({ path }) => path)).toEqual([]);
  });

  it('get the listed reason for each operation that is not implemented', async () => {
    for (const one of all.filter(({ path }) => refused.has(path))) {
      const { name, reason } = refused.get(one.path) ?? {};
      expect(await answerTo(one), one.path).toEqual({
        status: 501,
        body: {
          code: 12,
          message: `operation ${name} is not implemented by this service: ${reason}`,
          details: [],
          turnkeyErrorCode: '',
        },
      });
    }
  });

  it('call every operation that is listed as not implemented, and none of these is served', () => {
    expect(UNIMPLEMENTED.filter(isDeclared)).toEqual([]);
    const paths = new Set(all.map(({ path }) => path));
    expect(UNIMPLEMENTED.filter(({ path }) => !paths.has(path))).toEqual([]);
    expect(refused.size).toBe(UNIMPLEMENTED.length);
  });
});
