import { useClock } from '../state/clock.ts';
import { useSession } from '../state/session.ts';
import type { Refresh } from '../state/work.ts';
import { IconButton } from '../ui/button.tsx';
import { Badge } from '../ui/notice.tsx';
import { freshness } from '../words/freshness.ts';
import { problemWords } from '../words/problem.ts';
import './freshness.css';

interface FreshnessProps {
  /** "accounts", as in "Refresh accounts". */
  readonly what: string;
  readonly work: Refresh;
  readonly refreshedAt: number | null;
}

/** How old a list is, with the button that renews it. */
export function Freshness({ what, work, refreshedAt }: FreshnessProps) {
  const now = useClock((clock) => clock.now);
  const service = useSession((session) => session.app?.service.state ?? 'unknown');
  const { running, progress, problem } = work.use();
  const words = freshness({ refreshedAt, now, refreshing: running, failed: problem !== null, service });
  return (
    <div className="freshness">
      <span role="status" title={problem === null ? undefined : problemWords(problem).message}>
        <Badge tone={words.tone}>{words.text}</Badge>
      </span>
      {running && progress !== null ? <span className="freshness-progress">{progress.text}</span> : null}
      <IconButton
        icon={running ? 'close' : 'refresh'}
        label={running ? 'Stop refreshing' : `Refresh ${what}`}
        onClick={() => (running ? work.cancel() : void work.start({}))}
      />
    </div>
  );
}
