import { useAction } from '../../state/use-action.ts';
import type { Act } from '../../ui/act-menu.tsx';

interface Acts {
  readonly busy: boolean;
  /** The error of the last action, or null while one is running. */
  readonly problem: unknown;
  /** Does one, where none is under way. */
  carryOut(done: () => Promise<unknown>): Promise<void>;
  /** One of a menu, or none where it is not offered. */
  act(label: string, run: () => unknown, isOffered?: boolean): Act[];
}

/** The acts of a list: one at a time, and what is said is of the last alone. */
export function useActs(): Acts {
  const { busy, problem, run: carryOut } = useAction((done: () => Promise<unknown>) => done());
  return {
    busy,
    problem,
    carryOut,
    act: (label, run, isOffered = true) => (isOffered ? [{ label, run: () => void run(), disabled: busy }] : []),
  };
}
