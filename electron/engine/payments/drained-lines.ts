import { batchFactsOf, type UnsignedPayment } from '../../../shared/model/index.ts';
import { mostPaid } from './most-paid.ts';
import type { AskedSpending, Reported } from './spending-reading.ts';
import { drainedWords } from './spending-words.ts';
import type { Group, LineNote } from './spent-lines.ts';

interface Draining {
  /** The reports about all groups at the question, and about the asked ones now. */
  readonly before: readonly Reported[];
  readonly asked: readonly Group[];
  readonly now: readonly Reported[];
  readonly unsigned: ReadonlySet<number>;
}

/** Returns the assets of accounts that have less than the sent lines of this batch can have left of them. */
export function drainedBy(groups: readonly Group[], { before, asked, now, unsigned }: Draining): LineNote[] {
  const sentBy = (of: Group): readonly UnsignedPayment[] | null => {
    const lines = groups
      .filter(({ chain, asked: { from } }) => chain === of.chain && from === of.asked.from)
      .flatMap((group) => group.lines.filter(({ line }) => !unsigned.has(line)));
    const payments = lines.flatMap(({ payment }) => payment ?? []);
    return payments.length === lines.length && payments.length > 0 ? payments : null;
  };
  const found = new Map<string, number[]>();
  for (const [index, { chain, asked: wanted, lines }] of asked.entries()) {
    const group = groups.find((one) => one.asked === wanted);
    const [then, state] = [before[group === undefined ? -1 : groups.indexOf(group)]?.state, now[index]?.state];
    const payments = group === undefined || !batchFactsOf(chain).isSent ? null : sentBy(group);
    if (payments === null || then == null || state == null) continue;
    const paid = payments.map((payment) => ({ payment, most: mostPaid(payment) }));
    const coin = paid.reduce<bigint | null>(
      (sum, { most }) => (sum === null || most.coin === null ? null : sum + most.coin),
      0n,
    );
    const token = paid.reduce((sum, { payment, most }) => (isOf(payment, wanted) ? sum + most.token : sum), 0n);
    const texts = [
      ...drainedWords(chain, null, { held: state.coinUnits, before: then.coinUnits, paid: coin }),
      ...(wanted.token === null
        ? []
        : drainedWords(chain, wanted.token, { held: state.tokenUnits, before: then.tokenUnits, paid: token })),
    ];
    for (const text of texts) found.set(text, [...(found.get(text) ?? []), ...lines.map(({ line }) => line)]);
  }
  return [...found].map(([text, lines]) => ({ text, lines }));
}

/** Returns true for a payment in the token of a group. */
function isOf({ token }: UnsignedPayment, { token: known }: AskedSpending): boolean {
  const address = typeof token === 'string' || token === null ? token : token.mint;
  return address !== null && known !== null && address.toLowerCase() === known.address.toLowerCase();
}
