import type { Preferences } from '../../../shared/ipc/index.ts';
import { sayProblem } from '../../parts/problem.tsx';
import { setPreferences, usePreferences } from '../../state/preferences.ts';
import { Checkbox, Segments } from '../../ui/choices.tsx';
import { Section } from './section.tsx';

/** Theme, density, and keys without a modifier. */
export function Appearance() {
  const { theme, rows, singleKeys } = usePreferences();
  const change = (changed: Partial<Preferences>) => void setPreferences(changed).catch(sayProblem);
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
        onChange={(chosen) => change({ theme: chosen })}
      />
      <Segments
        label="Rows"
        value={rows}
        choices={[
          { value: 'comfortable', label: 'Comfortable' },
          { value: 'compact', label: 'Compact' },
        ]}
        onChange={(chosen) => change({ rows: chosen })}
      />
      <Checkbox
        label="Single-key shortcuts"
        checked={singleKeys}
        onChange={(checked) => change({ singleKeys: checked })}
      />
    </Section>
  );
}
