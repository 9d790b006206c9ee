import { AppError } from '../../../shared/errors/index.ts';

/** Lets one run at a time work on a batch. Two runs would sign or broadcast its lines twice. */
export interface Alone {
  /** Throws INVALID_INPUT while another run works on the batch. */
  run<Done>(id: string, work: () => Promise<Done>): Promise<Done>;
  isRunning(id: string): boolean;
}

export function createAlone(): Alone {
  const running = new Set<string>();
  return {
    isRunning: (id) => running.has(id),
    async run(id, work) {
      if (running.has(id))
        throw new AppError('INVALID_INPUT', 'This batch is being signed or broadcast. Nothing was done again.');
      running.add(id);
      try {
        return await work();
      } finally {
        running.delete(id);
      }
    },
  };
}
