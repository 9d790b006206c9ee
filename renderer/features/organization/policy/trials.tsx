import { useRef, useState } from 'react';
import type { TitledTrial } from '../../../../shared/model/index.ts';
import { job } from '../../../bridge.ts';
import { sentence } from '../../../language/sentence.ts';
import { Problem } from '../../../parts/problem.tsx';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Pages } from '../../../ui/pages.tsx';
import { Progress } from '../../../ui/steps.tsx';
import { Visible } from '../../../ui/visible.tsx';
import { counted } from '../../../words/number.ts';
import { isCancelled } from '../../../words/problem.ts';
import { shortMoment } from '../../../words/time.ts';
import type { Look } from '../section.ts';
import { Compose, type ComposedRequest } from './compose.tsx';
import type { PolicyDraft } from './draft.ts';
import {
  aloneWords,
  decidingClause,
  decisionWords,
  isTried,
  type MarkedClause,
  outcomeWords,
  PAST,
  type Past,
  pastOf,
  type SortedTrials,
  sortTrials,
  type TriedDraft,
  trialTitle,
  valueWords,
} from './trial-rules.ts';

/** The trials of one page. */
const PAGE = 20;

interface TrialsProps {
  readonly draft: PolicyDraft;
  /** Null for a new policy. */
  readonly policyId: string | null;
  readonly isSound: boolean;
  readonly look: Look;
  /** Marks the clause that decides about the opened trial in the text of the policy. Null marks none. */
  readonly onMark: (clause: MarkedClause | null) => void;
}

/** Has the local service decide past activities, or one composed request, with the policy and without it. */
export function Trials({ draft, policyId, isSound, look, onMark }: TrialsProps) {
  const controller = useRef<AbortController | null>(null);
  const [done, setDone] = useState(0);
  const [found, setFound] = useState<TriedDraft | null>(null);
  const [isComposing, setComposing] = useState(false);
  const [past, setPast] = useState<Past>('month');
  const { activities, since } = pastOf(past, Date.now());
  const { name, effect, condition, consensus, time } = draft;
  const trial = useAction(async (request: ComposedRequest | null) => {
    controller.current = new AbortController();
    setDone(0);
    setFound(null);
    onMark(null);
    const policy = { policyId, policyName: name === '' ? 'This policy' : name, effect, condition, consensus, time };
    const { trials } = await job(
      'policies.try',
      { policy, activities: request === null ? activities : 0, since: request === null ? since : null, request },
      { signal: controller.current.signal, progress: ({ done: reached }) => setDone(reached) },
    );
    setFound({ draft, trials: sortTrials(trials) });
  });
  return (
    <section className="policy-trials" aria-label="Try it">
      <h2>Try it</h2>
      {isSound ? null : <p className="soft">A trial needs a policy without errors.</p>}
      {trial.busy ? (
        <div className="policy-trial-acts">
          <Progress label="Trial" done={done} total={activities} text={`${counted(done, 'request')} decided`} />
          <Button onClick={() => controller.current?.abort()}>Cancel trial</Button>
        </div>
      ) : (
        <div className="policy-trial-acts">
          <SelectField label="Past activities" value={past} choices={PAST} onChange={setPast} />
          <Button disabled={!isSound} onClick={() => void trial.run(null)}>
            Try past activities
          </Button>
          <Button aria-expanded={isComposing} onClick={() => setComposing(!isComposing)}>
            Compose a request
          </Button>
        </div>
      )}
      {isComposing ? (
        <Compose look={look} isReady={isSound && !trial.busy} onTry={(request) => void trial.run(request)} />
      ) : null}
      {trial.problem === null || isCancelled(trial.problem) ? null : <Problem error={trial.problem} />}
      {found === null ? null : isTried(found.draft, draft) ? (
        <Found found={found.trials} onMark={onMark} />
      ) : (
        <p role="status" className="soft">
          The policy was changed after the trial. Try it again.
        </p>
      )}
    </section>
  );
}

interface FoundProps extends Pick<TrialsProps, 'onMark'> {
  readonly found: SortedTrials;
}

function Found({ found: { trials, changed, untried }, onMark }: FoundProps) {
  if (trials.length + untried.length === 0) return <p className="soft">No past activities. Compose a request.</p>;
  return (
    <>
      <p role="status">
        <strong>{changed === 1 ? '1 request changes' : `${changed} requests change`}</strong>
        <span className="soft">{sameWords(trials.length - changed)}</span>
      </p>
      <Pages label="Trials" count={Math.ceil(trials.length / PAGE)}>
        {(page) => (
          <div className="folds">
            {trials.slice(page * PAGE, (page + 1) * PAGE).map((one, index) => (
              <details
                key={one.activityId ?? 'composed'}
                className="fold"
                open={trials.length === 1 && index === 0}
                onToggle={({ currentTarget }) => onMark(currentTarget.open ? decidingClause(one) : null)}
              >
                <summary>
                  <span className="fold-title">
                    <Visible text={trialTitle(one)} />
                  </span>
                  <span className="fold-note caption faint">{outcomeWords(one)}</span>
                </summary>
                <div className="fold-body">
                  <Tried trial={one} />
                </div>
              </details>
            ))}
          </div>
        )}
      </Pages>
      {untried.map(({ activityId, problem }) => (
        <p key={activityId ?? 'composed'} className="tone-care-text">
          Not tried{activityId === null ? '' : ` (${activityId})`}: <Visible text={sentence(problem)} />
        </p>
      ))}
      <p className="caption faint">
        Decided on this computer with today’s people, tags and usage. Nothing was sent or stored.
      </p>
    </>
  );
}

function Tried({ trial }: { readonly trial: TitledTrial }) {
  const { at, approvers, before, after, clauses } = trial;
  return (
    <div className="policy-tried">
      <p className="caption soft">
        <Visible text={`${shortMoment(at)}, ${approvers.map(({ name }) => name).join(', ')}`} />
      </p>
      <p>
        <Visible text={`With the policy: ${decisionWords(after)}.`} />
      </p>
      <p>
        <Visible text={`Without it: ${decisionWords(before)}.`} />
      </p>
      <p>{aloneWords(trial)}</p>
      <ol className="policy-clauses">
        {clauses.map((clause) => (
          <li
            key={`${clause.part} ${clause.number}`}
            aria-current={clause === decidingClause(trial) ? true : undefined}
          >
            <span className="faint tabular">{clause.number}</span>
            <code className="mono policy-clause-text">
              <Visible text={clause.text} />
            </code>
            <span className={clause.value === 'true' ? 'soft' : undefined}>{valueWords(clause)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

const sameWords = (count: number): string => (count === 1 ? ', 1 stays as it was' : `, ${count} stay as they were`);
