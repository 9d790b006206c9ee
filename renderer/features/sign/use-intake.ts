import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';
import { GIVEN_LIMITS } from '../../../shared/model/index.ts';
import { readGiven } from '../../parts/given-file.ts';
import { refusesSecret, refusesSecretUtf16 } from '../../parts/secret.ts';
import { type Recognised, recognise, recogniseContent } from './recognise.ts';

interface Intake {
  /**
   * The recognised kind of the last paste, file or picture, or the reason it was refused. Cleared when the text
   * changes.
   */
  readonly notice: string | null;
  readonly onPaste: (event: ClipboardEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
  /** Takes a chosen file as a dropped one. */
  readonly onFile: (file: File) => void;
}

/** Recognises and takes every pasted or dropped file and QR code picture, and text pasted while `text` is empty. */
export function useIntake(text: string, onTake: (taken: Recognised) => void): Intake {
  const [notice, setNotice] = useState({ words: null as string | null, of: '' });
  const latest = useRef({ text, onTake, count: 0 });
  Object.assign(latest.current, { text, onTake });

  const show = (words: string | null, of = latest.current.text) => setNotice({ words, of });
  const take = (found: Recognised, pasted: boolean, from = '') => {
    if (refusesSecret(found.text, { pasted })) return show(null);
    show(`${from}${found.words}. You can change its kind below.`, found.text);
    latest.current.onTake(found);
  };
  const takeFile = async (file: File, pasted: boolean) => {
    latest.current.count += 1;
    const { count } = latest.current;
    show('It is being read…');
    const content = await readGiven(file, GIVEN_LIMITS.payload);
    if (count !== latest.current.count) return;
    if (typeof content === 'string') show(content);
    else if (refusesSecretUtf16(content.bytes, { pasted })) show(null);
    else take(recogniseContent(content.bytes), pasted, content.isPicture ? 'From the QR code: ' : '');
  };
  return {
    notice: notice.of === text ? notice.words : null,
    onPaste: (event) => {
      if (event.defaultPrevented) return;
      const { clipboardData: clipboard, target } = event;
      const pasted = clipboard.getData('text/plain');
      const [file] = clipboard.files;
      if (pasted === '' && file !== undefined) {
        event.preventDefault();
        void takeFile(file, true);
        return;
      }
      // A paste into a non-empty text is part of that text.
      const found = text === '' && target instanceof HTMLTextAreaElement ? recognise(pasted) : null;
      if (found === null) return;
      event.preventDefault();
      take(found, true);
    },
    onFile: (file) => void takeFile(file, false),
    onDrop: (event) => {
      const [file] = event.dataTransfer.files;
      if (file === undefined) return;
      event.preventDefault();
      void takeFile(file, false);
    },
  };
}
