import { type Shown, TRUSTED_BRIDGE_NAME, type TrustedBridge } from '../../shared/ipc/index.ts';

/** The only file that touches what the trusted window's preload exposes. */
declare global {
  interface Window {
    readonly [TRUSTED_BRIDGE_NAME]: TrustedBridge;
  }
}

export const { confirm, refuse }: TrustedBridge = window[TRUSTED_BRIDGE_NAME];

/** Calls the listener with every question that main shows, and again when its place in the queue changes. */
export function onShown(listener: (shown: Shown) => void): void {
  window.addEventListener('message', ({ source, data }: MessageEvent<Partial<Record<string, Shown>>>) => {
    const shown = data[TRUSTED_BRIDGE_NAME];
    if (source === window && shown !== undefined) listener(shown);
  });
}
