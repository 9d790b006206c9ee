import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Arming, watchArming } from './arming.ts';

/**
 * Disables the yes of a question until it can have been read. `isPaged` is true once every page was shown. `end`
 * belongs at the end of the question.
 */
export function useArmed(isPaged: boolean): Arming & { readonly end: RefObject<HTMLDivElement | null> } {
  const end = useRef<HTMLDivElement>(null);
  const [arming, setArming] = useState<Arming>({ read: false, armed: false });
  useEffect(() => {
    setArming({ read: false, armed: false });
    return end.current === null ? undefined : watchArming(end.current, isPaged, setArming);
  }, [isPaged]);
  return { end, ...arming };
}
