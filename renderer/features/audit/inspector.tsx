import type { AuditDetail } from '../../../shared/model/index.ts';
import { Fold } from '../../meaning/fold.tsx';
import { headlineOf } from '../../meaning/headline.ts';
import { MeaningView } from '../../meaning/meaning.tsx';
import { CopyButton, copiedFact, fingerprintFact } from '../../parts/copy.tsx';
import { Problem } from '../../parts/problem.tsx';
import { ResultOf } from '../../request/result.tsx';
import { go, selectEntryOfLog } from '../../state/route.ts';
import { useSession } from '../../state/session.ts';
import { switchAndShow } from '../../state/switching.ts';
import { useAction } from '../../state/use-action.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { BytesPane } from '../../ui/bytes-pane.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Inspector } from '../../ui/place.tsx';
import { Mono } from '../../ui/visible.tsx';
import { faultWords, OUTCOME_WORDS } from '../../words/audit.ts';
import { count, counted } from '../../words/number.ts';
import { moment } from '../../words/time.ts';

interface EntryInspectorProps {
  readonly sequence: number;
  /** The current profile. Only its activities can be opened, and only their results are shown. */
  readonly profile: string;
}

/** The details of the selected entry: its outcome, the result of its activity, its meaning, its place in the chain, its bytes and their stamp. */
export function EntryInspector({ sequence, profile }: EntryInspectorProps) {
  const { answer: detail, problem } = useAnswer('audit.get', { sequence }, 'audit.changed');
  const isUnlocked = useSession((session) => session.app?.vault.state === 'unlocked');
  const activityId = detail !== null && detail.row.profile === profile ? detail.activityId : null;
  const other = detail !== null && detail.activityId !== null && activityId === null ? detail.row.profile : null;
  const isThere = useSession((session) => session.profiles.some(({ name }) => name === other));
  const switching = useAction(async () => {
    const opened = detail?.activityId ?? null;
    if (other !== null) await switchAndShow(other, () => go('activities', { activityId: opened }));
  });
  const isRequest = detail !== null && !['read', 'recorded'].includes(detail.row.outcome ?? '');
  return (
    <Inspector
      label="Entry details"
      title={`${count(sequence)}${detail === null ? '' : `: ${detail.row.what}`}`}
      onClose={() => selectEntryOfLog(null)}
      actions={
        detail === null ? undefined : (
          <>
            {activityId === null ? null : (
              <Button onClick={() => go('activities', { activityId })}>Open activity</Button>
            )}
            {other === null || !isThere ? null : (
              <Button disabled={switching.busy} onClick={() => void switching.run()}>
                Switch to {other} and open
              </Button>
            )}
            {detail.body === null ? null : <CopyButton what="Bytes" text={detail.body} />}
          </>
        )
      }
    >
      {problem === null ? null : <Problem error={problem} />}
      {switching.problem === null ? null : <Problem error={switching.problem} />}
      {detail === null ? null : (
        <>
          <Outcome detail={detail} />
          {activityId === null ? null : <ResultOf key={activityId} activityId={activityId} />}
          {isRequest && isUnlocked ? <Explained sequence={sequence} detail={detail} /> : null}
          {isRequest && !isUnlocked ? <p className="soft">Unlock the vault to see what it does.</p> : null}
          <Facts label="Entry" facts={entryFacts(detail, profile, isThere)} />
          <Facts label="Chain" titled facts={chainFacts(detail)} />
          {isRequest && isUnlocked ? null : <Bytes detail={detail} />}
          {detail.stamp === null ? null : (
            <Fold title="Stamp" note={detail.stamp.name} isOpen={false}>
              <BytesPane label={detail.stamp.name} text={detail.stamp.value} />
            </Fold>
          )}
        </>
      )}
    </Inspector>
  );
}

function Outcome({ detail: { row } }: { readonly detail: AuditDetail }) {
  const fault = faultWords(row);
  const { tone, label, sentence } = OUTCOME_WORDS[row.outcome ?? 'recorded'];
  return (
    <>
      {fault === null ? null : (
        <Notice tone="danger" title={fault}>
          The log was changed or damaged. Verify the log, and keep the files as evidence.
        </Notice>
      )}
      <Notice tone={tone} title={label}>
        {sentence}
      </Notice>
    </>
  );
}

/** The vault's explanation of the stamped bytes. */
function Explained({ sequence, detail }: { readonly sequence: number; readonly detail: AuditDetail }) {
  const { answer: described, problem } = useAnswer('audit.describe', { sequence });
  if (described === null) return problem === null ? null : <Problem error={problem} />;
  const { meaning, naming } = described;
  return (
    <section aria-label="Meaning">
      <h3 className="audit-headline selectable">{headlineOf(meaning, naming)}</h3>
      <MeaningView
        meaning={meaning}
        naming={naming}
        cannot="This cannot be explained"
        name={null}
        facts={[]}
        bytes={detail.body === null ? null : { label: 'Exact bytes', text: detail.body, note: sizeOf(detail) }}
      />
    </section>
  );
}

function Bytes({ detail }: { readonly detail: AuditDetail }) {
  if (detail.body === null || detail.bodyLength === 0) return null;
  return (
    <Fold title="Exact bytes" note={sizeOf(detail)} isOpen={false}>
      <BytesPane label="Exact bytes" text={detail.body} note={sizeOf(detail)} />
    </Fold>
  );
}

const sizeOf = ({ bodyLength }: AuditDetail) => counted(bodyLength, 'byte');

function entryFacts(detail: AuditDetail, profile: string, isThere: boolean): Fact[] {
  const { row, keyName, publicKey, url, sentAt, closedAt, httpStatus, activityId } = detail;
  return [
    { label: 'Profile', value: row.profile === '' ? 'None' : row.profile },
    ...(publicKey === ''
      ? []
      : [keyName === null ? copiedFact('Key', publicKey) : { label: 'Key', value: keyName, from: publicKey }]),
    { label: 'Stamped', value: moment(row.at) },
    ...(sentAt === null ? [] : [{ label: 'Sent', value: moment(sentAt) }]),
    ...(closedAt === null || httpStatus === null
      ? []
      : [{ label: 'Response', value: moment(closedAt), aside: `HTTP ${httpStatus}` }]),
    ...(url === '' ? [] : [{ label: 'Address', value: url }]),
    ...(activityId === null || row.profile === profile
      ? []
      : [
          {
            label: 'Activity',
            value: <Mono text={activityId} />,
            ...(isThere ? {} : { aside: 'its profile was removed' }),
          },
        ]),
    fingerprintFact(row.fingerprint),
  ];
}

function chainFacts({ row: { sequence, fault }, hash, previous, isFirst, isSigned }: AuditDetail): Fact[] {
  return [
    ...(isFirst
      ? [{ label: 'Previous', value: 'None: it begins the chain' }]
      : previous === null
        ? [{ label: 'Previous', value: <span className="audit-fault">Entry {count(sequence - 1)} is missing</span> }]
        : [
            { ...copiedFact('Previous', previous), aside: count(sequence - 1) },
            {
              label: 'Link',
              value: fault === null ? 'It matches' : <span className="audit-fault">It does not match</span>,
            },
          ]),
    { ...copiedFact('This', hash), aside: count(sequence) },
    {
      label: 'Signed',
      value:
        isSigned === null ? (
          'Not checked'
        ) : isSigned ? (
          'By an audit key of this machine'
        ) : (
          <span className="audit-fault">By no audit key of this machine</span>
        ),
    },
  ];
}
