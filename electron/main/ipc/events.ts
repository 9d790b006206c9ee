import type { WebContents } from 'electron';
import { CHANNELS, type EventName, type EventPayload } from '../../../shared/ipc/index.ts';
import type { Engine } from '../../engine/index.ts';

export interface EventSender {
  send<Name extends EventName>(name: Name, payload: EventPayload<Name>): void;
}

/** Sends events to the page while there is one with a process. */
export function createEventSender(
  contents: () => Pick<WebContents, 'isCrashed' | 'isDestroyed' | 'send'> | null,
): EventSender {
  return {
    send(name, payload) {
      const page = contents();
      if (page !== null && !page.isDestroyed() && !page.isCrashed()) page.send(CHANNELS.event, { name, payload });
    },
  };
}

/** Forwards changes in the engine, so that the page asks again. Returns the function that stops it. */
export function forwardEngineEvents(engine: Pick<Engine, 'on'>, events: EventSender): () => void {
  const stops = [
    engine.on('state', () => events.send('app.changed', {})),
    engine.on('accounts', () => {
      events.send('accounts.changed', {});
      events.send('wallets.changed', {});
    }),
    engine.on('balances', () => events.send('balances.changed', {})),
    engine.on('privateKeys', () => events.send('privateKeys.changed', {})),
    engine.on('activities', () => {
      events.send('activities.changed', {});
      // A wallet shows its exports.
      events.send('wallets.changed', {});
    }),
    engine.on('history', () => events.send('history.changed', {})),
    engine.on('readings', () => events.send('history.readingsChanged', {})),
    engine.on('earn', () => events.send('earn.changed', {})),
    engine.on('organization', () => events.send('organization.changed', {})),
    engine.on('deliveries', () => events.send('deliveries.changed', {})),
    engine.on('webhooks', () => events.send('webhooks.changed', {})),
    engine.on('audit', () => events.send('audit.changed', {})),
    engine.on('documents', () => events.send('documents.changed', {})),
    engine.on('endpoints', () => events.send('endpoints.changed', {})),
    engine.on('requests', () => {
      events.send('requests.changed', {});
      // The state of the frame counts the open requests.
      events.send('app.changed', {});
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
