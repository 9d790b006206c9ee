import { useState } from 'react';
import { sentence } from '../language/sentence.ts';
import './backup-progress.css';
import { useAsking } from '../state/session.ts';
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
  const isAsking = useAsking();
  const [wasAsked, setWasAsked] = useState(false);
  if (isAsking && !wasAsked) setWasAsked(true);
  const next = wasAsked ? 'Starting' : 'Choose a file';
  return (
    <div className="backup-progress">
      <Progress
        label={label}
        done={progress?.done ?? 0}
        total={progress?.total ?? null}
        text={progress !== null ? sentence(progress.text) : isAsking ? 'Answer in the confirmation window' : next}
      />
      <Button onClick={() => work.cancel()}>Cancel</Button>
    </div>
  );
}
