import { useContext, useEffect, useId, useRef, useState } from 'react';
import { Reading } from '../ui/pages.tsx';
import { unseenPages } from '../ui/seen-pages.ts';
import { watchPageEnd } from './arming.ts';

/**
 * The page that is shown. Every page counts as unread until `end`, the element after its lines, was on the screen for a
 * while.
 */
export function useReadPages(count: number) {
  const id = useId();
  const report = useContext(Reading);
  const end = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState(0);
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const done = unseenPages(seen, count) === 0;
  useEffect(() => {
    report?.(id, done, count);
    return () => report?.(id, true, count);
  }, [report, id, done, count]);
  useEffect(() => {
    const onRead = () => setSeen((before) => new Set([...before, page]));
    return end.current === null ? undefined : watchPageEnd(end.current, onRead);
  }, [page]);
  return { page, go: setPage, end, isSeen: seen.has(page) };
}
