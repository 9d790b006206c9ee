import type { Preferences } from '../../../shared/ipc/index.ts';
import { sayProblem } from '../../parts/problem.tsx';
import { setPreferences, usePreferences } from '../../state/preferences.ts';
import { Checkbox, Segments } from '../../ui/choices.tsx';
import { Section } from './section.tsx';

/** Theme, density, and keys without a modifier. */
export function Appearance() {
  const { language, theme, rows, singleKeys } = usePreferences();
  const change = (changed: Partial<Preferences>) => void setPreferences(changed).catch(sayProblem);
  return (
    <Section title="Appearance" text="The look of this window on this machine.">
      <Segments
        label="Language"
        value={language}
        choices={[
          // Each language is called by its own name, so that its readers find it.
          { value: 'en', label: 'English' },
          { value: 'de', label: 'Deutsch' },
        ]}
        onChange={(chosen) => change({ language: chosen })}
        help="The window opens again in this language, at the same place and with your drafts."
      />
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
