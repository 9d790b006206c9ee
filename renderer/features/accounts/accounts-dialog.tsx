import { type ReactNode, useEffect, useState } from 'react';
import type { OPERATIONS } from '../../../shared/operations/index.ts';
import type { Field } from '../../form/fields.ts';
import { FormFields, type Overrides } from '../../form/form-fields.tsx';
import { type FormValues, type Problems, parametersOf, problemsOf } from '../../form/values.ts';
import { worded } from '../../language/worded.ts';
import { RequestDialog } from '../../request/request-dialog.tsx';
import { resultFacts } from '../../request/result-facts.ts';
import { useRequest } from '../../request/use-request.ts';
import { accountsList } from '../../state/lists.ts';
import { closeDialog } from '../../state/route.ts';
import { Facts } from '../../ui/facts.tsx';
import { Visible } from '../../ui/visible.tsx';
import { AccountFields } from './account-fields.tsx';
import { accountsOf, nextAccount, pathsOf, positionOf, type WalletPaths } from './kinds.ts';

interface AccountsDialogProps {
  readonly operation: typeof OPERATIONS.create_wallet | typeof OPERATIONS.create_wallet_accounts;
  readonly fields: readonly Field[];
  readonly values: FormValues;
  readonly onChange: (values: FormValues) => void;
  /** Discards the typed values, after success or when the operator cancels. */
  readonly onDiscard: () => void;
  /** Paths that the wallet's accounts have already. */
  readonly paths: WalletPaths;
  /** Controls of the other fields. */
  readonly overrides: Overrides;
  /** Further controls below a field, by its name. */
  readonly below?: Readonly<Record<string, ReactNode>>;
  /** Stands above the form. */
  readonly note?: ReactNode;
  /** The message after success: "Wallet created". */
  readonly done: string;
}

/**
 * A form that creates accounts, and its request. A further account copies the last one. The list is read again at the
 * end.
 */
export function AccountsDialog({
  operation,
  fields,
  values,
  onChange,
  onDiscard,
  paths,
  overrides,
  ...rest
}: AccountsDialogProps) {
  const request = useRequest();
  const [problems, setProblems] = useState<Problems>({});
  const isDone = request.flow.step === 'done';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is done
  useEffect(() => {
    if (!isDone) return;
    onDiscard();
    void accountsList.refresh.start({});
  }, [isDone]);

  const accounts = accountsOf(values);
  const change = (next: FormValues) => {
    const isLonger = accountsOf(next).length > accounts.length;
    onChange(isLonger ? { ...next, accounts: [...accounts, nextAccount(accounts, paths.taken, paths.from)] } : next);
  };
  const review = () => {
    const found = problemsOf(fields, values);
    setProblems(found);
    if (Object.keys(found).length === 0) void request.review(operation.name, parametersOf(fields, values));
  };
  return (
    <RequestDialog
      title={worded(operation.title)}
      request={request}
      onReview={review}
      onClose={closeDialog}
      onCancel={onDiscard}
      form={
        <>
          {rest.note}
          <FormFields
            fields={fields}
            values={values}
            problems={problems}
            onChange={change}
            below={rest.below ?? {}}
            overrides={{
              ...overrides,
              'accounts.*': (control) => (
                <AccountFields
                  {...control}
                  taken={new Set([...paths.taken, ...pathsOf(accounts, positionOf(control.path))])}
                  from={paths.from}
                />
              ),
            }}
          />
        </>
      }
      done={({ activity }) => (
        <>
          <div>
            <h3>{rest.done}</h3>
            <p className="soft">
              <Visible text={activity.row.summary} />
            </p>
          </div>
          <Facts label="Result" facts={resultFacts(activity)} />
        </>
      )}
    />
  );
}
