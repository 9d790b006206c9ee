import type { ReactNode } from 'react';
import type { Tone } from '../words/status.ts';
import { Icon } from './icon.tsx';
import './notice.css';
import { visible } from './visible.tsx';

const ICON = { plain: 'info', care: 'care', danger: 'danger', proven: 'proven' } as const;

interface NoticeProps {
  readonly tone: Tone;
  readonly title: string;
  readonly children?: ReactNode;
  /** `alert` interrupts a screen reader. Only for a problem that has just occurred. */
  readonly loud?: boolean;
  readonly action?: ReactNode;
}

/** A notice in its place: what happened, what was not done, what to do. */
export function Notice({ tone, title, children, loud = false, action }: NoticeProps) {
  return (
    <div className={`notice tone-${tone}`} role={loud ? 'alert' : undefined}>
      <Icon name={ICON[tone]} />
      <div className="notice-text">
        <strong>{visible(title)}</strong>
        {children === undefined ? null : <div className="notice-body">{visible(children)}</div>}
      </div>
      {action === undefined ? null : <div className="notice-action">{action}</div>}
    </div>
  );
}

/** A word with a meaning: a state, a flag. The tone is never the only sign. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return <span className={`badge tone-${tone}`}>{visible(children)}</span>;
}
