import type { AuditRow, LogLine } from '../../../shared/model/index.ts';
import { shortHeadline } from '../../meaning/headline.ts';
import { copyText } from '../../parts/copy.tsx';
import { columnsOfLines, groupHeading, isGroupHeading } from '../../parts/groups.tsx';
import { List } from '../../parts/list.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useClock } from '../../state/clock.ts';
import { auditList } from '../../state/lists.ts';
import { isSingleKey, useListView } from '../../state/preferences.ts';
import { openDialog, selectEntryOfLog, setSearch, useRoute } from '../../state/route.ts';
import { useProfile } from '../../state/session.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { createWork } from '../../state/work.ts';
import type { Act } from '../../ui/act-menu.tsx';
import { ShortAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/grid.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Badge } from '../../ui/notice.tsx';
import { Progress } from '../../ui/steps.tsx';
import { say } from '../../ui/toasts.tsx';
import { Visible } from '../../ui/visible.tsx';
import { faultWords, hidesReads, logWords, OUTCOME_WORDS, withReadsToggled } from '../../words/audit.ts';
import { count, counted } from '../../words/number.ts';
import { shortMoment, timeOfDay } from '../../words/time.ts';
import './audit.css';
import { EntryInspector } from './inspector.tsx';

const verification = createWork('audit.verify');
const writing = createWork('audit.write');

