import { call } from '../../bridge.ts';
import { sayProblem } from '../../parts/problem.tsx';
import { setPreferences, usePreferences } from '../../state/preferences.ts';
import { useSession } from '../../state/session.ts';
import { Checkbox, Segments } from '../../ui/choices.tsx';
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
        onChange={(chosen) => void call('app.setTheme', { theme: chosen }).catch(sayProblem)}
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
