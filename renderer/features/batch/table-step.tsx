import type { DragEvent } from 'react';
import { type AccountRow, BATCH_LIMITS, chainName } from '../../../shared/model/index.ts';
import { AccountField } from '../../parts/account-field.tsx';
import { dropsText } from '../../parts/dropped-text.ts';
import { GasFields } from '../../parts/gas-fields.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { type BatchDraft, EMPTY_BATCH } from './draft.ts';
import type { TermProblems } from './rules.ts';
import { CHAINS } from './use-batch.ts';

interface TableStepProps {
  readonly draft: BatchDraft;
  readonly account: AccountRow | null;
  readonly problems: TermProblems & { readonly account?: string; readonly text?: string };
  readonly onAccount: (account: AccountRow | null) => void;
  readonly onChange: (change: Partial<BatchDraft>) => void;
}

/** The table, the account that pays, and the fee. */
export function TableStep({ draft, account, problems, onAccount, onChange }: TableStepProps) {
  const { chain, isTyped } = draft;
  const write = (text: string) => onChange({ ...cleared, text });
  const onDrop = (event: DragEvent) => {
    const named = event.dataTransfer.files[0]?.name.replace(/\.[^.]*$/, '').slice(0, BATCH_LIMITS.name) ?? '';
    dropsText(BATCH_LIMITS.text, (text) =>
      onChange({ ...cleared, text, ...(draft.name.trim() === '' ? { name: named } : {}) }),
    )(event);
  };
  return (
    <div className="batch-fields">
      <AccountField
        label="From"
        account={account}
        formats={['ADDRESS_FORMAT_ETHEREUM']}
        problem={problems.account}
        onChange={onAccount}
      />
      <SelectField
        label="Chain"
        value={chain}
        choices={CHAINS.map((name) => ({ value: name, label: chainName(name) }))}
        onChange={(name) => onChange({ chain: name })}
      />
      <TextArea
        label="Table"
        help="Paste a CSV or a JSON list, or drop a file. A CSV names its columns in the first line: to, amount, asset, note, or message, or transaction."
        rows={10}
        value={draft.text}
        problem={problems.text}
        onChange={(event) => write(event.target.value)}
        onDrop={onDrop}
      />
      <TextField
        label="Name"
        placeholder="Batch"
        maxLength={BATCH_LIMITS.name}
        value={draft.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Checkbox label="Set fee and first nonce" checked={isTyped} onChange={(typed) => onChange({ isTyped: typed })} />
      {isTyped ? (
        <div className="batch-fees">
          <GasFields draft={draft} problems={problems} gasLimitLabel="Gas limit of each" onChange={onChange} />
          <TextField
            label="First nonce"
            inputMode="numeric"
            value={draft.nonce}
            problem={problems.nonce}
            onChange={(event) => onChange({ nonce: event.target.value })}
          />
        </div>
      ) : (
        <p className="field-help">Fees and the nonce are read from your node.</p>
      )}
    </div>
  );
}

/** A new table starts with its own columns and choices. */
const { columns, removed, included } = EMPTY_BATCH;
const cleared = { columns, removed, included };
