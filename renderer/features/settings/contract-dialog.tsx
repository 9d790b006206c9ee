import { ethereumChainName, findChains, INTERFACE_LIMITS, isEthereumChain } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { ActionForm } from '../../parts/action-form.tsx';
import { ChooseFile } from '../../parts/choose-file.tsx';
import { dropsText, takeText } from '../../parts/dropped-text.ts';
import { createDraft } from '../../state/draft.ts';
import { useAction } from '../../state/use-action.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';

const ANOTHER = 'another';
const CHAINS = [
  ...findChains()
    .filter(({ caip2 }) => isEthereumChain(caip2))
    .map(({ caip2, name }) => ({ value: caip2, label: name })),
  { value: ANOTHER, label: 'Another chain like Ethereum' },
];

const useContractDraft = createDraft({ name: '', chain: 'eip155:1', chainId: '', address: '', text: '' }, 'contract');

/** One contract interface. The vault checks the text, and the trusted window asks about it. */
export function ContractDialog({ onClose }: { readonly onClose: () => void }) {
  const { value: typed, set, discard } = useContractDraft();
  const change = (member: keyof typeof typed) => (value: string) => set({ ...typed, [member]: value });
  const leave = () => {
    discard();
    onClose();
  };
  const adding = useAction(async () => {
    const { chain, chainId, ...given } = typed;
    await call('interfaces.add', { ...given, chain: chain === ANOTHER ? ethereumChainName(chainId.trim()) : chain });
    leave();
  });
  const isWhole = [typed.name, typed.address, typed.text].every((text) => text.trim() !== '');
  return (
    <Dialog title="Describe a contract" wide onClose={onClose} closable={!adding.busy}>
      <ActionForm action={adding} ready={isWhole} onCancel={leave}>
        <TextField
          label="Name"
          maxLength={64}
          value={typed.name}
          onChange={(event) => change('name')(event.target.value)}
        />
        <SelectField label="Chain" value={typed.chain} choices={CHAINS} onChange={change('chain')} />
        {typed.chain === ANOTHER ? (
          <TextField
            label="Chain id"
            help="As in EIP-155: the chain id of Ethereum is 1."
            value={typed.chainId}
            onChange={(event) => change('chainId')(event.target.value)}
          />
        ) : null}
        <TextField
          label="Contract address"
          mono
          value={typed.address}
          onChange={(event) => change('address')(event.target.value)}
        />
        <TextArea
          label="ABI or descriptor"
          help="Paste a JSON ABI or an ERC-7730 descriptor, or drop or choose its file. Get it from the maker of the contract."
          rows={8}
          value={typed.text}
          onChange={(event) => change('text')(event.target.value)}
          onDrop={dropsText(INTERFACE_LIMITS.text, change('text'))}
        />
        <div>
          <ChooseFile
            use="contract"
            onFiles={([file]) => file !== undefined && takeText(file, INTERFACE_LIMITS.text, change('text'))}
          />
        </div>
      </ActionForm>
    </Dialog>
  );
}
