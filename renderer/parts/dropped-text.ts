import type { DragEvent } from 'react';
import { encodingFault, utf8Decode } from '../../shared/wire/index.ts';
import { say } from '../ui/toasts.tsx';
import { refusesSecret } from './secret.ts';
import { tooLarge } from './too-large.ts';

/**
 * Takes the text of a file, with the line ends of inputs. Refuses with a message a file beyond `maximum` bytes, one in
 * another encoding than UTF-8, and one that holds a provable secret.
 */
export function takeText(file: File, maximum: number, take: (text: string) => void): void {
  if (file.size > maximum) {
    say(tooLarge(maximum), 'danger');
    return;
  }
  file.arrayBuffer().then(
    (buffer) => {
      const text = textOf(new Uint8Array(buffer));
      if (text === null) say('The file is not UTF-8 text, so nothing was taken. Save it as UTF-8.', 'danger');
      else if (!refusesSecret(text, { pasted: false })) take(text.replaceAll('\r\n', '\n'));
    },
    () => say('The file could not be read. Nothing was taken.', 'danger'),
  );
}

/** Takes the text of a dropped file, as `takeText` does. */
export function dropsText(maximum: number, take: (text: string) => void): (event: DragEvent) => void {
  return (event) => {
    const file = event.dataTransfer.files[0];
    if (file === undefined) return;
    event.preventDefault();
    takeText(file, maximum, take);
  };
}

/** Returns the text without a byte order mark. A secret in another encoding would not be recognised. */
function textOf(bytes: Uint8Array): string | null {
  if (encodingFault(bytes) !== null) return null;
  try {
    return utf8Decode(bytes).replace(/^\ufeff/, '');
  } catch {
    return null;
  }
}
