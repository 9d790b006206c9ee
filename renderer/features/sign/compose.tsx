import { type FormEvent, useState } from 'react';
import type { AccountRow, HashFunction } from '../../../shared/model/index.ts';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/choices.tsx';
import { TextArea } from '../../ui/field.tsx';
import { hashLabel } from '../../words/labels.ts';
import { counted } from '../../words/number.ts';
import { AccountField } from './account-field.tsx';
import { HASH_HELP, hashesFor, type MessageForm, messageBytes, messageProblem } from './message.ts';

export interface Draft {
  readonly form: MessageForm;
  readonly message: string;
  /** Null follows the account's default. */
  readonly hash: HashFunction | null;
}

interface ComposeProps {
  readonly account: AccountRow | null;
  readonly draft: Draft;
  readonly busy: boolean;
  /** The preview stands beside the draft: its own act is the main one now. */
  readonly prepared: boolean;
  readonly onAccount: (account: AccountRow | null) => void;
  readonly onDraft: (draft: Draft) => void;
  readonly onPreview: (account: AccountRow, hash: HashFunction) => void;
}

/** The hash function a draft stands for with that account. */
export function hashOf(account: AccountRow | null, draft: Draft): HashFunction {
  const offered = hashesFor(account ?? { curve: 'CURVE_SECP256K1', caip2Prefix: 'eip155' });
  return offered.find((hash) => hash === draft.hash) ?? offered[0] ?? 'HASH_FUNCTION_SHA256';
}

/** What to sign and with which account. */
export function Compose({ account, draft, busy, prepared, onAccount, onDraft, onPreview }: ComposeProps) {
  const [shown, setShown] = useState(false);
  const hash = hashOf(account, draft);
  const bytes = messageBytes(draft.form, draft.message);
  const problem = messageProblem(draft.form, draft.message, hash);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setShown(true);
    if (account !== null && problem === null) onPreview(account, hash);
  };
  return (
    <form className="compose" aria-label="Message to sign" onSubmit={submit}>
      <AccountField
        account={account}
        onChange={onAccount}
        problem={shown && account === null ? 'Choose the account to sign with.' : undefined}
      />
      <Segments
        label="Message format"
        value={draft.form}
        choices={[
          { value: 'text', label: 'Text' },
          { value: 'hex', label: 'Hex' },
        ]}
        onChange={(form) => onDraft({ ...draft, form })}
      />
      <TextArea
        label="Message"
        value={draft.message}
        help={bytes === null ? undefined : counted(bytes, 'byte')}
        problem={shown && problem !== null ? problem : undefined}
        onChange={(event) => onDraft({ ...draft, message: event.target.value })}
      />
      <Segments
        label="Hash function"
        value={hash}
        choices={hashesFor(account ?? { curve: 'CURVE_SECP256K1', caip2Prefix: 'eip155' }).map((value) => ({
          value,
          label: hashLabel(value),
        }))}
        onChange={(chosen) => onDraft({ ...draft, hash: chosen })}
        help={HASH_HELP[hash]}
      />
      <div className="compose-actions">
        <Button
          kind={prepared ? 'plain' : 'primary'}
          large
          submit
          disabled={busy}
          data-act="true"
          aria-keyshortcuts="Control+Enter"
        >
          Preview
        </Button>
      </div>
    </form>
  );
}
