import { copyText } from '../state/copy.ts';
import { Button, IconButton } from '../ui/button.tsx';

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
