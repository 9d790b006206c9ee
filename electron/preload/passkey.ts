import { contextBridge, ipcRenderer } from 'electron';
import { PASSKEY_BRIDGE_NAME, PASSKEY_CHANNELS, type PasskeyBridge } from '../../shared/ipc/passkey-bridge.ts';

declare const window: { postMessage(message: unknown, targetOrigin: string): void };

// The page's script runs before the window has loaded, and main sends nothing earlier.
ipcRenderer.on(PASSKEY_CHANNELS.ask, (_event, ask: unknown) => window.postMessage({ [PASSKEY_BRIDGE_NAME]: ask }, '/'));

const bridge: PasskeyBridge = {
  created(id, { credentialId, clientDataJson, attestationObject, transports }) {
    ipcRenderer.send(PASSKEY_CHANNELS.created, { id, credentialId, clientDataJson, attestationObject, transports });
  },
  used(id, { credentialId, clientDataJson, authenticatorData, signature }) {
    ipcRenderer.send(PASSKEY_CHANNELS.used, { id, credentialId, clientDataJson, authenticatorData, signature });
  },
  refuse(id) {
    ipcRenderer.send(PASSKEY_CHANNELS.refuse, { id });
  },
};

contextBridge.exposeInMainWorld(PASSKEY_BRIDGE_NAME, bridge);
