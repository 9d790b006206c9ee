import { contextBridge, ipcRenderer } from 'electron';
import { PASSKEY_BRIDGE_NAME, PASSKEY_CHANNELS, type PasskeyBridge } from '../../shared/ipc/passkey-bridge.ts';

declare const window: { postMessage(message: unknown, targetOrigin: string): void };

// The page's script runs before the window has loaded, and main sends nothing earlier.
ipcRenderer.on(PASSKEY_CHANNELS.ask, (_event, ask: unknown) => window.postMessage({ [PASSKEY_BRIDGE_NAME]: ask }, '/'));

// This is a copy: the page wipes its own.
const withAnswer = (message: object, answer: Uint8Array | undefined) =>
  answer === undefined ? message : { ...message, answer };

const bridge: PasskeyBridge = {
  created(id, { credentialId, clientDataJson, attestationObject, transports, answer }) {
    const made = { id, credentialId, clientDataJson, attestationObject, transports };
    ipcRenderer.send(PASSKEY_CHANNELS.created, withAnswer(made, answer));
    answer?.fill(0);
  },
  used(id, { credentialId, clientDataJson, authenticatorData, signature, answer }) {
    const used = { id, credentialId, clientDataJson, authenticatorData, signature };
    ipcRenderer.send(PASSKEY_CHANNELS.used, withAnswer(used, answer));
    answer?.fill(0);
  },
  refuse(id) {
    ipcRenderer.send(PASSKEY_CHANNELS.refuse, { id });
  },
};

contextBridge.exposeInMainWorld(PASSKEY_BRIDGE_NAME, bridge);
