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

// Removes functions that bypass main: name lookups and network use outside its request filter, clipboard reads without
// a permission, and drawing over main's window. A colour field draws there on any click, so clicks on it are cancelled.
// The page has no other realm to take any of these from, and none of its scripts has run yet. No script can close a
// window with a history.
void webFrame.executeJavaScript(`{
  const { apply } = Reflect;
  const page = document;
  const { getRootNode } = Node.prototype;
  const { click } = HTMLElement.prototype;
  const { dispatchEvent } = EventTarget.prototype;
  const { composedPath, preventDefault } = Event.prototype;
  const typeOf = Object.getOwnPropertyDescriptor(Event.prototype, 'type').get;
  const kindOf = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'type').get;
  const opening = { __proto__: null, click: true, DOMActivate: true };

  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', 'documentPictureInPicture', 'EyeDropper'])
    delete globalThis[name];
  delete Navigator.prototype.credentials;
  delete Document.prototype.execCommand;
  delete HTMLInputElement.prototype.showPicker;
  delete HTMLSelectElement.prototype.showPicker;
  delete HTMLVideoElement.prototype.requestPictureInPicture;

  // Outside of the page's own tree the listeners below would not hear of a click.
  const isHeard = (target) => {
    try {
      return apply(getRootNode, target, []) === page;
    } catch {
      return true;
    }
  };
  HTMLElement.prototype.click = function () {
    if (isHeard(this)) apply(click, this, []);
  };
  EventTarget.prototype.dispatchEvent = function (event) {
    return opening[apply(typeOf, event, [])] && !isHeard(this) ? false : apply(dispatchEvent, this, [event]);
  };
  const keepShut = (event) => {
    try {
      if (apply(kindOf, apply(composedPath, event, [])[0], []) === 'color') apply(preventDefault, event, []);
    } catch {
      // It is no input field.
    }
  };
  for (const type in opening) addEventListener(type, keepShut, true);
  history.pushState(null, '');
}`);
