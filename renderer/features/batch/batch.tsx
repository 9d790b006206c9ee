import { type FormEvent, useState } from 'react';
import { call } from '../../bridge.ts';
import { errorSentence, sentence } from '../../language/sentence.ts';
import { Problem } from '../../parts/problem.tsx';
import { selectAccount, sendMany, useRoute } from '../../state/route.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { Place } from '../../ui/place.tsx';
import { Progress } from '../../ui/steps.tsx';
import { Visible } from '../../ui/visible.tsx';
import { canSend } from '../../words/account.ts';
import { counted } from '../../words/number.ts';
import { isCancelled, isRefused } from '../../words/problem.ts';
import { shortMoment } from '../../words/time.ts';
import './batch.css';
import { useBatchDraft } from './draft.ts';
import { LinesStep } from './lines-step.tsx';
import { chainFor, countedAs, footerWords, isChosen, nameOf, termsOf, totalsOf, wantedOf } from './rules.ts';
import { FreshBatch, hasActs, StateActs, StateStep, stateWords } from './state-step.tsx';
import { TableStep } from './table-step.tsx';
import { type BatchStep, useBatch } from './use-batch.ts';

/** Sends or signs the lines of a table: the table, its review, then the progress and the results. */
export function Batch({ title }: { readonly title: string }) {
  const selected = useRoute((route) => route.account);
  const account = selected !== null && canSend(selected) ? selected : null;
  const draft = useBatchDraft();
  const { value } = draft;
  const batch = useBatch();
  const { progress } = batch;
  // A review is of its own account. The operator may have chosen another one elsewhere meanwhile.
  const isOther = batch.at.step === 'lines' && progress === null && batch.at.of.terms.from !== account?.address;
  const at: BatchStep = isOther ? { step: 'table' } : batch.at;
  const [isShown, setShown] = useState(false);
  const { answer: nodes } = useAnswer('endpoints.list', {}, 'endpoints.changed');
  const withNode = new Set<string>(nodes?.rows.map(({ chain: name }) => name) ?? []);
  const chain = chainFor(value, account, withNode);
  const { terms, problems } = termsOf(value, chain, account?.address ?? '');
  const found = {
    ...problems,
    ...(account === null ? { account: 'Choose the account that pays or signs.' } : {}),
    ...(value.text.trim() === '' ? { text: 'Paste a table, or drop a file.' } : {}),
  };
  const table = { text: value.text, columns: value.columns === null ? null : [...value.columns] };
  const isBusy = progress !== null;

  const check = (columns = table.columns) => {
    if (isBusy) return;
    setShown(true);
    // A line was included with the dangers of an earlier review.
    draft.set({ ...value, columns, included: [] });
    if (terms === null || Object.keys(found).length > 0) return;
    void batch.review({ table: { ...table, columns }, terms });
  };
  const review = at.step === 'lines' ? at.review : null;
  const chosen = review?.lines.filter((line) => isChosen(line, value)) ?? [];
  const isShort = review !== null && totalsOf(review, chosen).some((row) => row.isShort);
  const submit = async () => {
    if (at.step !== 'lines') return;
    const before = new Set((await call('batches.list', {})).rows.map(({ id }) => id));
    if (await batch.submit(wantedOf(at, value))) return draft.discard();
    // A batch that was confirmed and then failed goes on from its own state. Submitting it again would pay twice.
    const { rows } = await call('batches.list', {});
    // Lines may be signed, and only the profile's own list shows it.
    if (!batch.isOnScreen()) {
      draft.discard();
      return batch.leaveReview();
    }
    const begun = rows.find(({ id }) => !before.has(id));
    if (begun === undefined) return;
    draft.discard();
    await openBatch(begun.id, true);
  };
  const isQuiet = batch.problem === null || isCancelled(batch.problem);
  return (
    <Place
      title={title}
      tools={
        at.step === 'lines' ? (
          <span className="soft cut">
            <Visible text={`${nameOf(value)} · ${counted(at.review.lines.length, 'line')}`} />
          </span>
        ) : at.step === 'state' ? (
          <span className="soft cut">
            <Visible text={`${at.detail.name} · ${stateWords(at.detail)}`} />
          </span>
        ) : null
      }
      actions={
        at.step === 'table' ? (
          <Button onClick={() => sendMany(false)}>Send one</Button>
        ) : (
          <Button disabled={isBusy} onClick={() => batch.show({ step: 'table' })}>
            {at.step === 'lines' ? 'Back to the table' : 'All batches'}
          </Button>
        )
      }
    >
      <form
        className="batch"
        aria-label="Batch"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (at.step === 'table') check();
          else if (at.step === 'lines' && chosen.length > 0 && !isShort) void submit();
        }}
      >
        <div className="batch-body">
          <div className="batch-main">
            {isQuiet ? null : isRefused(batch.problem) ? (
              <p role="status" className="batch-note">
                {at.step === 'state'
                  ? 'You did not approve. No further line was signed or sent.'
                  : 'You did not sign. Nothing was sent.'}
              </p>
            ) : (
              <Problem error={batch.problem} />
            )}
            {at.step === 'table' ? (
              <>
                <TableStep
                  draft={value}
                  chain={chain}
                  account={account}
                  problems={isShown ? found : {}}
                  onAccount={selectAccount}
                  onChange={(change) => draft.set({ ...value, ...change })}
                />
                <Batches onOpen={(id) => void openBatch(id)} />
              </>
            ) : at.step === 'state' ? (
              <>
                {isBusy ? null : <FreshBatch key={at.detail.id} id={at.detail.id} onRead={batch.update} />}
                <StateStep detail={at.detail} isRunning={isBusy} onClosed={() => batch.show({ step: 'table' })} />
              </>
            ) : null}
          </div>
          {at.step === 'lines' ? (
            <LinesStep
              review={at.review}
              draft={value}
              chain={at.of.terms.chain}
              onChange={(change) => {
                // A choice of now would hold for the lines of the next review.
                if (!isBusy) draft.set({ ...value, ...change });
              }}
              onColumns={(columns) => check([...columns])}
            />
          ) : null}
        </div>
        {at.step === 'state' && !isBusy && !hasActs(at.detail) ? null : (
          <footer className="batch-foot">
            {isBusy ? (
              <>
                <Progress label="Progress" done={progress.done} total={progress.total} text={progressWords(progress)} />
                <Button onClick={batch.stop}>{progress.text === 'Signing' ? 'Pause' : 'Stop'}</Button>
              </>
            ) : at.step === 'state' ? (
              <>
                <span />
                <StateActs
                  detail={at.detail}
                  onResume={() => void resume(at.detail.id)}
                  onBroadcast={() => void broadcast(at.detail.id)}
                />
              </>
            ) : at.step === 'lines' ? (
              <>
                <span className="soft">
                  {isShort ? 'The account has less than these lines need. Take lines out. ' : ''}
                  {footerWords(at.review.lines, value)}
                </span>
                <Button kind="primary" large submit disabled={chosen.length === 0 || isShort} data-act="true">
                  Review {countedAs(review?.lines ?? [], chosen.length)}
                </Button>
              </>
            ) : (
              <>
                <span />
                <Button kind="primary" large submit data-act="true">
                  Check lines
                </Button>
              </>
            )}
          </footer>
        )}
      </form>
    </Place>
  );

  async function resume(id: string): Promise<void> {
    if (!(await batch.resume(id))) await openBatch(id, true);
  }

  async function broadcast(id: string): Promise<void> {
    if (!(await batch.broadcast(id))) await openBatch(id, true);
  }

  async function openBatch(id: string, keepsProblem = false): Promise<void> {
    if (!batch.isOnScreen()) return batch.leaveReview();
    try {
      const detail = await call('batches.get', { id });
      if (!keepsProblem) batch.show({ step: 'state', detail });
      else batch.update(detail);
    } catch (error) {
      batch.fail(error);
    }
  }
}

const progressWords = ({ done, total, text }: { done: number; total: number | null; text: string }): string =>
  total === null ? sentence(text) : `${sentence(text)}, ${done} of ${total}`;

/** The batches that were confirmed and not removed from the list. */
function Batches({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const { answer } = useAnswer('batches.list', {}, 'requests.changed');
  const { rows, broken } = answer ?? { rows: [], broken: [] };
  if (rows.length + broken.length === 0) return null;
  return (
    <section className="batch-list" aria-labelledby="batch-list">
      <h2 id="batch-list">Earlier batches</h2>
      <ul>
        {broken.map(({ name, problem }) => (
          <li key={name}>
            <span>
              <strong>
                <Visible text={name} />
              </strong>{' '}
              <span className="tone-danger">
                <Visible text={errorSentence(problem)} />
              </span>
            </span>
          </li>
        ))}
        {rows.map((row) => (
          <li key={row.id}>
            <span>
              <strong>
                <Visible text={row.name} />
              </strong>{' '}
              <span className="soft">
                {shortMoment(row.createdAt)}, {stateWords(row)}
              </span>
            </span>
            <Button onClick={() => onOpen(row.id)}>
              Open
              <span className="visually-hidden">
                {' '}
                batch <Visible text={row.name} />
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
