import { createContext, type ReactNode, useContext, useEffect, useId, useState } from 'react';
import { Button } from './button.tsx';
import './pages.css';
import { unseenPages } from './seen-pages.ts';
import { Visible } from './visible.tsx';

/**
 * Called for each paged list and text with whether every page of it was on the screen, and the number of its pages. Null
 * when no decision depends on it.
 */
export const Reading = createContext<((id: string, done: boolean, count: number) => void) | null>(null);

interface PagesProps {
  /** The name of the paged content, for screen readers. */
  readonly label: string;
  /** The number of pages. */
  readonly count: number;
  readonly children: (page: number) => ReactNode;
}

/** One page of long content, with the buttons to the others. A window never draws all of it. */
export function Pages({ label, count, children }: PagesProps) {
  const id = useId();
  const report = useContext(Reading);
  const [page, setPage] = useState(0);
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set([0]));
  const last = count - 1;
  const unseen = unseenPages(seen, count);
  const done = unseen === 0;
  useEffect(() => {
    report?.(id, done, count);
    return () => report?.(id, true, count);
  }, [report, id, done, count]);
  if (count <= 1) return children(0);
  const go = (to: number) => {
    setPage(to);
    setSeen(new Set([...seen, to]));
  };
  return (
    <>
      {children(Math.min(page, last))}
      <nav className="pages" aria-label={`Pages of ${label}`}>
        <Button kind="quiet" disabled={page === 0} onClick={() => go(page - 1)}>
          Previous
        </Button>
        <span className="tabular" role="status">
          Page {page + 1} of {count}
          {report === null || done ? null : `, ${unseen} not seen`}
        </span>
        <Button kind="quiet" disabled={page >= last} onClick={() => go(page + 1)}>
          Next
        </Button>
        <Button kind="quiet" disabled={page >= last} onClick={() => go(last)}>
          Last page
        </Button>
      </nav>
    </>
  );
}

/** Characters of a page of text. */
export const PAGE_CHARACTERS = 16_384;

/** A text of any length in pages of characters. Invisible characters are drawn as chips. */
export function PagedText({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <Pages label={label} count={Math.ceil(text.length / PAGE_CHARACTERS)}>
      {(page) => <Visible text={text.slice(edge(text, page), edge(text, page + 1))} />}
    </Pages>
  );
}

/** Returns the index at which a page begins, never inside a surrogate pair. */
function edge(text: string, page: number): number {
  const at = page * PAGE_CHARACTERS;
  return /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;
}
