import { describeError } from '../../shared/errors/index.ts';

/** Notes a failure of the service itself, under the reference that its caller was given. */
export type Report = (reference: string, during: string, error: unknown) => void;

/** One line a failure, for standard error. */
export function formatReport(reference: string, during: string, error: unknown): string {
  return `custody: ${reference} ${during}: ${describeError(error)}\n`;
}
