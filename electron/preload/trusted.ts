import { contextBridge, ipcRenderer } from 'electron';
import { TRUSTED_BRIDGE_NAME, TRUSTED_CHANNELS, type TrustedBridge } from '../../shared/ipc/trusted-bridge.ts';

declare const window: { postMessage(message: unknown, targetOrigin: string): void };

// The page's script runs before the window has loaded, and main sends nothing earlier.
ipcRenderer.on(TRUSTED_CHANNELS.show, (_event, shown: unknown) =>
  // To this window itself, whose origin nothing else shares and no name can be written for.
  window.postMessage({ [TRUSTED_BRIDGE_NAME]: shown }, '/'),
);

const bridge: TrustedBridge = {
  confirm(id, { passphrase, bySecurityKey, format, keep, typed, sealTo, recipients, filePassphrase }) {
    ipcRenderer.send(TRUSTED_CHANNELS.confirm, {
      id,
      passphrase,
      format,
      keep,
      typed,
      sealTo,
      ...(bySecurityKey === true ? { bySecurityKey } : {}),
      ...(recipients === undefined ? {} : { recipients }),
      ...(filePassphrase === undefined ? {} : { filePassphrase }),
    });
    passphrase?.fill(0);
    filePassphrase?.fill(0);
  },
  refuse(id) {
    ipcRenderer.send(TRUSTED_CHANNELS.refuse, { id });
  },
  // This is a copy: the page wipes its own.
  copy(id, text) {
    ipcRenderer.send(TRUSTED_CHANNELS.copy, { id, text });
    text.fill(0);
  },
  resize(id, height) {
    ipcRenderer.send(TRUSTED_CHANNELS.resize, { id, height });
  },
};

contextBridge.exposeInMainWorld(TRUSTED_BRIDGE_NAME, bridge);
