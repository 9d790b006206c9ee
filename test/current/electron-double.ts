import type { CHANNELS } from '../../shared/ipc/index.ts';

type Channel = (typeof CHANNELS)[keyof typeof CHANNELS];

declare global {
  interface Window {
    /** Sends a frame of the preload to the test. */
    readonly castellanAsk: (channel: string, frame: unknown) => Promise<unknown>;
    /** Sends a frame of the test to the preload. */
    castellanEmit: (channel: Channel, frame: unknown) => void;
  }
}

/**
 * The preload's `require('electron')` here. It runs in the page, as text, so it uses nothing from outside. Like
 * Electron's own bridge, it copies every value that crosses and freezes what it exposes.
 */
export function electronDouble() {
  type Crossing = (...values: unknown[]) => unknown;
  const listeners = new Map<string, (event: unknown, frame: unknown) => void>();
  const { castellanAsk: ask } = window;
  window.castellanEmit = (channel, frame) => listeners.get(channel)?.({}, frame);

  const copy = (value: unknown): unknown => {
    if (typeof value === 'function') return crossing(value as Crossing);
    return value instanceof Promise ? value.then(copy) : structuredClone(value);
  };
  const crossing =
    (called: Crossing): Crossing =>
    (...values) =>
      copy(called(...values.map(copy)));

  return {
    ipcRenderer: {
      on: (channel: string, listener: (event: unknown, frame: unknown) => void) => listeners.set(channel, listener),
      invoke: (channel: string, frame: unknown) => ask(channel, frame),
      send: (channel: string, frame: unknown) => void ask(channel, frame),
    },
    webFrame: { executeJavaScript: async () => undefined },
    contextBridge: {
      exposeInMainWorld(name: string, api: Readonly<Record<string, Crossing>>) {
        const exposed = Object.entries(api).map(([member, called]) => [member, crossing(called)]);
        Object.defineProperty(window, name, { value: Object.freeze(Object.fromEntries(exposed)) });
      },
    },
  };
}
