/** The reason why a text is no private key in any form of wallets. */
import { faultOfKeyText, isPhrase, isTextByte } from '../../shared/wire/index.ts';

/** Returns the reason why a text is not read: the end of a sentence. Never repeats the text. */
export function faultOfForm(text: Uint8Array): string {
  if (isPhrase(text)) return 'it is several words. A recovery phrase is imported as a wallet';
  if (text.length === KEY_BYTES && !text.every(isTextByte)) return 'it is not text';
  return faultOfKeyText(text) ?? 'it has an unknown form';
}

const KEY_BYTES = 32;
