import type { ProfileRow } from '../../../shared/model/index.ts';
import { care } from '../../crypto/index.ts';
import type { CheckSpending, SpendingCheck } from '../requests/checked-spending.ts';
import { type Spending, spendingIn } from './spending.ts';
import {
  changesOf,
  createSpendingReader,
  type Reported,
  type SpendingReaderParts,
  standingOf,
} from './spending-reading.ts';

export function createSpendingCheck(parts: SpendingReaderParts): CheckSpending {
  const reader = createSpendingReader(parts);

  const checkOf = (profile: ProfileRow, spending: Spending, report: Reported): SpendingCheck => ({
    findings: standingOf(spending, report).map((text) => care(text)),
    async again() {
      const now = await reader.read(profile, report.chain, spending);
      const changed = changesOf(spending, { before: report, now });
      return changed.length === 0 ? null : { changed, check: checkOf(profile, spending, now) };
    },
  });

  return async (profile, { meaning, body }) => {
    const spending = spendingIn(meaning, body);
    const chain = spending === null ? null : await reader.chainOf(spending);
    if (spending === null || chain === null) return null;
    return checkOf(profile, spending, await reader.read(profile, chain, spending));
  };
}
