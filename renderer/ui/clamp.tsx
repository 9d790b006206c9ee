import { useState } from 'react';
import { Button } from './button.tsx';
import './clamp.css';
import { PagedText, Reading } from './pages.tsx';
import { Visible } from './visible.tsx';

/** More characters than two lines have. Laying out an invisible megabyte takes seconds. */
const BEGINNING = 1_024;

interface ClampProps {
  /** Long text for machines. Its first lines are shown until the rest is requested. */
  readonly text: string;
  /** The size of the whole: "2,048 characters". */
  readonly size: string;
}

/** The beginning of a long text, and all of it on request. Never for text that must be read before a decision. */
export function Clamp({ text, size }: ClampProps) {
  const [whole, setWhole] = useState(false);
  return (
    <div className="clamp">
      <div className={whole ? 'mono clamp-text' : 'mono clamp-text clamp-short'}>
        {whole ? (
          // Nobody decides on it.
          <Reading.Provider value={null}>
            <PagedText label="all of it" text={text} />
          </Reading.Provider>
        ) : (
          <Visible text={text.slice(0, BEGINNING)} />
        )}
      </div>
      <Button kind="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>
        {whole ? 'Show less' : `Show all, ${size}`}
      </Button>
    </div>
  );
}
