import { findSecret, nothingKept } from '../../shared/secrets/index.ts';
import { isUtf16 } from '../../shared/wire/index.ts';
import { call } from '../bridge.ts';
import { say } from '../ui/toasts.tsx';
import { sayProblem } from './problem.tsx';

/**
 * Returns true for text that holds a provable secret, which every field refuses. Then shows that nothing was kept, and
 * clears the clipboard after a paste.
 */
export function refusesSecret(text: string, { pasted }: { readonly pasted: boolean }): boolean {
  const found = findSecret(text);
  if (found === null || found.kind === 'hex') return false;
  if (pasted) void call('app.clearClipboard', {}).catch(sayProblem);
  say(nothingKept(found.kind), 'danger');
  return true;
}

/** Returns true for bytes that are such a text in UTF-16, as some editors save it. Its bytes would read as a message. */
export function refusesSecretUtf16(bytes: Uint8Array, pasted: { readonly pasted: boolean }): boolean {
  if (!isUtf16(bytes)) return false;
  const isBigEndian = bytes[0] === 0 || bytes[0] === 0xfe;
  return refusesSecret(new TextDecoder(isBigEndian ? 'utf-16be' : 'utf-16le').decode(bytes), pasted);
}
