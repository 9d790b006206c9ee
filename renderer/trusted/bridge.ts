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

export const { confirm, refuse, copy, resize }: TrustedBridge = window[TRUSTED_BRIDGE_NAME];

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
