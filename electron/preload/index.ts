import { contextBridge, ipcRenderer } from 'electron';
import { BRIDGE_NAME, type Bridge, CHANNELS } from '../../shared/ipc/bridge.ts';
import { wipeBytes } from '../../shared/wire/secret-bytes.ts';

/** Ids are the page's own, so that a late frame of one job cannot reach another. */
const progressOf = new Map<string, (value: unknown) => void>();
const listenersOf = new Map<string, Set<(payload: unknown) => void>>();

ipcRenderer.on(CHANNELS.progress, (_event, { jobId, value }: { jobId: string; value: unknown }) =>
  progressOf.get(jobId)?.(value),
);

ipcRenderer.on(CHANNELS.event, (_event, { name, payload }: { name: string; payload: unknown }) => {
  for (const listener of listenersOf.get(name) ?? []) listener(payload);
});

type Answer = Awaited<ReturnType<Bridge['call']>>;

/** Sends a frame (copied before this returns) and gives the reply; neither copy of a secret stays here. */
async function ask(
  channel: string,
  frame: { readonly name: string; readonly input: unknown; readonly jobId?: string },
): Promise<Answer> {
  const answer: Promise<Answer> = ipcRenderer.invoke(channel, frame);
  wipeBytes(frame.input);
  const reply = await answer;
  // The bridge copies the reply to the page when this promise resolves: before the next turn of the event loop.
  setTimeout(() => wipeBytes(reply), 0);
  return reply;
}

const bridge: Bridge = {
  call: (name, input) => ask(CHANNELS.call, { name, input }),
  async job(name, jobId, input, progress) {
    progressOf.set(jobId, progress);
    try {
      return await ask(CHANNELS.job, { name, jobId, input });
    } finally {
      progressOf.delete(jobId);
    }
  },
  cancel(jobId) {
    ipcRenderer.send(CHANNELS.cancel, { jobId });
  },
  on(name, listener) {
    const listeners = listenersOf.get(name) ?? new Set();
    listenersOf.set(name, listeners.add(listener));
    return () => void listeners.delete(listener);
  },
};

contextBridge.exposeInMainWorld(BRIDGE_NAME, bridge);
