import type { Preferences } from '../../../shared/ipc/index.ts';
import { sayProblem } from '../../parts/problem.tsx';
import { setPreferences, usePreferences } from '../../state/preferences.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { Section } from './section.tsx';

type Kind = keyof Preferences['notices'];
const LABELS: Readonly<Record<Kind, string>> = {
  votes: 'Requests that wait for your vote',
  requests: 'Your requests that were completed, failed or were rejected',
  keys: 'API keys that end within 30 days',
  backups: 'New wallets and keys that are in no backup',
  details: 'Show names and amounts, also on a locked screen',
};

/** The news that the system announces while this window is in the background. */
export function Notifications() {
  const { notices } = usePreferences();
  const change = (kind: Kind, isOn: boolean) =>
    void setPreferences({ notices: { ...notices, [kind]: isOn } }).catch(sayProblem);
  return (
    <Section
      title="Notifications"
      text="Shown by the system while the vault is unlocked and this window is in the background. Votes are read every five minutes then, and the ends of keys once a day. A click only opens the window."
    >
      {(Object.keys(LABELS) as Kind[]).map((kind) => (
        <Checkbox key={kind} label={LABELS[kind]} checked={notices[kind]} onChange={(isOn) => change(kind, isOn)} />
      ))}
    </Section>
  );
}
