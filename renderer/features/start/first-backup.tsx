import { BackupProgress } from '../../parts/backup-progress.tsx';
import { Problem } from '../../parts/problem.tsx';
import { backupWriting } from '../../state/backups.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Visible } from '../../ui/visible.tsx';
import { isRefused } from '../../words/problem.ts';

/** Offers a backup of the new vault, before there is anything to lose. */
export function FirstBackup({ onDone }: { readonly onDone: () => void }) {
  const { running, problem, result } = backupWriting.use();
  const written = result?.written ?? null;
  const isWritten = !running && written !== null;
  return (
    <div className="start-form">
      <div className="start-title">
        <h1>Keep a backup away from this computer</h1>
        <p className="soft">
          Your keys exist only here. If this disk fails, they cannot be recovered. A backup takes a minute: one sealed
          file, on a USB stick or a network drive.
        </p>
      </div>
      <p className="soft">
        Castellan asks for a place, then for a new passphrase in the confirmation window. It opens the finished backup
        once to check it.
      </p>
      <div role="status">
        {running ? <BackupProgress work={backupWriting} label="Writing the backup" /> : null}
        {isWritten ? (
          <Notice
            tone={written.checked === null ? 'care' : 'proven'}
            title={written.checked === null ? 'The backup was not checked' : 'The backup was written and checked'}
          >
            <p className="selectable">
              <Visible text={written.path} />
            </p>
          </Notice>
        ) : null}
      </div>
      {running || problem === null || isRefused(problem) ? null : <Problem error={problem} />}
      <div className="start-actions">
        {running || isWritten ? null : <Button onClick={onDone}>Later</Button>}
        {isWritten ? (
          <Button kind="primary" large onClick={onDone}>
            Go on
          </Button>
        ) : (
          <Button kind="primary" large disabled={running} onClick={() => void backupWriting.start({})}>
            Back up…
          </Button>
        )}
      </div>
    </div>
  );
}
