import { useRef } from 'react';
import { SETTINGS_SECTIONS, type SettingsSection } from '../../state/settings-sections.ts';
import { Place } from '../../ui/place.tsx';
import { SECTIONS } from './sections.ts';
import './settings.css';
import { useSectionInView } from './use-section-in-view.ts';

/** All settings on one page, with a list of their sections beside it. */
export function Settings({ title }: { readonly title: string }) {
  const page = useRef<HTMLDivElement>(null);
  const inView = useSectionInView(page);
  const show = (section: SettingsSection) => {
    const heading = [...(page.current?.querySelectorAll('h2') ?? [])].find((one) => one.textContent === section);
    heading?.closest('section')?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  };
  return (
    <Place title={title}>
      <nav className="settings-nav" aria-label="Sections">
        {Object.entries(SETTINGS_SECTIONS).map(([group, names]) => (
          <ul key={group} aria-label={group}>
            <li className="settings-nav-heading" aria-hidden="true">
              {group}
            </li>
            {names.map((name) => (
              <li key={name}>
                <button
                  type="button"
                  className="settings-nav-section"
                  aria-current={name === inView ? 'true' : undefined}
                  onClick={() => show(name)}
                >
                  {name}
                </button>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <div ref={page} className="settings">
        {Object.values(SETTINGS_SECTIONS).flatMap((names) =>
          names.map((name) => {
            const Section = SECTIONS[name];
            return <Section key={name} />;
          }),
        )}
      </div>
    </Place>
  );
}
