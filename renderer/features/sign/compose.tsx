import { type FormEvent, useState } from 'react';
import type { AccountRow } from '../../../shared/model/index.ts';
import { AccountField } from '../../parts/account-field.tsx';
import { ChooseFile } from '../../parts/choose-file.tsx';
import { CarryButton } from '../../request/carry-button.tsx';
import type { RequestControls } from '../../request/use-request.ts';
import { useGivenFile } from '../../state/given.ts';
import type { SigningAccount } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/choices.tsx';
import { type Draft, draftProblem, draftRefusal, SIGN_KINDS } from './draft.ts';
import { MessageFields, TransactionFields, TypedDataFields } from './draft-fields.tsx';
import { useIntake } from './use-intake.ts';

interface ComposeProps {
  readonly account: SigningAccount | null;
  readonly draft: Draft;
  readonly busy: boolean;
  /** True while the outcome is shown beside the draft, whose own button is then the primary one. */
  readonly ended: boolean;
  readonly onAccount: (account: AccountRow | null) => void;
  readonly onDraft: (draft: Draft) => void;
  readonly onReview: (account: SigningAccount) => void;
  readonly request: Pick<RequestControls, 'flow' | 'carryNext'>;
}

const FIELDS = { message: MessageFields, 'typed-data': TypedDataFields, transaction: TransactionFields } as const;

/** The payload and the signing account. */
export function Compose({ account, draft, busy, ended, onAccount, onDraft, onReview, request }: ComposeProps) {
  const [shown, setShown] = useState(false);
  const problem = draftProblem(account, draft);
  const refusal = draftRefusal(account, draft);
  const Fields = FIELDS[draft.kind];
  const written = draft.texts[draft.kind];
  const { notice, onPaste, onDrop, onFile } = useIntake(written, ({ kind, text, form, type }) => {
    setShown(false);
    onDraft({ ...draft, kind, texts: { ...draft.texts, [kind]: text }, form, type });
  });
  useGivenFile('payload', onFile);
  const review = () => {
    if (busy) return;
    setShown(true);
    if (account !== null && problem === null) onReview(account);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    request.carryNext(false);
    review();
  };
  return (
    <form
      className="compose"
      aria-label="What to sign"
      onSubmit={submit}
      onPaste={onPaste}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <AccountField
        account={account}
        onChange={onAccount}
        problem={shown && account === null ? 'Choose the account to sign with.' : undefined}
      />
      <div className="compose-intake">
        <p role="status" className="field-help">
          {notice ??
            (written === '' ? (refusal ?? 'Paste it, or drop or choose a file or a picture of a QR code.') : null)}
        </p>
        <ChooseFile use="payload" onFiles={([file]) => file !== undefined && onFile(file)} />
      </div>
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
        problem={(shown ? problem : written === '' ? null : refusal) ?? undefined}
        onDraft={onDraft}
      />
      <div className="compose-actions">
        <CarryButton request={request} onReview={review} disabled={busy || refusal !== null} />
        <Button
          kind={ended ? 'plain' : 'primary'}
          large
          submit
          disabled={busy || refusal !== null}
          data-act="true"
          aria-keyshortcuts="Control+Enter"
        >
          Review
        </Button>
      </div>
    </form>
  );
}
