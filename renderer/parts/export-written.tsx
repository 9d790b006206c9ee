import { Notice } from '../ui/notice.tsx';
import { Visible } from '../ui/visible.tsx';

/** The path of an export that was written as a file of age. */
export function AgeWritten({ path }: { readonly path: string }) {
  return (
    <Notice tone="plain" title="The age file is written" loud>
      <p className="selectable">
        <Visible text={path} />
      </p>
      <p>Open it with age: only its recipients, or whoever knows its passphrase, can.</p>
    </Notice>
  );
}
