/** The reading of the copy on this machine. */
interface Copy {
  /** `readAt` is null when it was never read from the service. */
  readonly answer: { readonly readAt: number | null } | null;
  readonly busy: boolean;
}

/** The reading of the service. Problem and result are null before the first attempt ended. */
interface Reading {
  readonly running: boolean;
  readonly problem: unknown;
  readonly result: unknown;
}

interface NamesProblem {
  readonly text: string;
  /** True while the names may still come. */
  readonly isBusy: boolean;
}

/** Returns why a form cannot name things, or null when it can. Ids can be typed all the same. */
export function namesProblem({ answer, busy }: Copy, service: Reading): NamesProblem | null {
  if (answer !== null && answer.readAt !== null) return null;
  const isBusy = answer === null ? busy : service.running || (service.problem === null && service.result === null);
  return isBusy
    ? { text: 'Reading names. You can type ids meanwhile.', isBusy }
    : { text: 'The names could not be read. You can type ids, or read the names again.', isBusy };
}
