import { Problem } from '../../parts/problem.tsx';
import type { Action } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { isRefused } from '../../words/problem.ts';

interface ListProblemsProps {
  /** The reason the list is not used, or null when it is used. */
  readonly problem: unknown;
  /** Accepts the list as it is. */
  readonly confirming: Action<[]>;
  /** Why an entry was not removed. */
  readonly removal: unknown;
}

/**
 * The problem of a list that the operator keeps, with a button that accepts the list as it is. Also shows why a removal
 * failed.
 */
export function ListProblems({ problem, confirming, removal }: ListProblemsProps) {
  return (
    <>
      {problem === null ? null : (
        <Problem
          error={problem}
          action={
            <Button onClick={() => void confirming.run()} disabled={confirming.busy}>
              Confirm…
            </Button>
          }
        />
      )}
      {[removal, confirming.problem].map((each, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: one place for each act
        each === null || isRefused(each) ? null : <Problem key={index} error={each} />,
      )}
    </>
  );
}
