import { type ClipboardEvent, type DragEvent, type FocusEvent, useRef, useState } from 'react';
import { readPaymentUri } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { readGiven } from '../../parts/given-file.ts';
import { refusesSecret } from '../../parts/secret.ts';
import { problemWords } from '../../words/problem.ts';
import type { PaymentDraft } from './draft.ts';
import { type LinkContent, type LinkTarget, readLink } from './recipient-link.ts';

/** The largest accepted text file: an address or a link. */
const MAXIMUM_FILE = 4 * 1024;
const MAXIMUM_ADDRESS = 512;

interface LinkIntake {
  /** The sentence about the last link or file, and whether nothing was taken from it. Null after the text changed. */
  readonly notice: { readonly words: string; readonly isProblem: boolean } | null;
  readonly clear: () => void;
  readonly onPaste: (event: ClipboardEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

const placeOf = ({ account, chain, token }: Omit<LinkTarget, 'assetsOf'>): string =>
  JSON.stringify([account?.addressFormat, chain, token]);

/** Takes payment links, QR codes and text files that are pasted or dropped on the recipient. */
export function useLink(
  target: Omit<LinkTarget, 'assetsOf'>,
  onChange: (change: Partial<PaymentDraft>) => void,
): LinkIntake {
  const [notice, setNotice] = useState<LinkIntake['notice']>(null);
  const latest = useRef({ target, onChange, count: 0 });
  Object.assign(latest.current, { target, onChange });

  const settle = (content: LinkContent) => {
    const { problem, change } = content;
    setNotice({ words: problem ?? content.words, isProblem: problem !== undefined });
    if (change !== undefined) latest.current.onChange(change);
  };
  /** Only the newest text counts. */
  const run = async (read: () => Promise<LinkContent | null>) => {
    latest.current.count += 1;
    const { count, target: asked } = latest.current;
    const content = await read().catch((error: unknown) => ({ problem: problemWords(error).message }));
    // The link was read for the account and the chain of that moment.
    const isSame = placeOf(asked) === placeOf(latest.current.target);
    if (content !== null && count === latest.current.count && isSame) settle(content);
  };
  const link = (text: string) =>
    readLink(text, {
      ...latest.current.target,
      assetsOf: async (chain) => (await call('payments.assets', { chain })).assets,
    });
  const takeFile = (file: File, pasted: boolean) =>
    run(async () => {
      const content = await readGiven(file, MAXIMUM_FILE);
      if (typeof content === 'string') return { problem: content };
      const text = textOf(content.bytes);
      if (text !== null && refusesSecret(text, { pasted })) return null;
      const source = content.isPicture ? 'The QR code' : 'The file';
      if (text === null) return { problem: `${source} holds no address and no payment link. Nothing was taken.` };
      return (
        (await link(text)) ?? { change: { to: text, kept: null }, words: `${source} holds this address. Compare it.` }
      );
    });

  return {
    notice,
    clear: () => {
      latest.current.count += 1;
      setNotice(null);
    },
    onPaste: (event) => {
      if (event.defaultPrevented) return;
      const text = event.clipboardData.getData('text/plain');
      const [file] = event.clipboardData.files;
      if (text === '' ? file === undefined : readPaymentUri(text) === null) return;
      event.preventDefault();
      void (text === '' && file !== undefined ? takeFile(file, true) : run(() => link(text)));
    },
    onDrop: (event) => {
      const [file] = event.dataTransfer.files;
      if (file === undefined) return;
      event.preventDefault();
      void takeFile(file, false);
    },
    // A link that was typed is read when the field is left.
    onBlur: ({ target: field }) => {
      if (field instanceof HTMLInputElement && readPaymentUri(field.value) !== null) void run(() => link(field.value));
    },
  };
}

/** Returns the one line of text, or null for anything else. */
function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
    const isLine = text !== '' && !/[\s\p{C}]/u.test(text);
    return isLine && (text.length <= MAXIMUM_ADDRESS || readPaymentUri(text) !== null) ? text : null;
  } catch {
    return null;
  }
}
