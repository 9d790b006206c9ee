import { call } from '../bridge.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { say } from '../ui/toasts.tsx';
import { problemWords } from '../words/problem.ts';

/** Copies public text through main, which clears the clipboard after a minute. `what` is said back: "Address". */
export async function copyText(what: string, text: string): Promise<void> {
  try {
    await call('app.copy', { text });
    say(`${what} copied. The clipboard is cleared in one minute.`);
  } catch (error) {
    say(`${what} was not copied. ${problemWords(error).message}`, 'danger');
  }
}

interface CopyProps {
  /** "Address": the button says "Copy address", the toast "Address copied". */
  readonly what: string;
  readonly text: string;
}

const label = (what: string) => `Copy ${what.length === 1 ? what : what.charAt(0).toLowerCase() + what.slice(1)}`;

/** Copies public text; an icon where the text stands beside it. */
export function CopyIcon({ what, text }: CopyProps) {
  return <IconButton icon="copy" label={label(what)} onClick={() => void copyText(what, text)} />;
}

/** Copies public text; a button with words where it stands alone. */
export function CopyButton({ what, text }: CopyProps) {
  return (
    <Button icon="copy" onClick={() => void copyText(what, text)}>
      {label(what)}
    </Button>
  );
}
