import { type RefObject, useEffect, useRef, useState } from 'react';

/** How long a question must have been before the operator's eyes. */
const WAIT_MS = 600;

interface Arming {
  /** Put at the end of what is to be read. */
  readonly end: RefObject<HTMLDivElement | null>;
  /** The end was on the screen. */
  readonly read: boolean;
  /** A yes counts: all was on the screen, and the window has had the focus for long enough. */
  readonly armed: boolean;
}

/** Keeps the yes of a question out of reach until it can have been read. */
export function useArmed(): Arming {
  const end = useRef<HTMLDivElement>(null);
  const [read, setRead] = useState(false);
  const [waited, setWaited] = useState(false);

  useEffect(() => {
    if (end.current === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setRead(true);
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    let timer: number | undefined;
    const stop = () => {
      window.clearTimeout(timer);
      setWaited(false);
    };
    const start = () => {
      stop();
      timer = window.setTimeout(() => setWaited(true), WAIT_MS);
    };
    if (document.hasFocus()) start();
    window.addEventListener('focus', start);
    window.addEventListener('blur', stop);
    return () => {
      stop();
      window.removeEventListener('focus', start);
      window.removeEventListener('blur', stop);
    };
  }, []);

  return { end, read, armed: read && waited };
}
