import { call } from '../../bridge.ts';
import { setPreferences, usePreferences } from '../../state/preferences.ts';
import { useSession } from '../../state/session.ts';
import { Checkbox, Segments } from '../../ui/choices.tsx';
import { say } from '../../ui/toasts.tsx';
import { problemWords } from '../../words/problem.ts';
import { Section } from './section.tsx';

/** Theme, density, and keys without a modifier. */
export function Appearance() {
  const theme = useSession((session) => session.app?.theme ?? 'system');
  const preferences = usePreferences();
  return (
    <Section title="Appearance" text="How this window looks on this machine.">
      <Segments
        label="Theme"
        value={theme}
        choices={[
          { value: 'system', label: 'System' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        onChange={(chosen) => {
          call('app.setTheme', { theme: chosen }).catch((error: unknown) => say(problemWords(error).message, 'danger'));
        }}
      />
      <Segments
        label="Rows"
        value={preferences.rows}
        choices={[
          { value: 'comfortable', label: 'Comfortable' },
          { value: 'compact', label: 'Compact' },
        ]}
        onChange={(rows) => setPreferences({ rows })}
      />
      <Checkbox
        label="Single-key shortcuts"
        checked={preferences.singleKeys}
        onChange={(singleKeys) => setPreferences({ singleKeys })}
      />
    </Section>
  );
}
