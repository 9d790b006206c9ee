import type { RevealFormat } from '../model/reveal-formats.ts';

/**
 * The trusted window's preload exposes these four functions. A question arrives as a message of the window itself.
 * This file has no schemas, so that the preload carries none.
 */
export interface TrustedBridge {
  /** The operator's yes to the question with this id. Takes over and wipes the passphrase. */
  confirm(id: number, given: Given): void;
  refuse(id: number): void;
  /** Copies the shown text to the clipboard, as UTF-8. */
  copy(id: number, text: Uint8Array<ArrayBuffer>): void;
  /** The height in CSS pixels of the whole question and its answers. */
  resize(id: number, height: number): void;
}

/** The values that may come with a yes. */
export interface Given {
  readonly passphrase: Uint8Array<ArrayBuffer> | null;
  readonly bySecurityKey?: true;
  readonly format: RevealFormat | null;
  /** The readers of an encrypted file: whoever knows a passphrase, or for age its recipients. */
  readonly recipients?: readonly string[];
  readonly filePassphrase?: Uint8Array<ArrayBuffer>;
  readonly keep: 'chosen' | 'day' | 'week' | 'month' | 'keychain' | null;
  readonly typed: string | null;
  readonly sealTo: Uint8Array<ArrayBuffer> | null;
}

/** The name of the exposed bridge, and the mark on messages that show a question. */
export const TRUSTED_BRIDGE_NAME = 'castellanTrusted';

/** Channels of the trusted window alone: one to it, four from it. */
export const TRUSTED_CHANNELS = {
  show: 'castellan:trusted:show',
  confirm: 'castellan:trusted:confirm',
  refuse: 'castellan:trusted:refuse',
  copy: 'castellan:trusted:copy',
  resize: 'castellan:trusted:resize',
} as const;
