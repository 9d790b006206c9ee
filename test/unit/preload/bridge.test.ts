import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BRIDGE_NAME, type Bridge, CHANNELS } from '../../../shared/ipc/index.ts';

const fakes = vi.hoisted(() => ({
  exposed: new Map<string, unknown>(),
  listeners: new Map<string, (event: unknown, frame: unknown) => void>(),
  invoke: (_channel: string, _frame: unknown): Promise<unknown> => Promise.resolve(),
  sent: [] as unknown[],
  ran: [] as string[],
}));
vi.mock('electron', () => ({
  webFrame: { executeJavaScript: (code: string) => Promise.resolve(fakes.ran.push(code)) },
  contextBridge: { exposeInMainWorld: (name: string, value: unknown) => fakes.exposed.set(name, value) },
  ipcRenderer: {
    on: (channel: string, listener: (event: unknown, frame: unknown) => void) => fakes.listeners.set(channel, listener),
    invoke: (channel: string, frame: unknown) => fakes.invoke(channel, frame),
    send: (channel: string, frame: unknown) => fakes.sent.push([channel, frame]),
  },
}));

let bridge: Bridge;
beforeAll(async () => {
  await import('../../../electron/preload/index.ts');
  bridge = fakes.exposed.get(BRIDGE_NAME) as Bridge;
});

it('removes functions that bypass main’s filter before the page’s scripts run', () => {
  expect(fakes.ran.join()).toMatch(
    /RTCPeerConnection.*WebTransport.*delete globalThis.*delete Navigator.prototype.credentials/s,
  );
});

let invoked: unknown[] = [];
beforeEach(() => {
  invoked = [];
  fakes.invoke = (channel, frame) => {
    invoked.push(structuredClone([channel, frame]));
    return Promise.resolve({ ok: true, value: {} });
  };
});

describe('the bridge', () => {
  it('gives the page exactly four functions', () => {
    expect([...fakes.exposed.keys()]).toEqual([BRIDGE_NAME]);
    expect(Object.keys(bridge).sort()).toEqual(['call', 'cancel', 'job', 'on']);
  });

  it('sends a call under its name', async () => {
    expect(await bridge.call('vault.lock', {})).toEqual({ ok: true, value: {} });
    expect(invoked).toEqual([[CHANNELS.call, { name: 'vault.lock', input: {} }]]);
  });

  it('sends any name, which main then checks', async () => {
    await bridge.call('vault.stamp', {});
    await bridge.job('made.up', 'a', {}, () => undefined);
    expect(invoked).toEqual([
      [CHANNELS.call, { name: 'vault.stamp', input: {} }],
      [CHANNELS.job, { name: 'made.up', jobId: 'a', input: {} }],
    ]);
  });

  it('delivers progress to its job until the job ends', async () => {
    const seen: unknown[] = [];
    let settle: (reply: unknown) => void = () => undefined;
    fakes.invoke = () =>
      new Promise((resolve) => {
        settle = resolve;
      });
    const progress = (jobId: string, value: number) => fakes.listeners.get(CHANNELS.progress)?.({}, { jobId, value });
    const reply = bridge.job('accounts.refresh', 'one', {}, (value) => seen.push(value));
    progress('one', 1);
    progress('two', 2);
    settle({ ok: true, value: {} });
    await reply;
    progress('one', 3);
    expect(seen).toEqual([1]);
  });

  it('cancels by id', () => {
    bridge.cancel('one');
    expect(fakes.sent).toEqual([[CHANNELS.cancel, { jobId: 'one' }]]);
  });

  it('delivers events to listeners until they unsubscribe', () => {
    const seen: unknown[] = [];
    const emit = (name: string) => fakes.listeners.get(CHANNELS.event)?.({}, { name, payload: name });
    const leave = bridge.on('app.changed', (payload) => seen.push(payload));
    for (const name of ['app.changed', 'accounts.changed']) emit(name);
    leave();
    emit('app.changed');
    expect(seen).toEqual(['app.changed']);
  });
});
