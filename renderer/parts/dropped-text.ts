import type { DragEvent } from 'react';
import { say } from '../ui/toasts.tsx';
import { turnsAway } from './secret.ts';

const MEBIBYTE = 1024 * 1024;

/**
 * Takes the text of a dropped file, with the line ends of inputs. Refuses with a message a file beyond `maximum` bytes
 * and one that holds a provable secret.
 */
export function dropsText(maximum: number, take: (text: string) => void): (event: DragEvent) => void {
  const size = maximum < MEBIBYTE ? `${maximum / 1024} KiB` : `${maximum / MEBIBYTE} MiB`;
  return (event) => {
    const file = event.dataTransfer.files[0];
    if (file === undefined) return;
    event.preventDefault();
    if (file.size > maximum) return say(`The file is larger than ${size}, so it was not read.`, 'danger');
    void file.text().then((text) => {
      if (!turnsAway(text, { pasted: false })) take(text.replaceAll('\r\n', '\n'));
    });
  };
}
