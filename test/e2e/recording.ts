import type { Running } from './harness.ts';

/** One message between page and main, as it crossed: structured clone's own bytes. */
export interface Message {
  readonly direction: 'to main' | 'to page';
  readonly name: string;
  readonly bytes: Buffer;
}

/** Keeps every message between page and main from now on, without changing any. */
export async function recordMessages({ app }: Running): Promise<void> {
  await app.evaluate(({ ipcMain, webContents }) => {
    interface Recorder {
      castellanMessages: { direction: string; name: string; base64: string }[];
    }
    const recorder = globalThis as unknown as Recorder;
    recorder.castellanMessages = [];
    const { serialize } = process.getBuiltinModule('node:v8');
    const keep = (direction: string, name: string, value: unknown) =>
      recorder.castellanMessages.push({ direction, name, base64: serialize(value).toString('base64') });
    type Handler = (event: unknown, frame: { name?: string }) => Promise<unknown>;
    // Electron keeps the handlers of `ipcMain.handle` in this map.
    const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })._invokeHandlers;
    for (const [channel, handler] of [...handlers]) {
      handlers.set(channel, async (event, frame) => {
        const name = frame.name ?? channel;
        keep('to main', name, frame);
        const reply = await handler(event, frame);
        keep('to page', name, reply);
        return reply;
      });
    }
    for (const contents of webContents.getAllWebContents()) {
      const send = contents.send.bind(contents);
      contents.send = (channel, ...values) => {
        keep('to page', channel, values);
        send(channel, ...values);
      };
    }
  });
}

export async function recordedMessages({ app }: Running): Promise<Message[]> {
  const messages = await app.evaluate(
    () =>
      (globalThis as unknown as { castellanMessages: { direction: string; name: string; base64: string }[] })
        .castellanMessages,
  );
  return messages.map(({ direction, name, base64 }) => ({
    direction: direction as Message['direction'],
    name,
    bytes: Buffer.from(base64, 'base64'),
  }));
}
