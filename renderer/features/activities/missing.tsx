import { activitiesList } from '../../state/lists.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { createRefresh, useOwn } from '../../state/work.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { count } from '../../words/number.ts';
import { problemWords } from '../../words/problem.ts';
import { moment } from '../../words/time.ts';

/** It outlives the place, so that an operator can work elsewhere meanwhile. */
const olderReading = createRefresh('activities.readOlder');

/** Says which activities were not read, and reads them. `effect` is a sentence. Draws nothing when all were read. */
export function Missing({ effect }: { readonly effect: string }) {
  const { answer } = useAnswer('activities.missing', {}, 'activities.changed');
  const { running: isRefreshing } = activitiesList.refresh.use();
  const { running, progress, problem } = useOwn(olderReading);
  if (answer === null || answer.missing === 'none') return null;
  const { missing, before } = answer;
  if (missing === 'some')
    return isRefreshing ? null : (
      <div className="list-problem">
        <Notice
          tone="care"
          title="Not all activities were read"
          action={<Button onClick={() => void activitiesList.refresh.start({})}>Read again</Button>}
        >
          Reading stopped before its end. {effect}
        </Notice>
      </div>
    );
  return (
    <div className="list-problem">
      <Notice
        tone="care"
        title="Older activities are not shown"
        action={
          running ? (
            <Button onClick={() => olderReading.cancel()}>Stop reading</Button>
          ) : (
            <Button onClick={() => void olderReading.start({})}>Read older activities</Button>
          )
        }
      >
        {running
          ? `${count(progress?.done ?? 0)} older activities were read.`
          : `Castellan reads 5,000 activities at a time. ${before === null ? 'Older ones' : `Those before ${moment(before)}`} were not read. ${effect}`}
        {problem === null || running ? null : ` ${problemWords(problem).message}`}
      </Notice>
    </div>
  );
}
