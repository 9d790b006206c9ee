import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bench, createReadyBench } from '../harness.ts';

let bench: Bench & { address: string };
beforeAll(async () => {
  bench = await createReadyBench();
});
afterAll(() => bench.end());

it('the user of an import is named as the service names them, and keeps the id', async () => {
  const { userId, username } = await bench.engine.queries.ask('whoami', {});
  const { naming } = await bench.engine.activityMeanings.explainDraft('init_import_wallet', { userId });
  expect(naming.ids).toContainEqual({ id: userId, name: username });
});
