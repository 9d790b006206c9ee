import { decimalText, type EarnRow, type HistoryAmount } from '../../../shared/model/index.ts';
import { tokenOf } from '../../crypto/index.ts';
import type { Parties } from '../history/parties.ts';
import type { KeptEarn, KeptPosition, KeptWrapper } from './kept.ts';

/**
 * The positions of accounts, in the order of the wrappers. A wrapper without positions has a row of its own. Positions
 * in unlisted wrappers come last.
 */
export function toEarnRows({ wrappers, positions, stale }: KeptEarn, parties: Parties): EarnRow[] {
  const rows = wrappers.flatMap((wrapper) => {
    const inIt = positions.filter((position) => isOf(position, wrapper));
    return inIt.length === 0 ? [toRow(wrapper, null, parties)] : inIt.map((each) => toRow(wrapper, each, parties));
  });
  const others = positions.filter((position) => !wrappers.some((wrapper) => isOf(position, wrapper)));
  return [...rows, ...others.map((position) => toRow(null, position, parties))].map((row) => {
    return { ...row, stale: stale[row.chain] ?? null };
  });
}

const isOf = (position: KeptPosition, wrapper: KeptWrapper): boolean =>
  position.wrapper === wrapper.wrapper && position.chain === wrapper.chain;

/** A row as the service reported it. */
type Row = Omit<EarnRow, 'stale'>;

function toRow(wrapper: KeptWrapper | null, position: KeptPosition, parties: Parties): Row;
function toRow(wrapper: KeptWrapper, position: KeptPosition | null, parties: Parties): Row;
function toRow(wrapper: KeptWrapper | null, position: KeptPosition | null, parties: Parties): Row {
  const { chain, token, ...place } = (position ?? wrapper) as KeptPosition | KeptWrapper;
  const known = tokenOf(chain, token);
  const decimals = known?.decimals ?? position?.decimals ?? wrapper?.decimals ?? null;
  const symbol = known?.symbol ?? null;
  const amount = (units: string | null | undefined) => amountOf(units ?? null, { symbol, decimals });
  const percent = wrapper?.netYield ?? wrapper?.yield ?? null;
  return {
    id: `${chain} ${place.wrapper} ${position?.account ?? ''}`,
    chain,
    token,
    symbol,
    decimals,
    wrapper: place.wrapper,
    vault: place.vault,
    vaultName: wrapper?.name ?? null,
    protocol: position?.provider ?? wrapper?.provider ?? null,
    account: position === null ? null : parties.of(position.account, chain),
    amount: amount(position?.amount),
    deposited: amount(position?.deposited),
    withdrawn: amount(position?.withdrawn),
    value: position?.dollars ?? null,
    yield: percent === null ? null : { percent, isNet: wrapper?.netYield !== null },
    depositsDisabled: place.depositsDisabled,
    deployed:
      wrapper === null
        ? null
        : {
            status: wrapper.status,
            error: wrapper.error,
            fee: wrapper.fee,
            feeWallet: wrapper.feeWallet === null ? null : parties.of(wrapper.feeWallet, chain),
            claimable: amount(wrapper.claimable),
            total: amount(wrapper.total),
          },
  };
}

/** An exact amount: as it is known here, else as the service counts, else in the smallest unit. */
function amountOf(
  units: string | null,
  { symbol, decimals }: Pick<EarnRow, 'symbol' | 'decimals'>,
): HistoryAmount | null {
  if (units === null) return null;
  if (decimals === null) return { text: units, unit: 'smallest units of this token', known: false };
  const text = decimalText(BigInt(units), decimals);
  return symbol === null ? { text, unit: 'of this token', known: false } : { text, unit: symbol, known: true };
}
