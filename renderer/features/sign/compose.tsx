import { type FormEvent, useState } from 'react';
import type { AccountRow } from '../../../shared/model/index.ts';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/choices.tsx';
import { AccountField } from './account-field.tsx';
import { type Draft, draftProblem, draftRefusal, SIGN_KINDS } from './draft.ts';
import { MessageFields, TransactionFields, TypedDataFields } from './draft-fields.tsx';

interface ComposeProps {
  readonly account: AccountRow | null;
  readonly draft: Draft;
  readonly busy: boolean;
  /** The outcome stands beside the draft: its own act is the main one now. */
  readonly ended: boolean;
  readonly onAccount: (account: AccountRow | null) => void;
  readonly onDraft: (draft: Draft) => void;
  readonly onReview: (account: AccountRow) => void;
}

const FIELDS = { message: MessageFields, 'typed-data': TypedDataFields, transaction: TransactionFields } as const;

/** What to sign and with which account. */
export function Compose({ account, draft, busy, ended, onAccount, onDraft, onReview }: ComposeProps) {
  const [shown, setShown] = useState(false);
  const problem = draftProblem(account, draft);
  const Fields = FIELDS[draft.kind];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setShown(true);
    if (account !== null && problem === null) onReview(account);
  };
  return (
    <form className="compose" aria-label="What to sign" onSubmit={submit}>
      <AccountField
        account={account}
        onChange={onAccount}
        problem={shown && account === null ? 'Choose the account to sign with.' : undefined}
      />
      <Segments
        label="What to sign"
        value={draft.kind}
        choices={SIGN_KINDS}
        onChange={(kind) => {
          setShown(false);
          onDraft({ ...draft, kind });
        }}
      />
      <Fields
        account={account}
        draft={draft}
        problem={(shown ? problem : draftRefusal(account, draft)) ?? undefined}
        onDraft={onDraft}
      />
      <div className="compose-actions">
        <Button
          kind={ended ? 'plain' : 'primary'}
          large
          submit
          disabled={busy}
          data-act="true"
          aria-keyshortcuts="Control+Enter"
        >
          Review
        </Button>
      </div>
    </form>
  );
}
