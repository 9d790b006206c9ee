import { useState } from 'react';
import { type AccountRow, chainName, EARN_CHAINS, type EarnRow, grouped } from '../../../shared/model/index.ts';
import { AccountField } from '../../parts/account-field.tsx';
import { partyFact } from '../../parts/party.tsx';
import { createDraft } from '../../state/draft.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { WholeAddress } from '../../ui/address.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { Facts } from '../../ui/facts.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { amountWords, assetWords, takesDeposits, unitsIn, vaultWords } from '../../words/earn.ts';
import { ChainField } from './chain-field.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { useMove } from './use-move.ts';

/** Wrappers offered: the most of one query. */
const MOST = 500;

const START = {
  /** The id of the chosen row, or empty for a wrapper that is not listed. */
  chosen: null as string | null,
  wrapper: '',
  chain: EARN_CHAINS[0] as string,
  account: null as AccountRow | null,
  amount: '',
  all: false,
};
type Typed = typeof START;

/** The typed values by position, and those without a position. */
const useAmountDraft = createDraft<Readonly<Record<string, Typed>>>({}, 'earn-amount');

interface AmountDialogProps {
  readonly act: 'deposit' | 'withdraw';
  /** The row to deposit into or to withdraw from, or null when it is chosen in this dialog. */
  readonly given: EarnRow | null;
}

/** Puts an amount into a wrapper, or takes one out. */
export function AmountDialog({ act, given }: AmountDialogProps) {
  const key = `${act} ${given?.id}`;
  const draft = useAmountDraft();
  const typed = draft.value[key] ?? START;
  const [problems, setProblems] = useState<Readonly<Partial<Record<keyof Typed, string>>>>({});
  const { answer } = useAnswer('earn.list', { search: '', offset: 0, limit: MOST }, 'earn.changed');
  const change = (changed: Partial<Typed>) => draft.set({ ...draft.value, [key]: { ...typed, ...changed } });
  const discard = () => draft.set(Object.fromEntries(Object.entries(draft.value).filter(([other]) => other !== key)));
  const move = useMove(act, discard);

  const offered = wrappersIn(answer?.rows ?? []);
  const row = given ?? offered.find(({ id }) => id === (typed.chosen ?? offered[0]?.id)) ?? null;
  const account = given?.account?.address ?? typed.account?.address ?? '';
  const amount = unitsIn(typed.amount, row?.decimals ?? null);
  const isAll = act === 'withdraw' && typed.all;

  const review = () => {
    const found = {
      ...(row === null && !/^0x[0-9a-fA-F]{40}$/.test(typed.wrapper.trim())
        ? { wrapper: 'This is not an address of this chain.' }
        : {}),
      ...(account === '' ? { account: 'Choose an account.' } : {}),
      ...(isAll || amount.problem === undefined ? {} : { amount: amount.problem }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const units = isAll ? 'MAX' : (amount.units ?? '');
    const asset = row === null ? 'the asset' : assetWords(row);
    const much = isAll
      ? `all of ${asset}`
      : `${howMuch(row, typed.amount, units)}${row?.symbol == null ? ' of ' : ' '}${asset}`;
    const where = row === null ? `a wrapper on ${chainName(typed.chain)}` : vaultWords(row);
    move.review(
      {
        wrapperAddress: row?.wrapper ?? typed.wrapper.trim(),
        signWith: account,
        chainCaip2: row?.chain ?? typed.chain,
        ...(act === 'deposit' ? { assets: units } : { amountValue: units }),
      },
      act === 'deposit' ? `Deposit of ${much} into ${where}` : `Withdrawal of ${much} from ${where}`,
    );
  };

  return (
    <MoveDialog
      title={act === 'deposit' ? 'Deposit to earn' : 'Withdraw from earn'}
      move={move}
      onDiscard={discard}
      onReview={review}
      form={
        <>
          {given === null ? (
            <SelectField
              label="Wrapper"
              value={row?.id ?? ''}
              choices={[
                ...offered.map((one) => ({ value: one.id, label: `${assetWords(one)} in ${vaultWords(one)}` })),
                { value: '', label: 'Another one, by its address' },
              ]}
              onChange={(chosen) => change({ chosen })}
            />
          ) : null}
          {row === null ? (
            <>
              <TextField
                label="Wrapper address"
                help="You can also use a wrapper of your parent organization."
                mono
                value={typed.wrapper}
                problem={problems.wrapper}
                onChange={(event) => change({ wrapper: event.target.value })}
              />
              <ChainField value={typed.chain} onChange={(chain) => change({ chain })} />
            </>
          ) : (
            <Facts
              label="Position"
              facts={[
                { label: 'Asset', value: row.symbol ?? <WholeAddress text={row.token} /> },
                ...(given?.account == null ? [] : [partyFact('Account', given.account)]),
                ...(given?.account == null ? [] : [{ label: 'In it now', value: amountWords(given.amount) }]),
                { label: 'Chain', value: chainName(row.chain) },
                { label: 'Wrapper', value: <WholeAddress text={row.wrapper} /> },
              ]}
            />
          )}
          {given?.account == null ? (
            <AccountField
              account={typed.account}
              formats={['ADDRESS_FORMAT_ETHEREUM']}
              problem={problems.account}
              onChange={(chosen) => change({ account: chosen })}
            />
          ) : null}
          <div className="earn-amount">
            <TextField
              label={row?.decimals == null ? 'Amount in the smallest unit' : `Amount of ${assetWords(row)}`}
              help={helpFor(row, amount.units)}
              inputMode="decimal"
              disabled={isAll}
              value={isAll ? '' : typed.amount}
              problem={isAll ? undefined : problems.amount}
              onChange={(event) => change({ amount: event.target.value })}
            />
            {act === 'withdraw' ? (
              <Checkbox label="All of it" checked={typed.all} onChange={(all) => change({ all })} />
            ) : null}
          </div>
        </>
      }
    />
  );
}

/** “400,000,000 units”, “1.5” */
function howMuch(row: EarnRow | null, typed: string, units: string): string {
  return row?.decimals == null ? `${grouped(units)} units` : grouped(typed.trim());
}

/** Returns the help text below the amount: its unit and its decimals. */
function helpFor(row: EarnRow | null, units: string | undefined): string {
  if (row?.decimals == null) return 'The number of decimals of the asset is not known.';
  const counted = row.symbol === null ? ', as the service counts it' : '';
  return units === undefined
    ? `It has ${row.decimals} decimals${counted}.`
    : `${grouped(units)} of its smallest unit, by which the question counts: it has ${row.decimals} decimals${counted}.`;
}

/** Returns each wrapper that takes deposits once, as one of its rows without the account. */
function wrappersIn(rows: readonly EarnRow[]): readonly EarnRow[] {
  const each = new Map(rows.filter(takesDeposits).map((row) => [`${row.chain} ${row.wrapper}`, row]));
  return [...each.values()];
}
