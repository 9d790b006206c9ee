import { chainName, type HistoryFormat, toRfc3339 } from '../../../shared/model/index.ts';
import { STATE_WORDS } from '../../../shared/words/index.ts';
import type { KeptTransaction } from '../../storage/cache/index.ts';
import { csvCell } from '../tools/csv-cell.ts';
import type { Parties } from './parties.ts';
import { amountOf, toTransfer } from './rows.ts';

const COLUMNS = [
  ...['time', 'chain', 'chain_name', 'account', 'account_label', 'hash', 'block', 'state', 'direction'],
  ...['counterparty', 'counterparty_label', 'amount', 'unit', 'asset', 'fee', 'fee_unit', 'fee_paid_by', 'wire_state'],
] as const;
type Cells = Readonly<Record<(typeof COLUMNS)[number], string>>;

/** The format of a file: its beginning, its end, and the text of a piece of history between. */
interface Writing {
  readonly begin: string;
  readonly end: string;
  piece(lines: readonly Cells[], isFirst: boolean): string;
}

/** One line for each transfer, and one for a transaction that moved nothing. Amounts are exact decimal numbers. */
export const WRITINGS: Readonly<Record<HistoryFormat, Writing>> = {
  csv: {
    begin: `${COLUMNS.join(',')}\r\n`,
    end: '',
    piece: (lines) => lines.map((line) => `${COLUMNS.map((column) => csvCell(line[column])).join(',')}\r\n`).join(''),
  },
  json: {
    begin: '[',
    end: '\n]\n',
    piece: (lines, isFirst) =>
      lines.map((line, index) => `${isFirst && index === 0 ? '' : ','}\n${JSON.stringify(line)}`).join(''),
  },
};

/** The lines of one transaction. Only the first has the fee, so that a column of fees can be summed. */
export function cellsOf(transaction: KeptTransaction, parties: Parties): Cells[] {
  const { chain, address, hash, block, failed, finalized, fee, from, to, time } = transaction;
  const paid = amountOf(chain, { caip19: fee.asset, symbol: '', name: '', decimals: 0 }, fee.amount);
  const state = failed ? 'failed' : finalized ? 'finalized' : 'confirmed';
  const whole = {
    time: toRfc3339(time * 1000),
    chain,
    chain_name: chainName(chain),
    account: address,
    account_label: parties.of(address, chain).label ?? '',
    hash,
    block: String(block),
    state: STATE_WORDS[state].label,
    fee_paid_by: from,
    wire_state: state,
  };
  const moved = transaction.transfers.map((transfer) => {
    const { amount, counterparty, asset, incoming } = toTransfer(transfer, chain, parties);
    return {
      direction: incoming ? 'in' : 'out',
      counterparty: counterparty.address,
      counterparty_label: counterparty.label ?? '',
      amount: amount.text,
      unit: amount.unit,
      asset: asset ?? '',
    };
  });
  const whom = from === address ? to : from;
  const nothing = {
    direction: 'none',
    counterparty: whom ?? '',
    counterparty_label: (whom === null ? null : parties.of(whom, chain).label) ?? '',
    amount: '',
    unit: '',
    asset: '',
  };
  return (moved.length === 0 ? [nothing] : moved).map((line, index) => ({
    ...whole,
    ...line,
    fee: index === 0 ? paid.text : '',
    fee_unit: index === 0 ? paid.unit : '',
  }));
}
