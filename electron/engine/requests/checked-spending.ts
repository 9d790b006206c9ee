import { AppError } from '../../../shared/errors/index.ts';
import type { Finding, Meaning, ProfileRow, SeenAccount, UnsignedPayment } from '../../../shared/model/index.ts';
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

/** A comparison of many lines with their chains. */
export interface LinesCheck extends SpendingCheck {
  /** The changes since an earlier answer, in whole sentences. */
  readonly changed: readonly string[];
  /** The accounts as their nodes reported them. A node that did not answer reported none. */
  readonly seen: readonly SeenAccount[];
  again(): Promise<{ readonly changed: readonly string[]; readonly check: LinesCheck } | null>;
  /**
   * Reads the chain again during a run, for the lines that are left: not signed, or not broadcast yet. Returns the
   * changes since this check that matter to the decision, in whole sentences. Earlier lines of the run may have paid.
   */
  changesFor(left: ReadonlySet<number>): Promise<readonly string[]>;
}

/** A line to compare. `payment` is the payment that is composed anew before it is asked about again. */
export interface ComparedLine {
  readonly line: number;
  readonly meaning: Meaning;
  readonly body: Uint8Array;
  readonly payment?: UnsignedPayment | null | undefined;
}

/** The earlier answers about the lines of a batch. */
export interface EarlierAnswers {
  /** The accounts at the last one, or null when it is not stored. */
  readonly seen: readonly SeenAccount[] | null;
  /** Earlier lines went to the service, and may still lower the balances. */
  readonly hasPaid: boolean;
}

/**
 * Compares the lines of a batch or of a group of votes with their chains, a few times for all of them. Null where no
 * line uses up anything that a node of the operator knows.
 */
export type CheckLines = (
  profile: ProfileRow,
  lines: readonly ComparedLine[],
  earlier?: EarlierAnswers,
) => Promise<LinesCheck | null>;

/**
 * Asks a question, and again with the changes while what is spent changes before the answer. `before` has the changes
 * of the first question. Returns the consent to the last question. Wipes the earlier ones. Throws what `ask` throws, and
 * CANCELLED.
 */
export async function askUntilSame<
  Consents extends GivenConsent | readonly Consent[],
  Check extends {
    readonly findings: readonly Finding[];
    again(): Promise<{ readonly changed: readonly string[]; readonly check: Check } | null>;
  },
>(
  spending: Check | null,
  signal: AbortSignal | undefined,
  ask: (findings: readonly Finding[], changed: readonly string[], check: Check | null) => Promise<Consents>,
  before: readonly string[] = [],
): Promise<Consents> {
  let check = spending;
  for (let changed = before; ; ) {
    const consent = await ask(check?.findings ?? [], changed, check);
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
