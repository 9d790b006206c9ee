import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GATEWAY_HEADER, OPERATIONS, type Operation, UNIMPLEMENTED } from '../../shared/operations/index.ts';
import { type StartedService, startService } from '../contract/start-service.ts';

interface Asked {
  readonly path: string;
  /** Null where the body has none. */
  readonly type: string | null;
}

const PATH = /"(\/(?:public\/)?v1\/(?:query\/|submit\/)?[a-z0-9_]+)"/g;
const TYPE = /type: "(ACTIVITY_TYPE_[A-Z0-9_]+)"/;

/** What the methods of a generated client ask: each names its path, then the type of its body. */
function askedByMethods(source: string): Asked[] {
  const paths = [...source.matchAll(PATH)];
  return paths.map(({ 1: path = '', index }, at) => ({
    path,
    type: path.includes('/submit/') ? (TYPE.exec(source.slice(index, paths[at + 1]?.index))?.[1] ?? null) : null,
  }));
}

/** What the declarations of `@turnkey/http` have its callers send: a path names an operation, that its body, which has a type. */
function askedByTypes(source: string): Asked[] {
  const bodyOf = (name: string) => source.slice(source.indexOf(`\n    ${name}: {`)).split('\n    };')[0] ?? '';
  return [...source.matchAll(/"(\/public\/v1\/[a-z0-9_/]+)": \{[^}]*?operations\["(\w+)"\]/g)].map(
    ([, path = '', operation = '']) => {
      const body = /body: definitions\["(\w+)"\]/.exec(bodyOf(operation))?.[1] ?? '';
      return { path, type: TYPE.exec(bodyOf(body))?.[1] ?? null };
    },
  );
}

const packages = fileURLToPath(new URL('./node_modules/@turnkey/', import.meta.url));
const CLIENT = 'dist/__generated__/sdk-client-base.mjs';
/** Clients of each package, and of those that it carries; @turnkey/cosmjs is handed its client, and carries some of 2025 in vain. */
const clients = readdirSync(packages)
  .filter((name) => name !== 'cosmjs')
  .flatMap((name) => [
    `${name}/${CLIENT}`,
    ...['core', 'sdk-browser', 'sdk-server'].map((carried) => `${name}/node_modules/@turnkey/${carried}/${CLIENT}`),
  ])
  .concat('http/dist/__generated__/services/coordinator/public/v1/public_api.types.d.ts')
  .filter((path) => existsSync(packages + path));
const asked = new Map(
  clients
    .map((path) => readFileSync(packages + path, 'utf8'))
    .flatMap((source) =>
      source.includes('class TurnkeySDKClientBase') ? askedByMethods(source) : askedByTypes(source),
    )
    .map((one): [string, Asked] => [`${one.path} ${one.type ?? ''}`, one]),
);

const declared: readonly Operation[] = Object.values(OPERATIONS);
const isDeclared = ({ path }: Pick<Asked, 'path'>) => declared.some((operation) => operation.path === path);
const refused = new Map(UNIMPLEMENTED.map((operation) => [operation.path, operation]));
const all = [...asked.values()];

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
  it('are found, with all that they ask', () => {
    expect(clients).toEqual(
      expect.arrayContaining([
        `core/${CLIENT}`,
        `sdk-server/${CLIENT}`,
        `ethers/node_modules/@turnkey/sdk-server/${CLIENT}`,
        expect.stringMatching('^http/dist/.*types.d.ts$'),
      ]),
    );
    expect(all.length).toBeGreaterThan(200);
    const submits = all.filter(({ path }) => path.includes('/submit/'));
    expect(submits.filter(({ type }) => type === null)).toEqual([]);
  });

  it('send no activity of a type that this service does not take at its path', async () => {
    for (const one of all.filter(isDeclared)) {
      const { status, body } = await answerTo(one);
      expect(body.message ?? '', `${one.path} ${one.type}`).not.toMatch(/(^|: |; )\/type |not implemented/);
      expect([404, 501], one.path).not.toContain(status);
    }
  });

  it('ask for no path that is neither served nor listed as not implemented', () => {
    const unknown = all.filter((one) => !isDeclared(one) && !refused.has(one.path));
    expect(unknown.map(({ path }) => path)).toEqual([]);
  });

  it('are refused what is listed as not implemented, with its reason', async () => {
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

  it('ask for everything that is listed as not implemented, and none of it is served', () => {
    expect(UNIMPLEMENTED.filter(isDeclared)).toEqual([]);
    const paths = new Set(all.map(({ path }) => path));
    expect(UNIMPLEMENTED.filter(({ path }) => !paths.has(path))).toEqual([]);
    expect(refused.size).toBe(UNIMPLEMENTED.length);
  });
});
