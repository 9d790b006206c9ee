import { LIMITS } from '../../shared/model/index.ts';
import type { CommandContext } from './context.ts';
import { readSecretInput } from './secret-input.ts';

/**
 * Reads a mnemonic from a file, stdin or the terminal as bytes, which never become a string. Normalizes its spaces and
 * letters. The caller wipes the result.
 */
export async function readMnemonic(
  file: string | undefined,
  context: CommandContext,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readSecretInput(
    file,
    { what: 'The mnemonic', asked: 'Mnemonic: ', maximum: LIMITS.mnemonic },
    context,
  );
  try {
    return plainWords(bytes);
  } finally {
    bytes.fill(0);
  }
}

/** Puts one space between words and lowercases ASCII letters, because no word list has uppercase letters. */
function plainWords(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const words = new Uint8Array(bytes.length);
  let length = 0;
  let isApart = false;
  for (const byte of bytes) {
    const isSpace = byte === SPACE || (byte >= 0x09 && byte <= 0x0d);
    if (!isSpace && isApart && length > 0) {
      words[length] = SPACE;
      length += 1;
    }
    isApart = isSpace;
    if (isSpace) continue;
    words[length] = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
    length += 1;
  }
  const plain = words.slice(0, length);
  words.fill(0);
  return plain;
}

const SPACE = 0x20;
