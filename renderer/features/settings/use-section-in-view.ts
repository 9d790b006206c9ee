import { type RefObject, useEffect, useState } from 'react';

/** Pixels below the top edge in which a section counts as the one in view. */
const EDGE = 80;

/** Returns the heading of the section at the top of a scrolled page, null before the first look. */
export function useSectionInView(page: RefObject<HTMLElement | null>): string | null {
  const [inView, setInView] = useState<string | null>(null);
  useEffect(() => {
    const element = page.current;
    if (element === null) return;
    const look = () => {
      const edge = element.getBoundingClientRect().top + EDGE;
      const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
      const headings = [...element.querySelectorAll('h2')];
      const passed = headings.filter((heading) => isAtEnd || heading.getBoundingClientRect().top <= edge);
      setInView((passed.at(-1) ?? headings[0])?.textContent ?? null);
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [page]);
  return inView;
}
