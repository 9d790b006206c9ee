import { useId } from 'react';
import './bytes-pane.css';
import { PAGE_CHARACTERS, PagedText, Reading } from './pages.tsx';
import { Visible } from './visible.tsx';

interface BytesPaneProps {
  readonly label: string;
  /** Shown exactly, in the order of its characters: no wrapping at words, no trimming, no reformatting. */
  readonly text: string;
  readonly note?: string;
}

/** Exact bytes as selectable text, in a pane that scrolls by keyboard. */
export function BytesPane({ label, text, note }: BytesPaneProps) {
  const id = useId();
  return (
    <div className="bytes">
      <div className="bytes-title">
        <h3 id={id}>{label}</h3>
        {note === undefined ? null : (
          <span className="caption faint">
            <Visible text={note} />
          </span>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="bytes-text" tabIndex={0} aria-labelledby={id}>
        {text.length <= PAGE_CHARACTERS ? (
          <pre className="mono selectable">
            <Visible text={text} />
          </pre>
        ) : (
          // The text above was read already, so these bytes need no reading.
          <Reading.Provider value={null}>
            <div className="bytes-paged mono selectable">
              <PagedText label={label} text={text} />
            </div>
          </Reading.Provider>
        )}
      </section>
    </div>
  );
}
