import { useState } from 'react';
import { Button } from './button.tsx';
import './clamp.css';
import { Visible } from './visible.tsx';

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
      <span className={whole ? 'mono clamp-text' : 'mono clamp-text clamp-short'}>
        <Visible text={text} />
      </span>
      <Button kind="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>
        {whole ? 'Show less' : `Show all, ${size}`}
      </Button>
    </div>
  );
}
