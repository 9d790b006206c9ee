import { contextBridge, ipcRenderer, webFrame } from 'electron';
import { BRIDGE_NAME, type Bridge, CHANNELS } from '../../shared/ipc/bridge.ts';

/** Ids are the page's own, so that a late frame of one job cannot reach another. */
const progressOf = new Map<string, (value: unknown) => void>();
const listenersOf = new Map<string, Set<(payload: unknown) => void>>();

ipcRenderer.on(CHANNELS.progress, (_event, { jobId, value }: { jobId: string; value: unknown }) =>
  progressOf.get(jobId)?.(value),
);

ipcRenderer.on(CHANNELS.event, (_event, { name, payload }: { name: string; payload: unknown }) => {
  for (const listener of listenersOf.get(name) ?? []) listener(payload);
});

const bridge: Bridge = {
  call: (name, input) => ipcRenderer.invoke(CHANNELS.call, { name, input }),
  async job(name, jobId, input, progress) {
    progressOf.set(jobId, progress);
    try {
      return await ipcRenderer.invoke(CHANNELS.job, { name, jobId, input });
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

// What looks up names or sends without asking main’s filter of requests; no script of the page has run yet.
void webFrame.executeJavaScript(`
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) delete globalThis[name];
  delete Navigator.prototype.credentials;`);
