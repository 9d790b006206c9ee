import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openP256Signer, signStamp } from '../../../electron/crypto/index.ts';
import { serviceErrorBody } from '../../../shared/errors/index.ts';
import { checkValue, GATEWAY_HEADER, OPERATIONS, type Operation } from '../../../shared/operations/index.ts';
import { encodeStamp, hexDecode, utf8Encode } from '../../../shared/wire/index.ts';
import { NOON, type StartedService, startService } from '../start-service.ts';
import { type BadInput, badInputs, placesOf } from './bad-inputs.ts';

/**
 * Tests every member of every declared request, wrong in each way that its schema knows. The reply must be the public
 * error body with the path of the member. No byte of the service's files may change. A tolerated input must not change
 * the reply.
 */
let service: StartedService;
let signer: ReturnType<typeof openP256Signer>;
beforeAll(async () => {
  service = await startService({ init: { authProxyConfigId: 'gateway' } });
  signer = openP256Signer(hexDecode(service.key.privateKey));
});
afterAll(() => service.stop());

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function ask({ kind, path }: Operation, request: object): Promise<Answer> {
  const body = JSON.stringify(request);
  const stamp = { 'x-stamp': encodeStamp(signStamp(signer, utf8Encode(body))) };
  const headers = kind === 'gateway' ? { [GATEWAY_HEADER]: 'gateway' } : stamp;
  const { authUrl, baseUrl } = service.ready;
  const response = await fetch((kind === 'gateway' ? authUrl : baseUrl) + path, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** All that the service keeps, as it is on the disk. */
function kept(): string {
  const digest = createHash('sha256');
  for (const name of readdirSync(service.directory).sort())
    if (!name.endsWith('-shm')) digest.update(name).update(readFileSync(join(service.directory, name)));
  return digest.digest('hex');
}

/** The whole request of an example. One with an old time but no other fault is refused for the time alone. */
function exampleOf(operation: Operation, timestampMs: number): object {
  const { organizationId } = service;
  if (operation.kind === 'gateway') return operation.example.request as object;
  if (operation.kind !== 'activity') return { organizationId, ...(operation.example as { request: object }).request };
  const { parameters } = operation.example;
  return { type: operation.activityType, timestampMs: String(timestampMs), organizationId, parameters };
}

/** Matches a message that names the path. */
const named = (path: string) => new RegExp(`(^|: |; )${path}(/0)? `);

/** Returns the fault in the reply to a wrong request, or undefined when it has none. */
function fault(kind: Operation['kind'], { path, what }: BadInput, { status, body }: Answer): string | undefined {
  const { message, turnkeyErrorCode } = body as { message: string; turnkeyErrorCode: never };
  // Without an organization, the reply carries no more than this code.
  const isNamed =
    path === '/organizationId' && kind !== 'gateway'
      ? turnkeyErrorCode === 'INVALID_ORGANIZATION_ID'
      : named(path).test(message);
  const isPublic = status === 400 && isDeepStrictEqual(body, serviceErrorBody(turnkeyErrorCode, message));
  return isNamed && isPublic ? undefined : `${path} ${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`;
}

/** Matches the beginning of a message that rejects a member. */
const WRONG_MEMBER = /^(bad request body|invalid [a-z ]+): \//;

const requests = Object.values<Operation>(OPERATIONS).filter(({ request }) => request !== null);
let asked = 0;

describe.each(requests.map((operation): [string, Operation] => [operation.name, operation]))(
  '%s',
  (_name, operation) => {
    const inputs = (timestampMs: number, isTolerated: boolean) => {
      const found = badInputs(operation.request ?? {}, exampleOf(operation, timestampMs)).map((input) =>
        operation.kind === 'query' ? { ...input, sameAs: input.absent ?? input.sameAs } : input,
      );
      return found.filter(({ sameAs }) => (sameAs !== null) === isTolerated);
    };

    it('names the fault and changes nothing', async () => {
      const before = kept();
      const wrong = inputs(NOON, false);
      asked += wrong.length;
      const answers = await Promise.all(wrong.map((input) => ask(operation, input.request)));
      expect(answers.flatMap((answer, index) => fault(operation.kind, wrong[index] as BadInput, answer) ?? [])).toEqual(
        [],
      );
      expect(kept()).toBe(before);
    });

    it('accepts unknown members, and null for optional members', async () => {
      const long = NOON - 2 * 60 * 60 * 1000;
      const tolerated = inputs(long, true);
      asked += tolerated.length;
      // Many inputs are compared with one usual request, which is asked once.
      const usuals = new Map<string, Promise<Answer>>();
      const askUsual = (request: object) => {
        const key = JSON.stringify(request);
        const usual = usuals.get(key) ?? ask(operation, request);
        usuals.set(key, usual);
        return usual;
      };
      const answers = await Promise.all(
        tolerated.map(({ request, sameAs }) => Promise.all([ask(operation, request), askUsual(sameAs ?? {})])),
      );
      for (const [index, [answer, usual]] of answers.entries()) {
        const { path, what, isExample } = tolerated[index] as BadInput;
        // A gateway request has no timestamp, so a correct one succeeds each time.
        // The counters of a service grow with each request.
        if (operation.kind !== 'gateway' && operation.name !== 'get_service_status')
          expect(answer, `${path} ${what}`).toEqual(usual);
        const refusal = expect.stringMatching(isExample ? WRONG_MEMBER : named(path));
        expect(answer?.body, `${path} ${what}`).not.toMatchObject({ message: refusal });
      }
    });
  },
);

it('tests every member and every item of every request', () => {
  for (const operation of requests) {
    const tried = new Set(badInputs(operation.request ?? {}, exampleOf(operation, NOON)).map(({ path }) => path));
    const places = placesOf(operation.request ?? {});
    expect(
      places.filter((place) => !tried.has(place)),
      operation.name,
    ).toEqual([]);
  }
});

it('thousands of bad requests cause no internal error', () => {
  expect(asked).toBeGreaterThan(3000);
  expect(service.reports).toEqual([]);
});

it('has a valid example of each request', () => {
  for (const operation of requests)
    expect(checkValue(operation.request ?? {}, exampleOf(operation, NOON)), operation.name).toEqual([]);
});
