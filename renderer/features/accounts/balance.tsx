import { type AccountRow, chainLabel, chainName } from '../../../shared/model/index.ts';
import { useBalancesOf } from '../../state/balances.ts';
import { useClock } from '../../state/clock.ts';
import { Facts } from '../../ui/facts.tsx';
import { allBalances, balancesText, shortBalance } from '../../words/balance.ts';

/** The first balance of an account, with its age. Empty while none is known. */
export function BalanceCell({ account }: { readonly account: AccountRow }) {
  const rows = useBalancesOf(account.address);
  const now = useClock((clock) => clock.now);
  const text = shortBalance(rows, now, chainLabel(account));
  return text === null ? null : <span title={allBalances(rows, now)}>{text}</span>;
}

/** The balances of an account on each chain with their age. Nothing while none is known. */
export function BalanceFacts({ address }: Pick<AccountRow, 'address'>) {
  const rows = useBalancesOf(address);
  const now = useClock((clock) => clock.now);
  if (rows.length === 0) return null;
  return (
    <Facts
      label="Balances"
      titled
      facts={rows.map((row) => ({ label: chainName(row.chain), value: balancesText(row, now) }))}
    />
  );
}
