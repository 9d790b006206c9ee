import type { AppState, JobOutput } from '../../../shared/ipc/index.ts';
import { BackupProgress } from '../../parts/backup-progress.tsx';
import { Problem } from '../../parts/problem.tsx';
import { BACKUP_STALE_MS, backupCheck, backupWriting } from '../../state/backups.ts';
import { useClock } from '../../state/clock.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Visible } from '../../ui/visible.tsx';
import { count, counted } from '../../words/number.ts';
import { isRefused } from '../../words/problem.ts';
import { byteSize } from '../../words/size.ts';
import { age, moment, span } from '../../words/time.ts';
import { Section } from './section.tsx';

type Contents = NonNullable<JobOutput<'backups.check'>['found']>;

/** The age of the newest backup, and the actions that write and check one. */
export function Backup() {
  const backup = useSession(({ app }) => app?.backup) ?? {
    lastAt: null,
    changes: 0,
    serviceChanges: 0,
    newKeysAt: null,
  };
  const now = useClock((clock) => clock.now);
  const writing = backupWriting.use();
  const checking = backupCheck.use();
  const busy = writing.running || checking.running;
  // Each keeps its outcome, and only the newest is shown.
  const isCheckNewer = checking.heardAt > writing.heardAt;
  const { problem } = isCheckNewer ? checking : writing;
  const isDone = !busy && problem === null;
  const written = isDone && !isCheckNewer ? (writing.result?.written ?? null) : null;
  const found = isDone && isCheckNewer ? (checking.result?.found ?? null) : null;
  return (
    <Section
      title="Backup"
      text={
        backup.lastAt === null
          ? 'No backup was made here yet. If this disk fails, the keys on it cannot be recovered.'
          : `Last backup ${age(backup.lastAt, now)}, on ${moment(backup.lastAt)}. ${changesSince(backup)}`
      }
      action={
        <>
          <Button kind="primary" disabled={busy} onClick={() => void backupWriting.start({})}>
            Back up…
          </Button>
          <Button disabled={busy} onClick={() => void backupCheck.start({})}>
            Check a backup…
          </Button>
        </>
      }
    >
      {backup.newKeysAt === null ? null : (
        <Notice tone="care" title="New keys are in no backup">
          The newest wallet or private key was made here on {moment(backup.newKeysAt)}.
        </Notice>
      )}
      {backup.newKeysAt === null && backup.lastAt !== null && now - backup.lastAt > BACKUP_STALE_MS ? (
        <Notice tone="care" title={`The last backup is ${span(now - backup.lastAt)} old`}>
          {changesSince(backup)}
        </Notice>
      ) : null}
      <div role="status">
        {writing.running ? <BackupProgress work={backupWriting} label="Writing the backup" /> : null}
        {checking.running ? <BackupProgress work={backupCheck} label="Checking the backup" /> : null}
        {written === null ? null : written.checked === null ? (
          <Notice tone="care" title="The backup was written and not checked">
            The check was stopped. Check <Visible text={written.path} /> before you rely on it.
          </Notice>
        ) : isWhole(written.checked) ? (
          <Notice tone="proven" title="The backup was written and checked">
            <p className="selectable">
              <Visible text={written.path} />
            </p>
          </Notice>
        ) : (
          <DamagedParts />
        )}
        {found === null ? null : isWhole(found) ? (
          <Notice tone="proven" title="The backup is whole and its passphrase opens it" />
        ) : (
          <DamagedParts />
        )}
      </div>
      {busy || problem === null || isRefused(problem) ? null : <Problem error={problem} />}
      <BackupFacts contents={found ?? written?.checked ?? null} />
      <p className="caption soft">
        The file is sealed with a passphrase of its own. Restore it with “castellan backup restore” into an empty state
        folder.
      </p>
    </Section>
  );
}

const isWhole = ({ damaged }: Contents) => damaged.length === 0;

/** The facts below name each part. */
function DamagedParts() {
  return (
    <Notice tone="care" title="Parts of the backup are damaged or missing">
      They are listed below as not included. The rest is whole. Keep the older backups, because one may hold these
      parts.
    </Notice>
  );
}

function BackupFacts({ contents }: { readonly contents: Contents | null }) {
  if (contents === null) return null;
  const facts: Fact[] = [
    { label: 'Made', value: moment(Date.parse(contents.createdAt)) },
    { label: 'Size', value: byteSize(contents.bytes) },
    { label: 'Keys', value: count(contents.keys) },
    { label: 'Local service', value: inService(contents) },
    ...contents.notIncluded.map((what) => ({ label: 'Not included', value: what })),
  ];
  return <Facts label="Checked backup" facts={facts} />;
}

const inService = ({ wallets, users, activities }: Contents) =>
  [counted(wallets, 'wallet'), counted(users, 'user'), counted(activities, 'activity', 'activities')].join(', ');

const changesSince = ({ changes, serviceChanges }: Pick<AppState['backup'], 'changes' | 'serviceChanges'>) => {
  if (changes === 0 && serviceChanges === 0) return 'Nothing changed since.';
  const entries = `${counted(changes, 'entry of the audit log is', 'entries of the audit log are')} newer.`;
  if (serviceChanges === 0) return entries;
  if (serviceChanges === null) return `${entries} The backup did not count the changes of the local service.`;
  return `${entries} ${counted(serviceChanges, 'change of the local service is', 'changes of the local service are')} newer.`;
};
