import { Notice } from '../ui/notice.tsx';
import { Visible } from '../ui/visible.tsx';

/** The words for a written export, by the ending of its file. */
const WRITTEN: ReadonlyMap<string, { readonly title: string; readonly use: string }> = new Map([
  [
    'age',
    {
      title: 'The age file is written',
      use: 'Open it with age: only its recipients, or whoever knows its passphrase, can.',
    },
  ],
  ['json', { title: 'The keystore is written', use: 'Only whoever knows its passphrase can open it.' }],
  [
    'pdf',
    {
      title: 'The recovery sheet is written',
      use: 'It is not encrypted. Print it on a printer that you trust, then delete the file.',
    },
  ],
]);
const ANY = { title: 'The export is written', use: 'Keep the file where only you can read it.' };

/** The path of an export that was written to a file. */
export function ExportWritten({ path }: { readonly path: string }) {
  const { title, use } = WRITTEN.get(path.slice(path.lastIndexOf('.') + 1)) ?? ANY;
  return (
    <Notice tone="plain" title={title} loud>
      <p className="selectable">
        <Visible text={path} />
      </p>
      <p>{use}</p>
    </Notice>
  );
}
