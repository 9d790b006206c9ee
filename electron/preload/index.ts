import { contextBridge, ipcRenderer } from 'electron';
import { BRIDGE_NAME, type Bridge, CHANNELS } from '../../shared/ipc/index.ts';
import { isCall, isEvent, isJob } from './names.ts';
import { wipeBytes } from './wipe.ts';

const UNKNOWN = {
  ok: false,
  error: { code: 'INVALID_INPUT', message: 'The window asked for something that does not exist. Nothing was done.' },
} as const;

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
  async call(name, input) {
    return isCall(name) ? ask(CHANNELS.call, { name, input }) : UNKNOWN;
  },
  async job(name, jobId, input, progress) {
    if (!isJob(name)) return UNKNOWN;
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
    if (isEvent(name)) listenersOf.set(name, listeners.add(listener));
    return () => void listeners.delete(listener);
  },
};

contextBridge.exposeInMainWorld(BRIDGE_NAME, bridge);
