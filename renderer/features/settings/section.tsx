import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useRoute } from '../../state/route.ts';

interface SectionProps {
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One subject of the settings: its name and purpose on the left, its controls on the right. */
export function Section({ title, text, action, children }: SectionProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const isSought = useRoute((route) => route.section === title.toLowerCase());
  useEffect(() => {
    if (isSought) section.current?.scrollIntoView({ block: 'start' });
  }, [isSought]);
  return (
    <section ref={section} className="settings-section" aria-labelledby={id}>
      <div className="settings-about">
        <h2 id={id}>{title}</h2>
        <p className="soft">{text}</p>
        {action}
      </div>
      <div className="settings-controls">{children}</div>
    </section>
  );
}
