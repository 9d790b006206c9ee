import { type ReactNode, useEffect, useId, useRef } from 'react';
import { worded } from '../../language/worded.ts';
import { useRoute } from '../../state/route.ts';
import { SETTINGS_SECTIONS } from '../../state/settings-sections.ts';

const NAMES = Object.values(SETTINGS_SECTIONS).flat();

interface SectionProps {
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One subject of the settings: its name, purpose and actions above its controls. */
export function Section({ title, text, action, children }: SectionProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const isSought = useRoute((route) =>
    NAMES.some((name) => name.toLowerCase() === route.section && worded(name) === title),
  );
  useEffect(() => {
    if (isSought) section.current?.scrollIntoView({ block: 'start' });
  }, [isSought]);
  return (
    <section ref={section} className="settings-section" aria-labelledby={id}>
      <div className="settings-about">
        <div>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <p className="soft">{text}</p>
        </div>
        {action === undefined ? null : <div className="settings-acts">{action}</div>}
      </div>
      <div className="settings-controls">{children}</div>
    </section>
  );
}
