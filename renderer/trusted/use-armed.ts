import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Arming, watchArming } from './arming.ts';

/** Keeps the yes of a question out of reach until it can have been read. `end` is put at the end of what is to be read. */
export function useArmed(): Arming & { readonly end: RefObject<HTMLDivElement | null> } {
  const end = useRef<HTMLDivElement>(null);
  const [arming, setArming] = useState<Arming>({ read: false, armed: false });
  useEffect(() => (end.current === null ? undefined : watchArming(end.current, setArming)), []);
  return { end, ...arming };
}
