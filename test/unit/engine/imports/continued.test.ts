import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createContinuedImports } from '../../../../electron/engine/imports/continued.ts';

const REQUEST = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const SENT = { state: 'closed', activityId: 'finish', status: 'ACTIVITY_STATUS_CREATED' };

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'castellan-continued-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** The imports of a machine whose journal has this entry of the request, and whose cache has this status. */
function continued(entry: object | null, status: string | null = null) {
  const base = {
    ports: { paths: { root } },
    records: { journal: { get: (id: string) => (id === REQUEST ? entry : null) } },
    cache: { reader: { activity: () => (status === null ? null : { status }) } },
  };
  return createContinuedImports(base as unknown as Parameters<typeof createContinuedImports>[0]);
}

it.each<[string, object | null, string | null, boolean]>([
  ['is not continued by a request that was never sent', null, null, false],
  ['is not continued by a refused request', { state: 'closed', activityId: null, status: 'REFUSED' }, null, false],
  ['is not continued by a rejected request', SENT, 'ACTIVITY_STATUS_REJECTED', false],
  ['is continued by a request that waits for votes', SENT, 'ACTIVITY_STATUS_CONSENSUS_NEEDED', true],
  ['is continued by a finished request', SENT, 'ACTIVITY_STATUS_COMPLETED', true],
  ['may be continued by a request without a reply', { state: 'sent', activityId: null, status: null }, null, true],
  [
    'may be continued by a request that was given up',
    { state: 'closed', activityId: null, status: 'GIVEN_UP' },
    null,
    true,
  ],
])('an import %s', (_name, entry, status, expected) => {
  continued(entry).note('local', 'start', REQUEST);
  const { has } = continued(entry, status);
  expect(has('local', 'start')).toBe(expected);
  expect([has('local', 'other'), has('elsewhere', 'start')]).toEqual([false, false]);
});
