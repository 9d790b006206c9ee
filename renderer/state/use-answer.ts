import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallInput, CallName, CallOutput, EventName } from '../../shared/ipc/index.ts';
import { call, on } from '../bridge.ts';

interface Answer<Name extends CallName> {
  /** Main's last answer, or null before the first. A later failure leaves it. */
  readonly answer: CallOutput<Name> | null;
  readonly problem: unknown;
  readonly busy: boolean;
  /** Asks once more. */
  readonly again: () => void;
}

/**
 * Main's answer to one question, asked when the screen appears and after each of the events `changed`. Only the newest
 * question's answer counts. `input` is read once: a screen with another input needs another `key`.
 */
export function useAnswer<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  ...changed: readonly EventName[]
): Answer<Name> {
  const [state, setState] = useState<Omit<Answer<Name>, 'again'>>({ answer: null, problem: null, busy: true });
  const [asked] = useState(input);
  const newest = useRef(0);
  const events = changed.join(' ');
  const again = useCallback(() => {
    newest.current += 1;
    const mine = newest.current;
    const settle = (change: Partial<Answer<Name>>) =>
      mine === newest.current && setState((before) => ({ ...before, ...change, busy: false }));
    setState((before) => ({ ...before, busy: true }));
    call(name, asked).then(
      (answer) => settle({ answer, problem: null }),
      (problem: unknown) => settle({ problem }),
    );
  }, [name, asked]);
  useEffect(() => {
    again();
    const stops = events.split(' ').flatMap((event) => (event === '' ? [] : [on(event as EventName, again)]));
    return () => {
      for (const stop of stops) stop();
    };
  }, [again, events]);
  return { ...state, again };
}
