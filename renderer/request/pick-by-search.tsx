import { useEffect, useState } from 'react';
import { type AccountRow, type ActivityRow, formatLabel, type WalletListRow } from '../../shared/model/index.ts';
import type { FieldControl } from '../form/form-fields.tsx';
import { useListSearch } from '../state/account-search.ts';
import { accountsList, activitiesList, walletsList } from '../state/lists.ts';
import type { RowsSource } from '../state/rows.ts';
import { Combobox } from '../ui/combobox.tsx';
import { Visible } from '../ui/visible.tsx';
import { accountTitle } from '../words/account.ts';
import { withArticle } from '../words/labels.ts';
import { counted } from '../words/number.ts';
import { shortMoment } from '../words/time.ts';

/** Rows offered at once. Typing more of the name finds the rest. */
const OFFERED = 8;
/** Characters of a search at most. */
const SEARCHED = 200;

/** A list that may be long, so it is searched. */
interface Searched<Row> {
  readonly list: RowsSource<Row>;
  readonly one: string;
  readonly many: string;
  readonly idOf: (row: Row) => string;
  readonly title: (row: Row) => string;
  /** Distinguishes rows with the same title. */
  readonly detail: (row: Row) => string;
}

const searched = <Row,>(of: Searched<Row>) => of as unknown as Searched<unknown>;

const accounts: Omit<Searched<AccountRow>, 'idOf'> = {
  list: accountsList,
  one: 'account',
  many: 'accounts',
  title: accountTitle,
  detail: ({ walletName, addressFormat, address }) => `${walletName}, ${formatLabel(addressFormat)}, ${address}`,
};

/** The lists by the things that an id names. A signer is an account by its address. */
export const SEARCHES = {
  wallets: searched<WalletListRow>({
    list: walletsList,
    one: 'wallet',
    many: 'wallets',
    idOf: ({ walletId }) => walletId,
    title: ({ walletName }) => walletName,
    detail: ({ accounts: number, walletId }) => `${counted(number, 'account')}, ${walletId}`,
  }),
  accounts: searched<AccountRow>({ ...accounts, idOf: ({ walletAccountId }) => walletAccountId }),
  signers: searched<AccountRow>({ ...accounts, idOf: ({ address }) => address }),
  activities: searched<ActivityRow>({
    list: activitiesList,
    one: 'activity',
    many: 'activities',
    idOf: ({ activityId }) => activityId,
    title: ({ title, summary }) => (summary === '' ? title : `${title}: ${summary}`),
    detail: ({ createdAt, activityId }) => `${shortMoment(createdAt)}, ${activityId}`,
  }),
} as const;

interface PickBySearchProps {
  readonly control: FieldControl;
  /** By default the title of the field. */
  readonly title?: string | undefined;
  readonly of: keyof typeof SEARCHES;
}

/** Chooses a row of a long list by a part of its name. A text that is no such part is the id itself. */
export function PickBySearch({ control, title, of }: PickBySearchProps) {
  const { field, value, path, problems, onChange } = control;
  const { list, one, many, idOf, title: nameOf, detail } = SEARCHES[of];
  const id = String(value);
  const { found, look } = useListSearch(list, OFFERED);
  const [chosen, setChosen] = useState<unknown>(null);
  const named = [chosen, ...found].find((row) => row !== null && idOf(row) === id) ?? null;
  const lookFor = (text: string) => look(text.slice(0, SEARCHED));
  // The name of an id that a draft or another form gave.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useEffect(() => {
    if (id !== '') lookFor(id);
  }, []);
  return (
    <Combobox<unknown>
      label={title ?? field.title}
      placeholder={`Name or id of ${withArticle(one)}`}
      problem={problems[path]}
      items={found}
      value={named}
      typed={id}
      onType={(text) => {
        setChosen(null);
        onChange(text);
        lookFor(text);
      }}
      onOpen={() => lookFor(named === null ? id : '')}
      onChoose={(row) => {
        setChosen(row);
        onChange(idOf(row));
      }}
      keyOf={idOf}
      title={nameOf}
      none={`No ${one} matches. The text is used as the id.`}
      status={found.length === 0 ? '' : `${counted(found.length, one, many)} found`}
      option={(row) => (
        <>
          <span>
            <Visible text={nameOf(row)} />
          </span>
          <span className="caption faint">
            <Visible text={detail(row)} />
          </span>
        </>
      )}
    >
      {named === null ? null : (
        <p className="caption faint">
          <Visible text={detail(named)} />
        </p>
      )}
    </Combobox>
  );
}
