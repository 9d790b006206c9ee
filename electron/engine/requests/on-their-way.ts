/** The requests that this process sends or follows. None of them is unsettled before its work ended. */
export interface OnTheirWay {
  has(requestId: string): boolean;
  /** Runs the work of a request. Throws what it throws. */
  run<Done>(requestId: string, work: () => Promise<Done>): Promise<Done>;
}

/** Calls `onFailed` after each work that threw: its request may be unsettled from then on. */
export function createOnTheirWay(onFailed: () => void): OnTheirWay {
  const running = new Set<string>();
  return {
    has: (requestId) => running.has(requestId),
    async run(requestId, work) {
      running.add(requestId);
      try {
        return await work();
      } catch (error) {
        running.delete(requestId);
        onFailed();
        throw error;
      } finally {
        running.delete(requestId);
      }
    },
  };
}
