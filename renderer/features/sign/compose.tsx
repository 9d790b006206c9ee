import { type ClipboardEvent, type DragEvent, type FormEvent, useState } from 'react';
import type { AccountRow } from '../../../shared/model/index.ts';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/choices.tsx';
import { AccountField } from './account-field.tsx';
import { type Draft, draftProblem, draftRefusal, SIGN_KINDS } from './draft.ts';
import { MessageFields, TransactionFields, TypedDataFields } from './draft-fields.tsx';
import { MAXIMUM_FILE, type Recognised, recognise, recogniseFile } from './recognise.ts';

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
  /** What the last paste or file was taken for. */
  const [taken, setTaken] = useState<string | null>(null);
  const take = ({ kind, text, form, type, told }: Recognised) => {
    setShown(false);
    setTaken(`${told}. What kind it is can be changed below.`);
    onDraft({ ...draft, kind, texts: { ...draft.texts, [kind]: text }, form, type });
  };
  const paste = (event: ClipboardEvent) => {
    // What is pasted into a text that is being written is a part of it.
    if (event.defaultPrevented || draft.texts[draft.kind] !== '' || !(event.target instanceof HTMLTextAreaElement))
      return;
    const found = recognise(event.clipboardData.getData('text/plain'));
    if (found === null) return;
    event.preventDefault();
    take(found);
  };
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file === undefined) return;
    if (file.size > MAXIMUM_FILE) return setTaken('The file is larger than 4 MiB, so it was not read.');
    take(recogniseFile(new Uint8Array(await file.arrayBuffer())));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setShown(true);
    if (account !== null && problem === null) onReview(account);
  };
  return (
    <form
      className="compose"
      aria-label="What to sign"
      onSubmit={submit}
      onPaste={paste}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => void drop(event)}
    >
      <AccountField
        account={account}
        onChange={onAccount}
        problem={shown && account === null ? 'Choose the account to sign with.' : undefined}
      />
      <p role="status" className="field-help">
        {taken}
      </p>
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
