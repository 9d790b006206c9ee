import { useState } from 'react';
import type { UpdateCheck, UpdateState } from '../../../shared/ipc/index.ts';
import { call } from '../../bridge.ts';
import { Problem, sayProblem } from '../../parts/problem.tsx';
import { setPreferences, usePreferences } from '../../state/preferences.ts';
import { useSession } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Visible } from '../../ui/visible.tsx';
import { day, moment } from '../../words/time.ts';
import { Section } from './section.tsx';

/** The newest release, as a signed notice names it. */
export function Updates() {
  const update = useSession((session) => session.app?.update ?? null);
  const isOffline = useSession((session) => session.app?.isOffline ?? false);
  const { dailyUpdateCheck } = usePreferences();
  const [verdict, setVerdict] = useState<UpdateCheck | null>(null);
  const checking = useAction(async () => setVerdict(await call('updates.check', {})));
  const cannot = update?.canCheck === false || isOffline;
  return (
    <Section
      title="Updates"
      text="Castellan asks for a signed notice about the newest release, and sends nothing about this computer. It installs nothing."
      action={
        <Button onClick={() => void checking.run()} disabled={checking.busy || cannot}>
          Check now
        </Button>
      }
    >
      {update === null ? null : <Newest update={update} />}
      {verdict === null || verdict.ok ? null : (
        <Notice tone="care" title="The check was refused" loud>
          {verdict.message}
        </Notice>
      )}
      {checking.problem === null ? null : <Problem error={checking.problem} />}
      {cannot ? (
        <p className="soft">
          {isOffline
            ? 'This window is offline, so nothing can be checked.'
            : 'This copy was built without a release key, so nothing can be checked. Read the project’s page for newer releases.'}
        </p>
      ) : (
        <Checkbox
          label="Check once a day"
          checked={dailyUpdateCheck}
          onChange={(isOn) => void setPreferences({ dailyUpdateCheck: isOn }).catch(sayProblem)}
        />
      )}
    </Section>
  );
}

function Newest({ update: { notice, checkedAt, isNewer, isBelowMinimum } }: { readonly update: UpdateState }) {
  const version = useSession((session) => session.app?.version ?? '');
  if (notice === null) return null;
  return (
    <>
      <Facts
        label="Newest release"
        facts={[
          { label: 'This version', value: version },
          { label: 'Newest version', value: isNewer ? `${notice.version}, of ${day(notice.published)}` : 'This one' },
          { label: 'Checked', value: moment(checkedAt) },
        ]}
      />
      {isBelowMinimum ? (
        <Notice tone="danger" title={`Install ${notice.version}`}>
          The project advises against every version before <Visible text={notice.minimumVersion} />.
        </Notice>
      ) : null}
      {isNewer ? (
        <ul>
          {notice.notes.map((note) => (
            <li key={note}>
              <Visible text={note} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
