import type { AddressRow } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { ActionForm } from '../../parts/action-form.tsx';
import { createDraft } from '../../state/draft.ts';
import { closeDialog, selectEntry } from '../../state/route.ts';
import { useAction } from '../../state/use-action.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { CHAIN_CHOICES } from './chains.ts';

interface EntryDialogProps {
  /** The entry being edited, or null for a new one. */
  readonly entry: AddressRow | null;
  /** The initial address of a new entry. */
  readonly address: string;
}

const typedIn = (entry: AddressRow | null, address: string) => ({
  address,
  chain: entry?.chain ?? '',
  label: entry?.label ?? '',
  note: entry?.note ?? '',
  tags: entry?.tags.join(', ') ?? '',
  allowed: entry?.allowed === true ? ('yes' as const) : ('no' as const),
});

/** The last typed values, and the entry that they belong to. */
const useEntryDraft = createDraft<{ readonly of: string; readonly typed: ReturnType<typeof typedIn> } | null>(
  null,
  'address',
);

/** One entry of the address book. Main checks the typed values, and the trusted window confirms them. */
export function EntryDialog({ entry, address }: EntryDialogProps) {
  const draft = useEntryDraft();
  const of = `${address} ${entry?.chain}`;
  const typed = draft.value?.of === of ? draft.value.typed : typedIn(entry, address);
  const change = (member: keyof typeof typed) => (text: string) =>
    draft.set({ of, typed: { ...typed, [member]: text } });
  const leave = () => {
    draft.discard();
    closeDialog();
  };
  const saving = useAction(async () => {
    const { tags, chain, allowed, ...texts } = typed;
    await call('addresses.save', {
      entry: {
        ...texts,
        chain: chain === '' ? null : chain,
        tags: tags.split(/[;,]/).filter((tag) => tag.trim() !== ''),
        allowed: allowed === 'yes',
      },
      former: entry === null ? null : { address: entry.address, chain: entry.chain },
    });
    selectEntry(null);
    leave();
  });
  const isKnownChain = CHAIN_CHOICES.some(({ value }) => value === typed.chain);
  const choices = isKnownChain ? CHAIN_CHOICES : [...CHAIN_CHOICES, { value: typed.chain, label: typed.chain }];
  return (
    <Dialog title={entry === null ? 'Add address' : 'Edit address'} onClose={closeDialog} closable={!saving.busy}>
      <ActionForm action={saving} ready={typed.address !== '' && typed.label !== ''} onCancel={leave}>
        <TextField
          label="Address"
          mono
          value={typed.address}
          onChange={(event) => change('address')(event.target.value)}
        />
        <TextField
          label="Label"
          value={typed.label}
          maxLength={64}
          onChange={(event) => change('label')(event.target.value)}
        />
        <SelectField label="Chain" value={typed.chain} choices={choices} onChange={change('chain')} />
        <TextField
          label="Tags (optional)"
          help="Commas stand between them."
          value={typed.tags}
          onChange={(event) => change('tags')(event.target.value)}
        />
        <SelectField
          label="Allowed counterparty"
          value={typed.allowed}
          choices={[
            { value: 'no', label: 'No' },
            { value: 'yes', label: 'Yes' },
          ]}
          onChange={change('allowed')}
        />
        <TextArea
          label="Note (optional)"
          rows={3}
          maxLength={1000}
          value={typed.note}
          onChange={(event) => change('note')(event.target.value)}
        />
      </ActionForm>
    </Dialog>
  );
}
