import type { Bridge } from '../../shared/ipc/index.ts';

declare global {
  interface Window {
    /** The bridge of the preload, as a taken-over page could call it. */
    readonly castellan: Bridge;
  }
}
