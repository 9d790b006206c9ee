import './backup-progress.css';
import type { Work } from '../state/work.ts';
import { Button } from '../ui/button.tsx';
import { Progress } from '../ui/steps.tsx';

interface BackupProgressProps {
  readonly work: Work<'backups.create'> | Work<'backups.check'>;
  readonly label: string;
}

/** The progress of a backup that is written or checked, with its end. */
export function BackupProgress({ work, label }: BackupProgressProps) {
  const { progress } = work.use();
  return (
    <div className="backup-progress">
      <Progress
        label={label}
        done={progress?.done ?? 0}
        total={progress?.total ?? null}
        text={progress?.text ?? 'Answer in the dialog, then in the confirmation window'}
      />
      <Button onClick={() => work.cancel()}>Cancel</Button>
    </div>
  );
}
