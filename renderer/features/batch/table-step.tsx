import type { DragEvent } from 'react';
import {
  type AccountRow,
  ADDRESS_FORMATS,
  BATCH_LIMITS,
  batchFactsOf,
  chainName,
  type EndpointChain,
  PAYER_FORMATS,
  type PaymentFamily,
  paymentFamilyOf,
} from '../../../shared/model/index.ts';
import { AccountField } from '../../parts/account-field.tsx';
import { ChooseFile } from '../../parts/choose-file.tsx';
import { takeText } from '../../parts/dropped-text.ts';
import { GasFields } from '../../parts/gas-fields.tsx';
import { useGivenFile } from '../../state/given.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { type BatchDraft, EMPTY_BATCH } from './draft.ts';
import { chainsOf, type TermProblems } from './rules.ts';

interface TableStepProps {
  readonly draft: BatchDraft;
  readonly chain: EndpointChain;
  readonly account: AccountRow | null;
  readonly problems: TermProblems & { readonly account?: string; readonly text?: string };
  readonly onAccount: (account: AccountRow | null) => void;
  readonly onChange: (change: Partial<BatchDraft>) => void;
}

/** The table, the account that pays, and the fee. */
export function TableStep({ draft, chain, account, problems, onAccount, onChange }: TableStepProps) {
  const { isOpen } = batchFactsOf(chain);
  const isTyped = isOpen && draft.isTyped;
  const write = (text: string) => onChange({ ...cleared, text });
  const takeFile = (file: File) => {
    const named = file.name.replace(/\.[^.]*$/, '').slice(0, BATCH_LIMITS.name);
    takeText(file, BATCH_LIMITS.text, (text) =>
      onChange({ ...cleared, text, ...(draft.name.trim() === '' ? { name: named } : {}) }),
    );
  };
  useGivenFile('table', takeFile);
  const onDrop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (file === undefined) return;
    event.preventDefault();
    takeFile(file);
  };
  return (
    <div className="batch-fields">
      <AccountField label="From" account={account} formats={FORMATS} problem={problems.account} onChange={onAccount} />
      <SelectField
        label="Chain"
        value={chain}
        choices={chainsOf(account).map((name) => ({ value: name, label: chainName(name) }))}
        onChange={(name) => onChange({ chain: name })}
      />
      <TextArea
        label="Table"
        help={`Paste a CSV or a JSON list, drop a file, or choose one. A CSV names its columns in the first line: ${columnWords(chain)}.`}
        rows={10}
        value={draft.text}
        problem={problems.text}
        onChange={(event) => write(event.target.value)}
        onDrop={onDrop}
      />
      <div>
        <ChooseFile use="table" onFiles={([file]) => file !== undefined && takeFile(file)} />
      </div>
      <TextField
        label="Name"
        placeholder="Batch"
        maxLength={BATCH_LIMITS.name}
        value={draft.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      {isOpen ? (
        <Checkbox
          label="Set fee and first nonce"
          checked={isTyped}
          onChange={(typed) => onChange({ isTyped: typed })}
        />
      ) : null}
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
        <p className="field-help">{FEE_WORDS[paymentFamilyOf(chain)]}</p>
      )}
    </div>
  );
}

/** The formats of the accounts that pay, those of other chains too. */
const FORMATS = ADDRESS_FORMATS.filter((format) => PAYER_FORMATS.has(format));

/** The source of the fees, and the service's next step with a signed line. */
const FEE_WORDS: Readonly<Record<PaymentFamily, string>> = {
  tempo: 'Castellan composes no batches on Tempo.',
  ethereum: 'Fees and the nonce are read from your node.',
  solana:
    'Fees and rent are read from your node. The service sets the newest blockhash of each line, signs and sends it.',
  bitcoin:
    'Fees and outputs are read from your node. Each line is a transaction with outputs of its own. The service signs and sends it.',
  tron: 'Fees and the newest block are read from your node. The service signs and sends each line.',
};

function columnWords(chain: EndpointChain): string {
  const { isOpen, hasMemo } = batchFactsOf(chain);
  if (isOpen) return 'to, amount, asset, note, or message, or transaction';
  return hasMemo ? 'to, amount, asset, memo, note' : 'to, amount, asset, note';
}

/** A new table starts with its own columns and choices. */
const { columns, removed, included } = EMPTY_BATCH;
const cleared = { columns, removed, included };
