import { AppError } from '../../shared/errors/index.ts';
import type { Report } from '../../shared/processes/index.ts';
import { changedRow, type Store } from './store/index.ts';

/** The number of changed rows after which no further one is named. A replaced table may have millions. */
const MAXIMUM_NAMED = 100;

interface EvidenceCheckParts {
  readonly store: Pick<Store, 'isAsClosed' | 'seals' | 'trust'>;
  readonly report: Report;
}

/**
 * Compares every activity, vote, wallet, account and private key with its seal in the background, unless the database is
 * as this service closed it. Reports each changed row once. `close` resolves once the check has stopped. The next start
 * checks again when this one did not end, or found a changed row.
 */
export function checkEvidence({ store, report }: EvidenceCheckParts) {
  const names: string[] = [];
  const ending = new AbortController();
  const found = (name: string): void => {
    if (names.length >= MAXIMUM_NAMED) return;
    names.push(name);
    const { code, message } = changedRow(name);
    const rest = names.length < MAXIMUM_NAMED ? '' : ' Further changed rows are not named.';
    report(
      'evidence',
      new AppError(code, `${message} Until then the service refuses only the requests that need this row.${rest}`),
    );
  };
  const check = async (): Promise<void> => {
    if (store.isAsClosed) return;
    try {
      await store.seals.evidence.check(found, ending.signal);
      if (names.length === 0) store.trust();
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'CANCELLED')) report('evidence', error);
    }
  };
  const running = check();
  return {
    /** Names the changed rows that were found so far. */
    names: (): readonly string[] => names,
    async close(): Promise<void> {
      ending.abort();
      await running;
    },
  };
}
