import { afterAll, expect, it } from 'vitest';
import { currentRuntime } from '../../../scripts/lib/runtime.mjs';
import { Workstation } from './support.ts';

const workstation = new Workstation();
afterAll(() => workstation.close());

it('names the runtime of a checkout, with the reason of set-up', async () => {
  const { checks } = await workstation.json<{ checks: { name: string; finding: string }[] }>(['doctor']);
  const runtime = currentRuntime();
  expect(checks.find(({ name }) => name === 'Runtime')?.finding).toBe(
    `Electron ${runtime?.electron} (${runtime?.kind}). ${runtime?.reason}`,
  );
});
