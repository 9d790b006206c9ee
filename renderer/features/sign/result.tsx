import type { Submitted } from '../../request/flow.ts';
import { Result } from '../../request/result.tsx';
import { isCompleted, NotCompleted } from '../../request/running.tsx';
import { go } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';

interface SignResultProps {
  readonly submitted: Submitted;
  readonly onAgain: () => void;
}

/** The result of a signature, and the next steps. */
export function SignResult({ submitted, onAgain }: SignResultProps) {
  const { activity } = submitted;
  if (!isCompleted(submitted)) {
    return (
      <div className="sign-result">
        <NotCompleted submitted={submitted} />
        <div>
          <Button onClick={onAgain}>Sign another</Button>
        </div>
      </div>
    );
  }
  return (
    <div className="sign-result">
      <h2>Signed</h2>
      <Result
        detail={activity}
        more={
          <>
            <Button onClick={() => go('activities', { activityId: activity.row.activityId })}>Show activity</Button>
            <Button onClick={onAgain}>Sign another</Button>
          </>
        }
      />
    </div>
  );
}
