import { describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../../../electron/engine/index.ts';
import type { AppPorts } from '../../../../electron/main/ipc/app-ports.ts';
import { createEventSender, forwardEngineEvents } from '../../../../electron/main/ipc/events.ts';
import { createHandlers } from '../../../../electron/main/ipc/handlers.ts';
import { CHANNELS, CONTRACT, type Entry } from '../../../../shared/ipc/index.ts';

const handlers = (engine: unknown) => createHandlers(engine as Engine, {} as AppPorts);
describe('the handlers', () => {
  it('return only the declared members of whoami', async () => {
    const whoami = { organizationId: 'o', organizationName: 'O', userId: 'u', username: 'U', more: 1 };
    const ask = vi.fn(async () => whoami);
    const { profiles } = handlers({ queries: { ask } });
    expect(await profiles.check({})).toEqual({
      organizationId: 'o',
      organizationName: 'O',
      userId: 'u',
      username: 'U',
    });
    expect(ask).toHaveBeenCalledWith('whoami', {});
  });

  it('do not let the page choose an export’s target key', async () => {
    const prepare = vi.fn(async () => ({ requestId: 'r' }));
    const { requests } = handlers({ requests: { prepare } });
    const parameters = { walletId: 'w', targetPublicKey: '04' };
    await requests.prepare({ operation: 'export_wallet', parameters });
    expect(prepare).toHaveBeenCalledWith('export_wallet', parameters, { makesTarget: true });
  });

  it('pass on the stages of a submission and its result', async () => {
    const submit = vi.fn(async (_id: string, { progress }: { progress(stage: string): void }) => {
      progress('stamping');
      return { activity: { secretless: true }, detail: 'detail', signed: 'bytes', signature: null };
    });
    const { requests } = handlers({ requests: { submit } });
    const progress = vi.fn();
    const context = { signal: new AbortController().signal, progress };
    expect(await requests.submit({ requestId: 'r' }, context)).toEqual({ activity: 'detail' });
    expect(progress).toHaveBeenCalledWith({ stage: 'stamping' });
  });
});

describe('events', () => {
  it('of the engine reach the page under their names', () => {
    const listeners = new Map<string, () => void>();
    const engine = {
      on(name: string, listener: () => void) {
        listeners.set(name, listener);
        return () => void listeners.delete(name);
      },
    };
    const sent: unknown[] = [];
    const page = {
      isDestroyed: () => false,
      isCrashed: () => false,
      send: (channel: string, frame: unknown) => void sent.push([channel, frame]),
    };
    const stop = forwardEngineEvents(
      engine,
      createEventSender(() => page),
    );
    for (const listener of listeners.values()) listener();
    expect(sent).toEqual(
      [
        'app.changed',
        'accounts.changed',
        'wallets.changed',
        'balances.changed',
        'privateKeys.changed',
        'activities.changed',
        'wallets.changed',
        'history.changed',
        'history.readingsChanged',
        'earn.changed',
        'organization.changed',
        'deliveries.changed',
        'webhooks.changed',
        'audit.changed',
        'documents.changed',
        'endpoints.changed',
        'requests.changed',
        'app.changed',
      ].map((name) => [CHANNELS.event, { name, payload: {} }]),
    );
    const declared = Object.entries(CONTRACT).flatMap(([group, entries]) =>
      Object.entries<Entry>(entries).flatMap(([name, { kind }]) => (kind === 'event' ? [`${group}.${name}`] : [])),
    );
    // `app.opened` comes from links, notifications and the tray.
    expect(new Set(sent.map((entry) => JSON.stringify(entry))).size).toBe(
      declared.filter((name) => name !== 'app.opened').length,
    );
    stop();
    expect(listeners.size).toBe(0);
  });

  it('are dropped without a page or its process', () => {
    const send = vi.fn();
    createEventSender(() => null).send('app.changed', {});
    createEventSender(() => ({ isDestroyed: () => true, isCrashed: () => false, send })).send('app.changed', {});
    createEventSender(() => ({ isDestroyed: () => false, isCrashed: () => true, send })).send('app.changed', {});
    expect(send).not.toHaveBeenCalled();
  });
});
