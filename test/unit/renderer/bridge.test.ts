import { afterEach, describe, expect, test } from 'vitest';
import { call, job, on } from '../../../renderer/bridge.ts';
import { AppError } from '../../../shared/errors/index.ts';
import { createFixtureBridge, type Scenario } from './fixture-bridge.ts';

const NOW = 1_795_000_000_000;

/** Puts a test double of main where the page looks for it. */
function open(scenario: Partial<Scenario> = {}) {
  const bridge = createFixtureBridge({ now: NOW, accounts: 3, ...scenario });
  Object.assign(globalThis, { window: { castellan: bridge } });
  return bridge;
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'window');
});

describe('the bridge', () => {
  test('returns replies and throws main’s errors with their code', async () => {
    open({ app: { vault: { state: 'locked', needsPassphrase: true, problem: null } }, refuses: true });
    await expect(call('accounts.wallets', {})).resolves.toMatchObject({ rows: [{}, {}, {}] });
    const refused = await call('vault.unlock', {}).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ code: 'NOT_CONFIRMED' });
  });

  test('reports the progress of a job and returns its result', async () => {
    open();
    const { requestId } = await call('requests.prepare', { operation: 'sign_raw_payload', parameters: {} });
    const stages: string[] = [];
    const done = await job('requests.submit', { requestId }, { progress: ({ stage }) => stages.push(stage) });
    expect(stages).toEqual(['recording', 'stamping', 'sending', 'following', 'checking']);
    expect(done.activity.row.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('cancels the job it started, and no other', async () => {
    open({ holdAt: 'following' });
    const controller = new AbortController();
    const running = job('requests.submit', { requestId: 'any' }, { signal: controller.signal });
    const other = job('audit.verify', {});
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(other).resolves.toEqual({ entries: 1_284 });
  });

  test('a job whose signal is already aborted is cancelled at once', async () => {
    open({ holdAt: 'recording' });
    await expect(job('requests.submit', { requestId: 'any' }, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });

  test('a subscription ends with its returned function', () => {
    const bridge = open();
    let heard = 0;
    const stop = on('app.changed', () => {
      heard += 1;
    });
    bridge.change({ version: '2' });
    stop();
    bridge.change({ version: '3' });
    expect(heard).toBe(1);
  });
});
