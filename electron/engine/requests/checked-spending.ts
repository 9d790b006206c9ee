import { AppError } from '../../../shared/errors/index.ts';
import type { Finding, Meaning, ProfileRow } from '../../../shared/model/index.ts';
import { wipeBytes } from '../../../shared/wire/index.ts';
import type { Consent, GivenConsent } from '../consent/consents.ts';

/** A comparison of a request with its chain at one moment. */
export interface SpendingCheck {
  /** Why the chain would refuse the transaction as it is, and why the chain could not be read. */
  readonly findings: readonly Finding[];
  /**
   * Reads the chain again. Returns what changed since this check, in whole sentences, with the check of now. Null when
   * nothing changed that matters to the decision.
   */
  again(): Promise<{ readonly changed: readonly string[]; readonly check: SpendingCheck } | null>;
}

/**
 * Compares a request with its chain within a few seconds. Null for a request that uses up nothing, and where the
 * operator named no node of its chain.
 */
export type CheckSpending = (
  profile: ProfileRow,
  spent: { readonly meaning: Meaning; readonly body: Uint8Array },
) => Promise<SpendingCheck | null>;

/**
 * Compares the lines of a batch or of a group of votes with their chains, a few times for all of them. Null where no
 * line uses up anything that a node of the operator knows.
 */
export type CheckLines = (
  profile: ProfileRow,
  lines: readonly { readonly line: number; readonly meaning: Meaning; readonly body: Uint8Array }[],
) => Promise<SpendingCheck | null>;

/**
 * Asks a question, and again with the changes while what is spent changes before the answer. Returns the consent to the
 * last question. Wipes the earlier ones. Throws what `ask` throws, and CANCELLED.
 */
export async function askUntilSame<Consents extends GivenConsent | readonly Consent[]>(
  spending: SpendingCheck | null,
  signal: AbortSignal | undefined,
  ask: (findings: readonly Finding[], changed: readonly string[]) => Promise<Consents>,
): Promise<Consents> {
  let check = spending;
  for (let changed: readonly string[] = []; ; ) {
    const consent = await ask(check?.findings ?? [], changed);
    if (check === null || ('byCommand' in consent && consent.byCommand === true)) return consent;
    try {
      const next = await check.again();
      if (signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled. Nothing was stamped or sent.');
      if (next === null) return consent;
      ({ changed, check } = next);
    } catch (error) {
      wipeBytes(consent);
      throw error;
    }
    wipeBytes(consent);
  }
}
