import { useRef, useState } from 'react';

export interface Action<Input extends readonly unknown[]> {
  readonly busy: boolean;
  /** Why the last run failed; null while one is under way. */
  readonly problem: unknown;
  readonly run: (...input: Input) => Promise<void>;
}

/** One act of a screen: whether it is under way, and how it failed. It runs once at a time; asking meanwhile does nothing. */
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
