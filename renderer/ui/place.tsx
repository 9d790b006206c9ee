import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import './place.css';
import { visible } from './visible.tsx';

interface PlaceProps {
  /** Before the title: the way back to a list. */
  readonly before?: ReactNode;
  readonly title: string;
  /** Right after the title: a menu of the place's sections in a narrow window. */
  readonly menu?: ReactNode;
  /** Beside the title: a search field. */
  readonly tools?: ReactNode;
  /** The actions of the place, at the right end. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A place of the window: the bar that is also the window's handle, and below it the content. */
export function Place({ before, title, menu, tools, actions, children }: PlaceProps) {
  return (
    <div className="place">
      <header className="place-bar">
        {before}
        <h1 className="cut" tabIndex={-1}>
          {visible(title)}
        </h1>
        {menu}
        <div className="place-tools">{tools}</div>
        <div className="place-actions">{actions}</div>
      </header>
      <div className="place-content">{children}</div>
    </div>
  );
}

interface InspectorProps {
  /** The accessible name of the region: "Account details". */
  readonly label: string;
  readonly title: ReactNode;
  /** One line under the title. */
  readonly under?: ReactNode;
  readonly actions?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The column on the right: the details and the actions of the selected item. */
export function Inspector({ label, title, under = null, actions, onClose, children }: InspectorProps) {
  return (
    <section className="inspector" aria-label={label}>
      <header className="inspector-header">
        <div className="inspector-title">
          <h2>{visible(title)}</h2>
          {under === null ? null : <p className="soft">{visible(under)}</p>}
        </div>
        <IconButton icon="close" label="Close details" onClick={onClose} />
      </header>
      {actions === undefined ? null : <div className="inspector-actions">{actions}</div>}
      <div className="inspector-body">{children}</div>
    </section>
  );
}

/** A place or list with nothing in it: one sentence and one action. */
export function Empty({ title, action }: { readonly title: string; readonly action?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {action}
    </div>
  );
}
