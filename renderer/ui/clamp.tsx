import { useState } from 'react';
import { Button } from './button.tsx';
import './clamp.css';
import { PagedText, Reading } from './pages.tsx';
import { Visible } from './visible.tsx';

/** More characters than two lines have: laying out a megabyte that is not seen takes seconds. */
const BEGINNING = 1_024;

interface ClampProps {
  /** Long text that is for machines: its first lines are shown until all of it is asked for. */
  readonly text: string;
  /** Says how much there is: "2,048 characters". */
  readonly size: string;
}

/** The beginning of a long text, and all of it on request. Never for text that somebody has to read before deciding. */
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
