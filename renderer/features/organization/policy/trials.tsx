import { useRef, useState } from 'react';
import type { PolicyTrial } from '../../../../shared/model/index.ts';
import { job } from '../../../bridge.ts';
import { Fold } from '../../../meaning/fold.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextArea } from '../../../ui/field.tsx';
import { Pages } from '../../../ui/pages.tsx';
import { Progress } from '../../../ui/steps.tsx';
import { Visible } from '../../../ui/visible.tsx';
import { counted } from '../../../words/number.ts';
import { isCancelled } from '../../../words/problem.ts';
import { shortMoment } from '../../../words/time.ts';
import type { Look } from '../section.ts';
import type { PolicyDraft } from './draft.ts';
import {
  aloneWords,
  decisionWords,
  exampleOf,
  outcomeWords,
  parametersProblem,
  REQUESTS,
  type SortedTrials,
  sortTrials,
  trialTitle,
  valueWords,
} from './trial-rules.ts';

/** Past activities of one trial, and the trials of one page. */
const ACTIVITIES = 100;
const PAGE = 20;
const FIRST = 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2';

interface TrialsProps {
  readonly draft: PolicyDraft;
  /** Null for a new policy. */
  readonly policyId: string | null;
  readonly isSound: boolean;
  readonly look: Look;
}

/** Has the local service decide past activities, or one composed request, with the policy and without it. */
export function Trials({ draft, policyId, isSound, look }: TrialsProps) {
  const controller = useRef<AbortController | null>(null);
  const [done, setDone] = useState(0);
  const [found, setFound] = useState<SortedTrials | null>(null);
  const [isComposing, setComposing] = useState(false);
  const { name, effect, condition, consensus, time } = draft;
  const trial = useAction(async (request: { type: string; parameters: string; approvers: string[] } | null) => {
    controller.current = new AbortController();
    setDone(0);
    setFound(null);
    const policy = { policyId, policyName: name === '' ? 'This policy' : name, effect, condition, consensus, time };
    const { trials } = await job(
      'policies.try',
      { policy, activities: request === null ? ACTIVITIES : 0, request },
      { signal: controller.current.signal, progress: ({ done: reached }) => setDone(reached) },
    );
    setFound(sortTrials(trials));
  });
  return (
    <section className="policy-trials" aria-label="Try it">
      <h2>Try it</h2>
      {isSound ? null : <p className="soft">A trial needs a policy without errors.</p>}
      {trial.busy ? (
        <div className="policy-trial-acts">
          <Progress label="Trial" done={done} total={ACTIVITIES} text={`${counted(done, 'request')} decided`} />
          <Button onClick={() => controller.current?.abort()}>Cancel trial</Button>
        </div>
      ) : (
        <div className="policy-trial-acts">
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
      {found === null ? null : <Found found={found} />}
    </section>
  );
}

interface ComposeProps {
  readonly look: Look;
  readonly isReady: boolean;
  readonly onTry: (request: { type: string; parameters: string; approvers: string[] }) => void;
}

/** A request that is never sent: its type, its parameters, and the people who approve it. */
function Compose({ look: { content }, isReady, onTry }: ComposeProps) {
  const [type, setType] = useState(FIRST);
  const [parameters, setParameters] = useState(exampleOf(FIRST));
  const [problem, setProblem] = useState<string>();
  const [approvers, setApprovers] = useState<readonly string[]>(content.me === null ? [] : [content.me]);
  const nameOf = (id: string) => content.users.find((user) => user.id === id)?.name ?? id;
  const others = content.users.filter(({ id }) => !approvers.includes(id));
  const run = () => {
    const wrong = parametersProblem(parameters);
    setProblem(wrong);
    if (wrong === undefined && isReady) onTry({ type, parameters, approvers: [...approvers] });
  };
  return (
    <div className="policy-compose">
      <SelectField
        label="Request"
        value={type}
        choices={REQUESTS}
        onChange={(chosen) => {
          setType(chosen);
          setParameters(exampleOf(chosen));
          setProblem(undefined);
        }}
      />
      <TextArea
        label="Parameters"
        rows={8}
        value={parameters}
        problem={problem}
        onChange={(event) => setParameters(event.target.value)}
      />
      <ul className="policy-approvers" aria-label="Approved by">
        {approvers.map((id) => (
          <li key={id}>
            <Visible text={nameOf(id)} />
            <Button kind="quiet" onClick={() => setApprovers(approvers.filter((one) => one !== id))}>
              Remove
              <span className="visually-hidden">
                {' '}
                <Visible text={nameOf(id)} />
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <SelectField
        label="Add approver"
        value=""
        choices={[{ value: '', label: 'Choose a user' }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(id) => id !== '' && setApprovers([...approvers, id])}
      />
      <div>
        <Button disabled={!isReady || approvers.length === 0} onClick={run}>
          Try this request
        </Button>
      </div>
    </div>
  );
}

function Found({ found: { trials, changed, untried } }: { readonly found: SortedTrials }) {
  if (trials.length + untried.length === 0) return <p className="soft">No past activities. Compose a request.</p>;
  return (
    <>
      <p role="status">
        <strong>{changed === 1 ? '1 request changes' : `${changed} requests change`}</strong>
        <span className="soft">, {trials.length - changed} stay as they were</span>
      </p>
      <Pages label="Trials" count={Math.ceil(trials.length / PAGE)}>
        {(page) => (
          <div className="folds">
            {trials.slice(page * PAGE, (page + 1) * PAGE).map((one, index) => (
              <Fold
                key={one.activityId ?? 'composed'}
                title={trialTitle(one)}
                note={outcomeWords(one)}
                isOpen={trials.length === 1 && index === 0}
              >
                <Tried trial={one} />
              </Fold>
            ))}
          </div>
        )}
      </Pages>
      {untried.map(({ activityId, problem }) => (
        <p key={activityId ?? 'composed'} className="tone-care-text">
          Not tried{activityId === null ? '' : ` (${activityId})`}: <Visible text={problem} />
        </p>
      ))}
      <p className="caption faint">
        Decided on this computer with today’s people, tags and usage. Nothing was sent or stored.
      </p>
    </>
  );
}

function Tried({ trial }: { readonly trial: PolicyTrial }) {
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
          <li key={`${clause.part} ${clause.number}`}>
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
