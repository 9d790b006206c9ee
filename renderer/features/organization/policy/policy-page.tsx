import { type FormEvent, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { advisePolicy, clausesOfPolicy, explainPolicy } from '../../../../shared/policy-language/index.ts';
import { Problem } from '../../../parts/problem.tsx';
import { CarryButton } from '../../../request/carry-button.tsx';
import { OutcomeDialog } from '../../../request/request-dialog.tsx';
import { useRequest } from '../../../request/use-request.ts';
import { organizationRefresh } from '../../../state/organization.ts';
import { showOrganizationPage } from '../../../state/route.ts';
import { Button } from '../../../ui/button.tsx';
import { Segments } from '../../../ui/choices.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Place } from '../../../ui/place.tsx';
import { Visible } from '../../../ui/visible.tsx';
import { counted } from '../../../words/number.ts';
import { isRefused, problemWords } from '../../../words/problem.ts';
import type { Look } from '../section.ts';
import { useEscape } from '../use-escape.ts';
import { faultsOf, MAXIMUM, NEW_POLICY, PARTS, type PolicyDraft, requestOf, usePolicyDrafts } from './draft.ts';
import { ExpressionField } from './expression-field.tsx';
import './policy.css';
import { shownClause } from './segments.ts';
import type { MarkedClause } from './trial-rules.ts';
import { Trials } from './trials.tsx';
import { useAround } from './use-around.ts';
import { AdviceList, Words } from './words-pane.tsx';

const EFFECTS = [
  { value: 'EFFECT_ALLOW', label: 'Allow' },
  { value: 'EFFECT_DENY', label: 'Deny' },
] as const;

interface PolicyPageProps {
  /** Null for a new policy. */
  readonly policyId: string | null;
  readonly look: Look;
}

const close = () => showOrganizationPage(null);

/** Writes or changes a policy: its text, the policy in words, findings about it, and trials. */
export function PolicyPage({ policyId, look }: PolicyPageProps) {
  const today = look.content.policies.find(({ id }) => id === policyId) ?? null;
  const { value: drafts, set } = usePolicyDrafts();
  const { [policyId ?? '']: kept, ...others } = drafts;
  const draft = kept ?? today ?? NEW_POLICY;
  const request = useRequest();
  const { flow } = request;
  const [problem, setProblem] = useState<string>();
  const [marked, setMarked] = useState<MarkedClause | null>(null);
  const around = useAround(policyId);
  useEscape(close);
  const change = (changed: Partial<PolicyDraft>) => {
    setProblem(undefined);
    set({ ...drafts, [policyId ?? '']: { ...pickDraft(draft), ...changed } });
  };

  // The text stays quick while a long policy is put into words.
  const shown = useDeferredValue(draft);
  const faults = useMemo(() => faultsOf(draft), [draft]);
  const explained = useMemo(() => explainPolicy(shown, look.names.all), [shown, look.names]);
  const clauses = useMemo(() => clausesOfPolicy(draft), [draft]);
  const isSound = PARTS.every(({ part }) => faults[part].length === 0);
  const advice = useMemo(
    () => (explained.faults.length > 0 ? [] : advisePolicy(shown, around.facts)),
    [shown, explained, around.facts],
  );
  const errors = PARTS.filter(({ part }) => faults[part].length > 0).map(
    ({ part, title }) => `${counted(faults[part].length, 'error')} in ${title}`,
  );

  const isDone = flow.step === 'done';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the answer
  useEffect(() => {
    if (!isDone) return;
    set(others);
    void organizationRefresh.start({});
  }, [isDone]);

  const review = () => {
    const asked = requestOf(draft, today);
    if (draft.name.trim() === '') setProblem('Give the policy a name.');
    else if (asked === null) setProblem('Nothing is changed yet.');
    else if (isSound && flow.step === 'idle') void request.review(asked.operation, asked.parameters);
  };
  const title = policyId === null ? 'New policy' : (today?.name ?? 'Policy');
  return (
    <div className="organization">
      <Place
        title={title}
        before={
          <Button kind="quiet" onClick={close}>
            Policies
          </Button>
        }
        tools={
          <span role="status" className="tone-danger-text caption cut">
            {errors.join(', ')}
          </span>
        }
        actions={
          <>
            <Button
              onClick={() => {
                set(others);
                close();
              }}
            >
              {kept === undefined ? 'Cancel' : 'Discard draft'}
            </Button>
            <Button
              kind="primary"
              disabled={!isSound || flow.step !== 'idle'}
              data-act="true"
              aria-keyshortcuts="Control+Enter"
              onClick={() => {
                request.carryNext(false);
                review();
              }}
            >
              Review policy
            </Button>
          </>
        }
      >
        {policyId !== null && today === null ? (
          <div className="policy-gone">
            <Notice tone="care" title="This policy was deleted">
              The organization no longer has it. Nothing can be changed here.
            </Notice>
          </div>
        ) : (
          <form className="policy" aria-label="Policy" onSubmit={(event: FormEvent) => event.preventDefault()}>
            <div className="policy-text">
              {problem === undefined ? null : <Notice tone="danger" title={problem} loud />}
              {flow.step !== 'idle' || flow.problem === null ? null : isRefused(flow.problem) ? (
                <p role="status">
                  <Visible text={problemWords(flow.problem).message} />
                </p>
              ) : (
                <Problem error={flow.problem} />
              )}
              <div className="policy-name">
                <TextField
                  label="Name"
                  maxLength={MAXIMUM.name}
                  autoFocus
                  value={draft.name}
                  onChange={(event) => change({ name: event.target.value })}
                />
                <Segments
                  label="Effect"
                  value={draft.effect}
                  choices={EFFECTS}
                  onChange={(effect) => {
                    setMarked(null);
                    change({ effect });
                  }}
                />
              </div>
              {PARTS.map(({ part, title: name }) => (
                <ExpressionField
                  key={part}
                  part={part}
                  title={name}
                  value={draft[part]}
                  clauses={clauses[part].map(shownClause)}
                  marked={marked?.part === part ? marked.number : null}
                  faults={faults[part]}
                  facts={around.facts}
                  onChange={(text) => {
                    setMarked(null);
                    change({ [part]: text });
                  }}
                />
              ))}
              <TextArea
                label="Notes"
                rows={2}
                maxLength={MAXIMUM.notes}
                value={draft.notes}
                onChange={(event) => change({ notes: event.target.value })}
              />
              <div>
                <CarryButton request={request} onReview={review} disabled={!isSound || flow.step !== 'idle'} />
              </div>
              {around.problem === null ? null : (
                <Problem error={around.problem} action={<Button onClick={around.again}>Read again</Button>} />
              )}
              {isSound ? <AdviceList advice={advice} isWhole={around.facts !== undefined} /> : null}
            </div>
            <div className="policy-side">
              <Words explained={explained} />
              <Trials {...{ draft, policyId, isSound, look }} onMark={setMarked} />
            </div>
          </form>
        )}
      </Place>
      {flow.step === 'idle' || flow.step === 'preparing' ? null : (
        <OutcomeDialog
          title={title}
          request={request}
          done={() => <p>The service completed it.</p>}
          onClose={() => (isDone ? close() : request.reset())}
        />
      )}
    </div>
  );
}

/** Returns the members of a draft from a policy. */
const pickDraft = ({ name, effect, condition, consensus, time, notes }: PolicyDraft): PolicyDraft => ({
  name,
  effect,
  condition,
  consensus,
  time,
  notes,
});
