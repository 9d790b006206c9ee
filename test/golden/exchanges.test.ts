import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GoldenService, startGoldenService } from './harness.ts';
import { differences } from './match.ts';
import { ED25519_PUBLIC, P256_PUBLIC, SECP256K1_PUBLIC, STAMPERS } from './stamps.ts';

interface Exchange {
  readonly name: string;
  /** One of STAMPERS, or null for no stamp. */
  readonly stamp: string | null;
  readonly path: string;
  /** The exact body, in which `${…}` is replaced by values kept from earlier replies. */
  readonly body: string;
  /** Values of the reply that later exchanges use, by their paths. */
  readonly keep?: Readonly<Record<string, string>>;
  readonly status: number;
  readonly reply: unknown;
}

const EXCHANGES = JSON.parse(readFileSync(new URL('exchanges.json', import.meta.url), 'utf8')) as Exchange[];

let service: GoldenService;
const kept: Record<string, string> = {};

beforeAll(async () => {
  service = await startGoldenService({ p256: P256_PUBLIC, secp256k1: SECP256K1_PUBLIC, ed25519: ED25519_PUBLIC });
  kept.organizationId = service.organizationId;
});
afterAll(() => service.stop());

const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\$\{(\w+)\}/g, (_match, name: string) => {
    if (values[name] === undefined) throw new Error(`no exchange before this one kept ${name}`);
    return values[name];
  });

const at = (value: unknown, path: string) =>
  path.split('.').reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], value);

it.each(EXCHANGES)('$name', async (exchange) => {
  const body = fill(exchange.body, kept);
  const stamp = exchange.stamp === null ? {} : { 'X-Stamp': STAMPERS[exchange.stamp]!(body) };
  const headers = { 'Content-Type': 'application/json', 'X-Client-Version': '@turnkey/http@6.6.0', ...stamp };
  const response = await fetch(service.baseUrl + exchange.path, { method: 'POST', headers, body });
  const reply: unknown = await response.json();

  expect(response.headers.get('content-type')).toBe('application/json');
  const fingerprint = `sha256:${createHash('sha256').update(body).digest('hex')}`;
  const expected: unknown = JSON.parse(JSON.stringify(exchange.reply), (_name, value: unknown) =>
    typeof value === 'string' ? fill(value, { ...kept, body, fingerprint }) : value,
  );
  expect(differences(expected, reply)).toEqual([]);
  expect(response.status).toBe(exchange.status);
  for (const [name, path] of Object.entries(exchange.keep ?? {})) kept[name] = String(at(reply, path));
});
