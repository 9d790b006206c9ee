import { call } from '../bridge.ts';
import { WholeAddress } from '../ui/address.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import type { Fact } from '../ui/facts.tsx';
import { say } from '../ui/toasts.tsx';
import { Mono } from '../ui/visible.tsx';
import { inSentence } from '../words/labels.ts';
import { problemWords } from '../words/problem.ts';

/** Copies public text through main, which clears the clipboard after a minute. The toast names `what`: "Address". */
export async function copyText(what: string, text: string): Promise<void> {
  try {
    await call('app.copy', { text });
    say(`${what} copied. The clipboard is cleared in one minute.`);
  } catch (error) {
    say(`${what} was not copied. ${problemWords(error).message}`, 'danger');
  }
}

/** A fact whose value is shown whole, with a button that copies it. `copied` is the text to copy if it differs. */
export function copiedFact(label: string, text: string, copied = text): Fact {
  return {
    label,
    value: (
      <span className="fact-copy">
        <WholeAddress text={text} />
        <CopyIcon what={label} text={copied} />
      </span>
    ),
  };
}

/** A fact whose value is an id, unchanged, with a button that copies it. */
export const idFact = (label: string, id: string): Fact => ({
  label,
  value: (
    <span className="fact-copy">
      <Mono text={id} />
      <CopyIcon what={label} text={id} />
    </span>
  ),
});

/** The fingerprint of a request. Its algorithm is copied with it and not shown. */
export const fingerprintFact = (fingerprint: string): Fact =>
  copiedFact('Fingerprint', fingerprint.replace(/^sha256:/, ''), fingerprint);

interface CopyProps {
  /** The name of the text, such as "Address". The button shows "Copy address", the toast "Address copied". */
  readonly what: string;
  readonly text: string;
}

/** Lowers the first letter, except of an abbreviation or a single letter. */
const label = (what: string) => `Copy ${inSentence(what)}`;

/** Copies public text. An icon, for use beside the text. */
export function CopyIcon({ what, text }: CopyProps) {
  return <IconButton icon="copy" label={label(what)} onClick={() => void copyText(what, text)} />;
}

/** Copies public text. A button with words, for use alone. */
export function CopyButton({ what, text }: CopyProps) {
  return (
    <Button icon="copy" onClick={() => void copyText(what, text)}>
      {label(what)}
    </Button>
  );
}
