import { useEffect } from 'react';
import { Problem } from '../../../parts/problem.tsx';
import { CarryButton } from '../../../request/carry-button.tsx';
import { OutcomeDialog } from '../../../request/request-dialog.tsx';
import { useRequest } from '../../../request/use-request.ts';
import { organizationRefresh } from '../../../state/organization.ts';
import { showOrganizationPage } from '../../../state/route.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Place } from '../../../ui/place.tsx';
import { Visible } from '../../../ui/visible.tsx';
import { counted } from '../../../words/number.ts';
import { isRefused, problemWords } from '../../../words/problem.ts';
import type { Look } from '../section.ts';
import { useEscape } from '../use-escape.ts';
import { useQuorumDraft } from './draft.ts';
import './quorum.css';
import {
  approvalWords,
  cannotSignIn,
  isReachable,
  type Quorum,
  type QuorumChange,
  quorumChange,
  quorumLessMember,
  quorumWords,
  withThreshold,
} from './quorum-rules.ts';

const close = () => showOrganizationPage(null);

interface QuorumPageProps {
  readonly look: Look;
  /** The quorum as the service last reported it. */
  readonly today: Quorum;
  /** The member who is taken out at first. Null for none. */
  readonly without: string | null;
}

/** Changes the root quorum: its members by name, the votes that it needs, and the effect in words. */
export function QuorumPage({ look: { content, names }, today, without }: QuorumPageProps) {
  const { users, me } = content;
  const { draft, isTyped, set: setDraft, discard } = useQuorumDraft(quorumLessMember(today, without));
  const request = useRequest();
  const { flow } = request;
  const change = quorumChange(today, draft, content);
  useEscape(close);
  const isDone = flow.step === 'done';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the answer
  useEffect(() => {
    if (!isDone) return;
    discard();
    void organizationRefresh.start({});
  }, [isDone]);

  const abandon = () => {
    discard();
    close();
  };
  const set = (userIds: readonly string[]) => setDraft(withThreshold({ ...draft, userIds }, draft.threshold));
  const others = users.filter(({ id }) => !draft.userIds.includes(id));
  const isReady = change.headline !== null && flow.step === 'idle';
  const review = () =>
    void request.review('update_root_quorum', { threshold: draft.threshold, userIds: draft.userIds });
  return (
    <div className="organization">
      <Place
        title="Change quorum"
        before={
          <Button kind="quiet" onClick={close}>
            Quorum
          </Button>
        }
        actions={
          <>
            <Button onClick={abandon}>{isTyped ? 'Discard draft' : 'Cancel'}</Button>
            <Button
              kind="primary"
              disabled={!isReady}
              data-act="true"
              aria-keyshortcuts="Control+Enter"
              onClick={() => {
                request.carryNext(false);
                review();
              }}
            >
              Review change
            </Button>
          </>
        }
      >
        <div className="quorum">
          <div className="quorum-members">
            <p className="soft">
              Members of the root quorum can do everything when enough of them vote. No policy limits them.
            </p>
            {flow.step !== 'idle' || flow.problem === null ? null : isRefused(flow.problem) ? (
              <p role="status">
                <Visible text={problemWords(flow.problem).message} />
              </p>
            ) : (
              <Problem error={flow.problem} />
            )}
            <h2>Members</h2>
            <ul aria-label="Members">
              {draft.userIds.map((id) => {
                const user = users.find((one) => one.id === id);
                return (
                  <li key={id}>
                    <span className={today.userIds.includes(id) ? 'cut' : 'cut quorum-new'}>
                      <Visible text={names.of(id)} />
                      {id === me ? <span className="soft"> you</span> : null}
                    </span>
                    <span className={user === undefined || !cannotSignIn(user) ? 'soft' : 'tone-care-text'}>
                      {user === undefined
                        ? 'not known'
                        : cannotSignIn(user)
                          ? 'cannot sign in'
                          : `${counted(user.passkeys.length, 'passkey')}, ${counted(user.keys.length, 'API key')}`}
                    </span>
                    <IconButton
                      icon="close"
                      label={`Remove ${names.of(id)}`}
                      onClick={() => set(draft.userIds.filter((one) => one !== id))}
                    />
                  </li>
                );
              })}
            </ul>
            <SelectField
              label="Add member"
              value=""
              choices={[
                { value: '', label: 'Choose a user' },
                ...others.map((user) => ({
                  value: user.id,
                  label: [user.name, user.email ?? '', cannotSignIn(user) ? 'cannot sign in' : '']
                    .filter((part) => part !== '')
                    .join(', '),
                })),
              ]}
              onChange={(id) => id !== '' && set([...draft.userIds, id])}
            />
            <TextField
              label="Votes needed"
              type="number"
              min={1}
              max={Math.max(1, draft.userIds.length)}
              value={String(draft.threshold)}
              help={`of ${counted(draft.userIds.length, 'member')}${isReachable(today) ? `, was ${quorumWords(today)}` : `. Today’s quorum ${quorumWords(today)}`}`}
              onChange={(event) => setDraft(withThreshold(draft, Number(event.target.value)))}
            />
            <div>
              <CarryButton request={request} onReview={review} disabled={!isReady} />
            </div>
          </div>
          <Effect change={change} approval={approvalWords(today, content)} />
        </div>
      </Place>
      {flow.step === 'idle' || flow.step === 'preparing' ? null : (
        <OutcomeDialog
          title="Change quorum"
          request={request}
          done={() => <p>The service completed it.</p>}
          onClose={() => (isDone ? close() : request.reset())}
        />
      )}
    </div>
  );
}

interface EffectProps {
  readonly change: QuorumChange;
  /** The votes that the change needs, in sentences. */
  readonly approval: readonly string[];
}

function Effect({ change: { headline, sentences, notices, problem }, approval }: EffectProps) {
  return (
    <section className="quorum-effect" aria-label="Effect">
      {headline === null ? null : (
        <p className="quorum-headline">
          <Visible text={headline} />
        </p>
      )}
      {problem === null ? null : <Notice tone="danger" title={problem} />}
      {notices.map(({ tone, title, text }) => (
        <Notice key={title} tone={tone} title={title}>
          {text}
        </Notice>
      ))}
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>
            <Visible text={sentence} />
          </li>
        ))}
      </ul>
      {headline === null ? null : (
        <>
          <h2>Approval</h2>
          <ul aria-label="Approval">
            {approval.map((sentence) => (
              <li key={sentence}>
                <Visible text={sentence} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
