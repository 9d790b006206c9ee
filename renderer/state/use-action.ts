import { useRef, useState } from 'react';

export interface Action<Input extends readonly unknown[]> {
  readonly busy: boolean;
  /** The error of the last run, or null while one is running. */
  readonly problem: unknown;
  readonly run: (...input: Input) => Promise<void>;
}

/**
 * One action of a screen, with its busy state and its error. It runs once at a time. A call during a run does nothing.
 */
export function useAction<Input extends readonly unknown[]>(act: (...input: Input) => Promise<unknown>): Action<Input> {
  const [state, setState] = useState<{ busy: boolean; problem: unknown }>({ busy: false, problem: null });
  // A double click comes before the screen is drawn again.
  const running = useRef(false);
  const run = async (...input: Input) => {
    if (running.current) return;
    running.current = true;
    setState({ busy: true, problem: null });
    const problem = await act(...input).then(
      () => null,
      (error: unknown) => error,
    );
    running.current = false;
    setState({ busy: false, problem });
  };
  return { ...state, run };
}
