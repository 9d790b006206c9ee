import { type RefObject, useEffect, useState } from 'react';

/** A section is in view once its heading is at most this many pixels below the top of the page. */
const EDGE = 80;

/** Returns the text of the heading of the section in view, null before the first measurement. Follows each scroll. */
export function useSectionInView(page: RefObject<HTMLElement | null>): string | null {
  const [inView, setInView] = useState<string | null>(null);
  useEffect(() => {
    const element = page.current;
    if (element === null) return;
    const measure = () => setInView(headingInView(element));
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    return () => element.removeEventListener('scroll', measure);
  }, [page]);
  return inView;
}

/**
 * Returns the text of the last heading (h2) that scrolled to the top of `page`, else of the first one. Null without
 * headings. After a scroll to the end it is the last one, because a short section cannot reach the top.
 */
export function headingInView(page: HTMLElement): string | null {
  const edge = page.getBoundingClientRect().top + EDGE;
  const isAtEnd = page.scrollTop > 0 && page.scrollTop + page.clientHeight >= page.scrollHeight - 1;
  const headings = [...page.querySelectorAll('h2')];
  const passed = headings.filter((heading) => isAtEnd || heading.getBoundingClientRect().top <= edge);
  return (passed.at(-1) ?? headings[0])?.textContent ?? null;
}
