import type { QuestionOf } from '../../shared/ipc/index.ts';
import { Bytes } from '../meaning/value.tsx';
import { Facts } from '../ui/facts.tsx';
import { Refused } from './refused.tsx';

/** Draws the question for the passphrase of a backup: a new one to write it, or the present one to check it. */
export function drawBackup({ act, file, problem }: QuestionOf<'backup'>) {
  const isNew = act === 'create';
  return {
    headline: isNew ? 'Choose a passphrase for the backup' : 'Type the passphrase of the backup',
    body: (
      <>
        <Facts label="Backup" facts={[{ label: 'File', value: <Bytes text={file} /> }]} />
        <p className="soft">
          {isNew
            ? 'Only this passphrase opens the backup. It cannot be recovered. Keep it apart from the file and from this computer.'
            : 'The backup is opened in memory and every key, database and seal in it is checked. Nothing is restored.'}
        </p>
        <Refused title="The backup was not opened" problem={problem} />
      </>
    ),
    no: isNew ? 'Don’t back up' : 'Don’t check',
    yes: isNew ? 'Back up' : 'Check backup',
  };
}
