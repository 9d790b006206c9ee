import type { ReactNode } from 'react';
import type { ActivityDetail, ActivityResult, RequestOrigin, SignatureProof } from '../../shared/model/index.ts';
import { call } from '../bridge.ts';
import { Fold } from '../meaning/fold.tsx';
import { Value } from '../meaning/value.tsx';
import { CopyButton, CopyIcon, copiedFact } from '../parts/copy.tsx';
import { Problem } from '../parts/problem.tsx';
import { go, openDialog, setSearch, useRoute } from '../state/route.ts';
import { useAnswer } from '../state/use-answer.ts';
import { WholeAddress } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { BytesPane } from '../ui/bytes-pane.tsx';
import { type Fact, Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';
import { hexByteLength } from '../words/hex.ts';
import { counted } from '../words/number.ts';
import { personWords } from '../words/person.ts';
import { moment } from '../words/time.ts';
import { ChainStateNotice, isOpen, useChainState } from './chain-state.tsx';
import { ContinueImport } from './continue-import.tsx';
import { ReplacePayment } from './replace.tsx';
import './request.css';
import { resultFacts } from './result-facts.ts';
import { Failure, isCompleted, NotCompleted, RunningResult } from './running.tsx';
import { base64Of, signatureForms } from './signature-forms.ts';
import { useRequest } from './use-request.ts';

interface ResultProps {
  /** A completed activity. */
  readonly detail: ActivityDetail;
  /** Further ways on, beside the copy button. */
  readonly more?: ReactNode;
}

const COMPARED: Readonly<Record<RequestOrigin, string>> = {
  asked: 'the request that you confirmed',
  voted: 'the request that you approved',
  shown: 'the request shown by the service, which this profile neither made nor approved',
};

/** The result of a completed activity: its proof, the next steps and what can be copied. Drawn the same everywhere. */
export function Result({ detail, more }: ResultProps) {
  const { activityId } = detail.row;
  const { answer, problem } = useAnswer('activities.result', { activityId }, 'activities.changed');
  if (answer === null) return problem === null ? null : <Problem error={problem} />;
  const copied = copiedOf(answer);
  const isElsewhere = copied !== null || answer.problem?.isWrong === true;
  const others =
    copied === null && more === undefined ? null : (
      <>
        {copied === null ? null : <CopyButton what={copied.what} text={copied.text} />}
        {more}
      </>
    );
  return (
    <section className="request-result" aria-label="Result">
      <Proof result={answer} />
      {answer.handedOver !== null ? (
        <Followed key={activityId} activityId={activityId} chain={answer.handedOver.chain} others={others} />
      ) : answer.transaction !== null ? (
        <OnChain key={activityId} detail={detail} result={answer} transaction={answer.transaction} others={others} />
      ) : detail.opening !== null ? (
        <Opening activityId={activityId} opening={detail.opening} others={others} />
      ) : (
        <Actions>
          <ContinueImport detail={detail} comparedWith={answer.comparedWith} />
          {others}
        </Actions>
      )}
      {copied?.shown}
      {answer.proof === null ? null : (
        <div className="folds">
          <Fold title="Checked" note={answer.proof.scheme} isOpen={false}>
            <Facts label="Checked" facts={checkedFacts(answer.proof)} />
          </Fold>
        </div>
      )}
      {isElsewhere || detail.result.length === 0 ? null : <Facts label="Result" titled facts={resultFacts(detail)} />}
    </section>
  );
}

/** The same for an activity that is known by its id. Nothing before it is completed. */
export function ResultOf({ activityId }: { readonly activityId: string }) {
  const { answer: detail, problem } = useAnswer('activities.get', { activityId }, 'activities.changed');
  if (detail === null) return problem === null ? null : <Problem error={problem} />;
  return isCompleted({ activity: detail }) ? <Result detail={detail} /> : null;
}

/** The one row of buttons of a result, the primary one first. */
function Actions({ children }: { readonly children: ReactNode }) {
  return <div className="request-actions">{children}</div>;
}

/** The comparisons that were made. An unproven result is marked as such. */
function Proof({ result: { proof, problem, comparedWith, isBroadcast } }: { readonly result: ActivityResult }) {
  if (problem !== null)
    return problem.isWrong ? (
      <Notice tone="danger" title="The result is not what was asked for" loud>
        {problem.message} The result is not shown.
      </Notice>
    ) : (
      <Notice tone="care" title="Not verified on this machine">
        {problem.message}
      </Notice>
    );
  if (comparedWith === null) return null;
  if (isBroadcast)
    return (
      <Notice tone="proven" title="Broadcast as asked">
        The hash that the service names is that of the transaction in {COMPARED[comparedWith]}.
      </Notice>
    );
  if (proof === null) return null;
  return (
    <Notice tone="proven" title="Verified on this machine">
      <p>
        {proof.compared.length === 0 ? 'Compared' : `${counted(proof.compared.length, 'field')} compared`} with{' '}
        {COMPARED[comparedWith]}. Signed by <WholeAddress text={proof.address} />
      </p>
    </Notice>
  );
}

interface FollowedProps {
  readonly activityId: string;
  readonly chain: string;
  readonly others: ReactNode;
}

/** The state of a transaction that the service signed and sends. */
function Followed({ activityId, chain, others }: FollowedProps) {
  const state = useChainState(activityId);
  const id = state !== null && 'transactionId' in state ? state.transactionId : undefined;
  return (
    <>
      <ChainStateNotice state={state} of={{ chain }} />
      <Actions>{others}</Actions>
      <ReplacePayment activityId={activityId} state={state} result={(detail) => <Result detail={detail} />} />
      {id === undefined ? null : <Facts label="Transaction" facts={[copiedFact('Transaction id', id)]} />}
    </>
  );
}

interface OnChainProps {
  readonly detail: ActivityDetail;
  readonly result: ActivityResult;
  readonly transaction: NonNullable<ActivityResult['transaction']>;
  /** Buttons beside the primary one, or null. */
  readonly others: ReactNode;
}

/**
 * The broadcast button while the transaction is open, and its state on the chain. Main decides which bytes are
 * broadcast: it gets only the activity.
 */
function OnChain({ detail, result, transaction, others }: OnChainProps) {
  const { activityId } = detail.row;
  const state = useChainState(activityId);
  const place = useRoute((route) => route.place);
  const request = useRequest();
  const { flow, start, reset } = request;
  if (flow.step === 'submitting') return <RunningResult request={request} />;
  if (flow.step === 'failed') return <Failure flow={flow} onClosed={reset} />;
  const ended = flow.step === 'done' && !isCompleted(flow.submitted) ? flow.submitted : null;
  const isDropped = state?.state === 'notFound';
  // Right after a broadcast, the state is still the one before it.
  const offersBroadcast = !result.isBroadcast && isOpen(state) && (flow.step !== 'done' || isDropped);
  return (
    <>
      {ended === null ? <ChainStateNotice state={state} of={transaction} /> : <NotCompleted submitted={ended} />}
      {flow.step === 'idle' && flow.problem !== null ? <Problem error={flow.problem} /> : null}
      <Actions>
        {offersBroadcast ? (
          <Button
            kind="primary"
            icon="flight"
            data-act="true"
            aria-keyshortcuts="Control+Enter"
            disabled={flow.step === 'preparing'}
            onClick={() => void start(() => call('requests.broadcast', { activityId }))}
          >
            {isDropped ? 'Broadcast again' : 'Broadcast'}
          </Button>
        ) : null}
        {state?.state === 'included' && place !== 'history' ? (
          <Button
            kind="primary"
            onClick={() => {
              setSearch('history', transaction.hash);
              go('history');
            }}
          >
            Open in History
          </Button>
        ) : null}
        {others}
      </Actions>
      {result.isBroadcast ? null : (
        <ReplacePayment activityId={activityId} state={state} result={(replaced) => <Result detail={replaced} />} />
      )}
    </>
  );
}

interface OpeningProps {
  readonly activityId: string;
  readonly opening: NonNullable<ActivityDetail['opening']>;
  /** Buttons beside the primary one, or null. */
  readonly others: ReactNode;
}

/** The button that opens an export, or who can open it and where. */
function Opening({ activityId, opening, others }: OpeningProps) {
  const notice = openingNotice(opening);
  return (
    <>
      {notice}
      <Actions>
        {opening.can === 'open' ? (
          <Button
            kind="primary"
            icon="reveal"
            data-act="true"
            aria-keyshortcuts="Control+Enter"
            onClick={() => openDialog({ name: 'reveal', activityId })}
          >
            Open export
          </Button>
        ) : null}
        {others}
      </Actions>
    </>
  );
}

function openingNotice(opening: OpeningProps['opening']): ReactNode {
  if (opening.can === 'ended')
    return (
      <Notice tone="plain" title="This export cannot be opened any more">
        {opening.at === null ? 'Its key is being destroyed.' : `Its key was destroyed on ${moment(opening.at)}.`} Export
        again.
      </Notice>
    );
  if (opening.can === 'open')
    return opening.until === null ? null : <p className="soft">It can be opened until {moment(opening.until)}.</p>;
  const who = opening.by === null ? 'whoever asked for it' : personWords(opening.by);
  return (
    <Notice tone="plain" title={`Only ${who} can open this export`}>
      {opening.profile === null
        ? 'Its key is not here. It is on the machine where the export was asked for.'
        : `Its key belongs to the profile “${opening.profile}” of this machine. Switch to that profile to open it.`}
    </Notice>
  );
}

interface Copied {
  /** The copy button's name for the text. */
  readonly what: string;
  readonly text: string;
  readonly shown: ReactNode;
}

/** Returns the text to copy, or null for a withheld result and for one that signs nothing. */
function copiedOf({ signed, proof }: ActivityResult): Copied | null {
  if (signed === null) return null;
  if (signed.kind === 'transaction') {
    const { signedTransaction: transaction } = signed;
    const id = proof?.transactionId ?? null;
    return {
      what: 'Transaction',
      text: transaction,
      shown: (
        <>
          <Facts
            label="Signed transaction"
            facts={[
              lineFact('Signed', transaction, 'Transaction'),
              ...(id === null ? [] : [lineFact('Transaction id', id)]),
              ...(hexByteLength(transaction) === null ? [] : [lineFact('Base64', base64Of(transaction))]),
            ]}
          />
          <div className="folds">
            <Fold title="Signed bytes" note={counted(hexByteLength(transaction) ?? 0, 'byte')} isOpen={false}>
              <BytesPane label="Signed transaction" text={transaction} />
            </Fold>
          </div>
        </>
      ),
    };
  }
  const { signatures } = signed;
  const facts = signatures.flatMap((parts, index) =>
    [...Object.entries(parts), ...signatureForms(parts, proof?.scheme ?? null)].map(([name, text]) => ({
      ...copiedFact(name, text),
      group: signatures.length === 1 ? undefined : `Signature ${index + 1}`,
    })),
  );
  const what = signatures.length === 1 ? 'Signature' : 'Signatures';
  // Each as the service returns it: r, s and v as one hex text.
  const text = signatures.map(({ r, s, v }) => `${r}${s}${v}`).join('\n');
  return { what, text, shown: <Facts label={what} titled facts={facts} /> };
}

/** A text for programs on one line, which is copied whole. */
function lineFact(label: string, text: string, what = label): Fact {
  return {
    label,
    value: (
      <span className="fact-copy fact-line">
        <span className="mono cut" title={text}>
          {text}
        </span>
        <CopyIcon what={what} text={text} />
      </span>
    ),
  };
}

function checkedFacts({ scheme, signed, publicKey }: SignatureProof): Fact[] {
  return [
    { label: 'Scheme', value: scheme },
    { label: 'Public key', value: <WholeAddress text={publicKey} /> },
    ...signed.map((text, index) => ({
      label: signed.length === 1 ? 'Bytes signed' : `Bytes signed, ${index + 1}`,
      value: <Value text={text} kind="bytes" />,
    })),
  ];
}
