import type { SigningAccount } from '../../state/route.ts';
import { Segments } from '../../ui/choices.tsx';
import { SelectField, TextArea } from '../../ui/field.tsx';
import { counted } from '../../words/number.ts';
import { valueLabel } from '../../words/values.ts';
import { type Draft, formOf, hashOf, type SignKind, typeOf } from './draft.ts';
import { formHelp, formLabel, formsFor, hashesFor, hashHelp, messageBytes } from './message.ts';
import { bytesIn } from './recognise.ts';
import { USUAL_SIGNER } from './signer.ts';
import { typesFor } from './transaction.ts';

interface DraftFieldsProps {
  readonly account: SigningAccount | null;
  readonly draft: Draft;
  readonly problem: string | undefined;
  readonly onDraft: (draft: Draft) => void;
}

const withText = (draft: Draft, kind: SignKind, text: string): Draft => ({
  ...draft,
  texts: { ...draft.texts, [kind]: text },
});

/** A text or bytes, and how they are hashed. */
export function MessageFields({ account, draft, problem, onDraft }: DraftFieldsProps) {
  const signer = account ?? USUAL_SIGNER;
  const form = formOf(account, draft);
  const hash = hashOf(account, draft);
  const hashes = hashesFor(signer, form);
  const bytes = messageBytes(form, draft.texts.message);
  return (
    <>
      <Segments
        label="Message format"
        value={form}
        choices={formsFor(signer).map((value) => ({ value, label: formLabel(value, signer) }))}
        onChange={(chosen) => onDraft({ ...draft, form: chosen })}
        help={formHelp(form, signer)}
      />
      <TextArea
        label="Message"
        value={draft.texts.message}
        help={bytes === null ? undefined : counted(bytes, 'byte')}
        problem={problem}
        onChange={(event) => onDraft(withText(draft, 'message', event.target.value))}
      />
      {hashes.length === 1 ? (
        <p className="field-help">{hashHelp(hash, signer)}</p>
      ) : (
        <Segments
          label="Hash function"
          value={hash}
          choices={hashes.map((value) => ({ value, label: valueLabel(value) }))}
          onChange={(chosen) => onDraft({ ...draft, hash: chosen })}
          help={hashHelp(hash, signer)}
        />
      )}
    </>
  );
}

/** EIP-712 typed data as JSON. */
export function TypedDataFields({ draft, problem, onDraft }: DraftFieldsProps) {
  return (
    <TextArea
      label="Typed data (EIP-712)"
      rows={14}
      value={draft.texts['typed-data']}
      help="JSON with domain, types, primaryType and message. The types include EIP712Domain."
      problem={problem}
      onChange={(event) => onDraft(withText(draft, 'typed-data', event.target.value))}
    />
  );
}

/** An unsigned transaction as its chain's libraries serialise it. */
export function TransactionFields({ account, draft, problem, onDraft }: DraftFieldsProps) {
  const text = draft.texts.transaction;
  const type = typeOf(account, draft);
  const bytes = bytesIn(text);
  return (
    <>
      <TextArea
        label="Unsigned transaction"
        rows={8}
        value={text}
        help={
          text === ''
            ? 'The serialised transaction in hexadecimal, base64 or base58. For Bitcoin a PSBT.'
            : bytes === null
              ? undefined
              : `${counted(bytes.hex.length / 2, 'byte')} in ${bytes.spelling}`
        }
        problem={problem}
        onChange={(event) => onDraft(withText(draft, 'transaction', event.target.value))}
      />
      {type === null ? null : (
        <SelectField
          label="Type"
          value={type}
          choices={typesFor(account ?? USUAL_SIGNER).map((value) => ({
            value,
            label: valueLabel(value),
          }))}
          onChange={(chosen) => onDraft({ ...draft, type: chosen })}
        />
      )}
    </>
  );
}
