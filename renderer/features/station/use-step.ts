import type { JobName } from '../../../shared/ipc/index.ts';
import type { Work, WorkState } from '../../state/work.ts';

type StationJob = Extract<JobName, `station.${string}`>;

/** Returns the state of a step for one file. The outcome for another file is left out, and so is that of an earlier run. */
export function useStep<Name extends StationJob>(
  work: Work<Name>,
  id: string,
): Pick<WorkState<Name>, 'running' | 'progress' | 'problem' | 'result'> {
  const { running, input, progress, problem, result } = work.use();
  const isHere = input !== null && 'id' in input && input.id === id;
  if (!isHere) return { running, progress: null, problem: null, result: null };
  return running ? { running, progress, problem: null, result: null } : { running, progress, problem, result };
}
