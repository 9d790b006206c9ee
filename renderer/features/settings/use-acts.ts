import { useAction } from '../../state/use-action.ts';
import type { Act } from '../../ui/act-menu.tsx';

interface Acts {
  readonly busy: boolean;
  /** The error of the last action, or null while one is running. */
  readonly problem: unknown;
  /** Runs an action unless one is running. */
  carryOut(done: () => Promise<unknown>): Promise<void>;
  /** Returns one menu action, or none when it is not offered. */
  act(label: string, run: () => unknown, isOffered?: boolean): Act[];
}

/** The actions of a list. One runs at a time, and only the last one's outcome is shown. */
export function useActs(): Acts {
  const { busy, problem, run: carryOut } = useAction((done: () => Promise<unknown>) => done());
  return {
    busy,
    problem,
    carryOut,
    act: (label, run, isOffered = true) => (isOffered ? [{ label, run: () => void run(), disabled: busy }] : []),
  };
}
