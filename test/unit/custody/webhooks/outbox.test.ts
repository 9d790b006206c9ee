import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createKeyring } from '../../../../electron/custody/keys/keyring.ts';
import { createServiceKeys } from '../../../../electron/custody/service-keys/service-keys.ts';
import { createStore, openStore, type Store } from '../../../../electron/custody/store/index.ts';
import { recordEvent } from '../../../../electron/custody/webhooks/outbox.ts';
import { createArena, createSecretMemory } from '../../../../electron/hardening/index.ts';
import type { WebhookEventType } from '../../../../shared/operations/index.ts';

const keyring = createKeyring(new Uint8Array(32).fill(3), createSecretMemory(createArena().pages));
const ACTIVITY = 'ACTIVITY_UPDATES';
const BALANCE = 'BALANCE_CONFIRMED_UPDATES';
let directory: string;
let store: Store;
let reports: string[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-outbox-'));
  reports = [];
  const times = { createdAt: 1, updatedAt: 1 };
  createStore(directory, (tables) => {
    tables.keys.insertMasterCheck(new Uint8Array(1));
    createServiceKeys(tables, keyring);
    tables.organizations.insert({
      organizationId: 'o',
      parentOrganizationId: null,
      organizationName: 'o',
      rootQuorumThreshold: 1,
      authProxyConfigId: null,
      ...times,
    });
    tables.webhooks.insert({
      endpointId: 'a',
      organizationId: 'o',
      url: 'https://a.example/',
      name: 'a',
      isActive: 1,
      ...times,
      subscriptions: JSON.stringify([ACTIVITY, BALANCE].map((eventType) => ({ eventType }))),
    });
    tables.seals.write(keyring);
  });
  store = openStore(directory);
  store.seals.open(keyring);
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

function record(eventType: WebhookEventType, count: number, text = ''): void {
  const sender = { wake: () => undefined, close: () => undefined };
  const report = (_during: string, error: unknown) => String(reports.push((error as Error).message));
  const context = { store, keyring, sender, report, now: () => 1 };
  store.transaction(() => {
    for (let index = 0; index < count; index += 1) recordEvent(eventType, 'o', () => ({ index, text }), context);
  });
}
const kept = (eventType: WebhookEventType) => store.webhooks.held({ endpointId: 'a', eventType }).count;

it('keeps what is done here, however much strangers cause, and says how much of it was given up', () => {
  record(ACTIVITY, 5);
  record(BALANCE, 20_000);
  expect([kept(ACTIVITY), kept(BALANCE), reports]).toEqual([5, 20_000, []]);
  record(BALANCE, 150);
  expect([kept(ACTIVITY), kept(BALANCE)]).toEqual([5, 20_050]);
  expect(reports).toEqual([expect.stringContaining(`The queue of ${BALANCE} for the webhook endpoint`)]);
  expect(reports[0]).toContain('the 100 oldest deliveries were given up');
}, 60_000);

it('keeps the newest of what is done here', () => {
  record(ACTIVITY, 1200);
  expect(kept(ACTIVITY)).toBe(1000);
  record(ACTIVITY, 18, 'x'.repeat(4_000_000));
  expect(store.webhooks.held({ endpointId: 'a', eventType: ACTIVITY }).bytes).toBeLessThan(64 * 1024 * 1024);
}, 60_000);
