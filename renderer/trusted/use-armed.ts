import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Arming, watchArming } from './arming.ts';

/**
 * Keeps the yes of a question out of reach until it can have been read: `isPaged` when every page of everything was shown, then `end`,
 * which is put at the end of it.
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
