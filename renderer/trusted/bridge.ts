import {
  type Sent,
  type Shown,
  type ShownQuestion,
  TRUSTED_BRIDGE_NAME,
  type TrustedBridge,
} from '../../shared/ipc/index.ts';

/** The only file that uses the API of the trusted window's preload. */
declare global {
  interface Window {
    readonly [TRUSTED_BRIDGE_NAME]: TrustedBridge;
  }
}

export const { refuse, copy, resize }: TrustedBridge = window[TRUSTED_BRIDGE_NAME];

/** Sends a yes and wipes the typed secrets in it. The preload has copies, which it wipes itself. */
export const confirm: TrustedBridge['confirm'] = (id, given) => {
  window[TRUSTED_BRIDGE_NAME].confirm(id, given);
  given.passphrase?.fill(0);
  given.filePassphrase?.fill(0);
};

/** Calls the listener with every question that main shows, and again when its place in the queue changes. */
export function onShown(listener: (shown: Shown) => void): void {
  let question: ShownQuestion | null = null;
  window.addEventListener('message', ({ source, data }: MessageEvent<Partial<Record<string, Sent>>>) => {
    const sent = data[TRUSTED_BRIDGE_NAME];
    if (source !== window || sent === undefined) return;
    question = sent.question ?? question;
    if (question !== null) listener({ ...sent, question });
  });
}