const COLUMNS: readonly Column<AuditRow>[] = [
  {
    key: 'sequence',
    title: '#',
    soft: true,
    width: '88px',
    cell: ({ sequence, fault }) => (
      <>
        <span className="audit-ring" data-fault={fault !== null} />
        {count(sequence)}
      </>
    ),
  },
  { key: 'time', title: 'Time', soft: true, width: '108px', from: 641, cell: ({ at }) => shortMoment(at) },
  { key: 'what', title: 'Operation', cell: (row) => <What row={row} /> },
  {
    key: 'profile',
    title: 'Profile',
    soft: true,
    width: 'minmax(0, 88px)',
    from: 641,
    cell: ({ profile }) => <Visible text={profile} />,
  },
  {
    key: 'fingerprint',
    title: 'Fingerprint',
    soft: true,
    width: '136px',
    from: 801,
    cell: ({ fingerprint }) =>
      fingerprint === '' ? null : <ShortAddress text={fingerprint.replace(/^sha256:/, '')} />,
  },
  {
    key: 'outcome',
    title: 'Outcome',
    width: '112px',
    cell: ({ outcome }) => {
      if (outcome === null) return null;
      const { tone, label } = OUTCOME_WORDS[outcome];
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
];

/** In an order there are no days above the entries, so the time has its date. */
const ORDERED_COLUMNS = columnsOfLines(COLUMNS);
const GROUPED_COLUMNS = columnsOfLines<AuditRow>(
  COLUMNS.map((column) =>
    column.key === 'time'
      ? { ...column, width: '48px', from: 521, cell: ({ at }) => (at === null ? null : timeOfDay(at)) }
      : column,
  ),
);

/** The request in one line. A fault of the entry replaces it. */
function What({ row }: { readonly row: AuditRow }) {
  const fault = faultWords(row);
  if (fault !== null)
    return (
      <span className="audit-fault">
        <Icon name="danger" />
        {fault}
      </span>
    );
  const { what, addresses, operation, outcome } = row;
  return (
    <span className={outcome === 'read' ? 'soft' : undefined} title={operation}>
      <Visible text={shortHeadline(what, new Set(addresses))} />
    </span>
  );
}

async function write(search: string): Promise<void> {
  await writing.start({ search });
  const { problem, result } = writing.use.getState();
  const written = result?.written ?? null;
  if (problem === null && written !== null)
    say(`${counted(written.entries, 'entry', 'entries')} written to ${written.path}.`);
}

const verify = () => void verification.start({});
const actsOf = (line: LogLine): readonly Act[] => {
  if (isGroupHeading(line)) return [];
  const { fingerprint, profile } = line;
  return [
    { label: 'Only this profile', run: () => setSearch('audit', `profile:${profile} `) },
    ...(fingerprint === ''
      ? []
      : [{ label: 'Copy fingerprint', run: () => void copyText('Fingerprint', fingerprint) }]),
  ];
};
const select = (line: LogLine) => {
  if (!isGroupHeading(line)) selectEntryOfLog(line.sequence);
};

/** Every stamped body of this machine, newest first, and the proof that none was changed. */
export function Audit({ title }: { readonly title: string }) {
  const sequence = useRoute((route) => route.logEntry);
  const search = useRoute((route) => route.search.audit ?? '');
  const profile = useProfile()?.name;
  const { order } = useListView('audit');
  const { running } = verification.use();
  const { running: isWriting } = writing.use();
  const { answer: status } = useAnswer('audit.status', {}, 'audit.changed');
  return (
    <List
      title={title}
      source={auditList}
      columns={order === null ? GROUPED_COLUMNS : ORDERED_COLUMNS}
      headingOf={groupHeading}
      isSelected={sequence === null ? null : (line) => !isGroupHeading(line) && line.sequence === sequence}
      onSelect={select}
      onDeselect={() => selectEntryOfLog(null)}
      actsOf={actsOf}
      onKey={(event) => {
        if (event.key !== 'v' || !isSingleKey(event)) return;
        event.preventDefault();
        verify();
      }}
      pinned={status === null || status.entries === 0 ? null : <State status={status} search={search} />}
      foot="Each entry is written before its bytes are stamped."
      actions={
        <>
          <Button icon="export" onClick={() => void write(search)} disabled={isWriting}>
            Export
          </Button>
          <Button kind="primary" data-act="true" onClick={verify} disabled={running}>
            Verify log
          </Button>
        </>
      }
      empty={{
        about: 'Audit lists everything that this machine stamps, in a chain that shows each change.',
        title: 'Nothing was stamped yet.',
        action: (
          <Button kind="primary" onClick={() => openDialog({ name: 'create-wallet' })}>
            Create wallet
          </Button>
        ),
      }}
      inspector={
        sequence === null ? null : <EntryInspector key={sequence} sequence={sequence} profile={profile ?? ''} />
      }
    />
  );
}

interface StateProps {
  readonly status: Parameters<typeof logWords>[0];
  readonly search: string;
}

/** The state of the log, the verification under way, and its fault. */
function State({ status, search }: StateProps) {
  const now = useClock((clock) => clock.now);
  const { running, progress, problem: broken } = verification.use();
  const { running: isWriting, progress: written, problem: unwritten } = writing.use();
  const { isProven, strong, rest } = logWords(status, now);
  return (
    <>
      {broken === null || running ? (
        <div className="audit-state" data-proven={isProven}>
          {isProven ? <Icon name="proven" /> : null}
          <span className="cut" role="status">
            <strong>{strong}</strong> {rest}
          </span>
          <Button kind="quiet" onClick={() => setSearch('audit', withReadsToggled(search))}>
            {hidesReads(search) ? 'Show reads' : 'Hide reads'}
          </Button>
        </div>
      ) : (
        <div className="list-problem">
          <Problem error={broken} action={<Button onClick={verify}>Verify again</Button>} />
        </div>
      )}
      {running ? <Working label="Verifying the audit log" work={verification} progress={progress} /> : null}
      {isWriting ? <Working label="Writing the audit log" work={writing} progress={written} /> : null}
      {unwritten === null || isWriting ? null : (
        <div className="list-problem">
          <Problem error={unwritten} />
        </div>
      )}
    </>
  );
}

interface WorkingProps {
  readonly label: string;
  readonly work: { cancel(): void };
  readonly progress: { readonly done: number; readonly total: number | null } | null;
}

/** Counted work under the state of the log. */
function Working({ label, work, progress }: WorkingProps) {
  const { done = 0, total = null } = progress ?? {};
  return (
    <div className="audit-working">
      <Progress
        label={label}
        done={done}
        total={total}
        text={total === null ? 'Starting' : `${count(done)} of ${count(total)} entries`}
      />
      <Button kind="quiet" onClick={() => work.cancel()}>
        Cancel
      </Button>
    </div>
  );
}
