import { useRef } from 'react';
import { SETTINGS_SECTIONS, type SettingsSection } from '../../state/settings-sections.ts';
import { Place } from '../../ui/place.tsx';
import { SecondLevel, type SecondLevelGroup, SecondLevelMenu } from '../../ui/second-level.tsx';
import { SECTIONS } from './sections.ts';
import './settings.css';
import { worded } from '../../language/worded.ts';
import { useSectionInView } from './use-section-in-view.ts';

const GROUPS: readonly SecondLevelGroup<SettingsSection>[] = Object.entries(SETTINGS_SECTIONS).map(
  ([title, names]) => ({
    title: worded(title),
    sections: names.map((name) => ({ name, title: worded(name), count: null })),
  }),
);
const NAMES = Object.values(SETTINGS_SECTIONS).flat();

/** All settings on one page, with a list of their sections beside it. */
export function Settings({ title }: { readonly title: string }) {
  const page = useRef<HTMLDivElement>(null);
  const inView = useSectionInView(page);
  const show = (section: SettingsSection) => {
    const heading = [...(page.current?.querySelectorAll('h2') ?? [])].find(
      (one) => one.textContent === worded(section),
    );
    heading?.closest('section')?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  };
  const sections = {
    label: 'Sections',
    groups: GROUPS,
    onSelect: show,
    current: NAMES.find((name) => worded(name) === inView) ?? SETTINGS_SECTIONS.Vault[0],
  };
  return (
    <Place title={title} menu={<SecondLevelMenu {...sections} />}>
      <SecondLevel {...sections} head={null} />
      <div ref={page} className="settings">
        {NAMES.map((name) => {
          const Section = SECTIONS[name];
          return <Section key={name} />;
        })}
      </div>
    </Place>
  );
}
