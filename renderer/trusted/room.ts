import { type RefObject, useEffect, useState } from 'react';
import { resize } from './bridge.ts';

/** Pixels of the profile's colour above the question, and of the space around its text. */
const EDGES = 52;

/** A zoomed window has a whole number of screen pixels, so it may be this much lower than its question. */
const ROUNDING = 2;

/**
 * Reports the height of a question to main, which gives it to the window. Returns true while the window is lower than
 * that, because the display is small. `parts` stand below each other.
 */
export function useCramped(id: number, parts: readonly RefObject<HTMLElement | null>[]): boolean {
  const [isCramped, setCramped] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is new in each drawing, its elements are not
  useEffect(() => {
    const height = () => parts.reduce((sum, { current }) => sum + (current?.offsetHeight ?? 0), EDGES);
    // A first look begins to load the typefaces. Until they are there, lines have other heights.
    height();
    let wanted = 0;
    let isGone = false;
    const compare = () => setCramped(window.innerHeight < wanted - ROUNDING);
    void document.fonts.ready.then(() => {
      if (isGone) return;
      wanted = Math.ceil(height());
      resize(id, wanted);
      compare();
      window.addEventListener('resize', compare);
    });
    return () => {
      isGone = true;
      window.removeEventListener('resize', compare);
    };
  }, [id]);
  return isCramped;
}
