import {
  chainName,
  ENDPOINT_CHAINS,
  MAXIMUM_ENDPOINT_ADDRESS,
  type PaymentFamily,
  paymentFamilyOf,
} from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { ActionForm } from '../../parts/action-form.tsx';
import { createDraft } from '../../state/draft.ts';
import { useAction } from '../../state/use-action.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';

const CHAINS = ENDPOINT_CHAINS.map((chain) => ({ value: chain, label: chainName(chain) }));

/** The interface that a node of each family offers. */
const LABELS: Readonly<Record<PaymentFamily, string>> = {
  ethereum: 'JSON-RPC address',
  solana: 'JSON-RPC address',
  bitcoin: 'Esplora or Bitcoin Core address',
  tron: 'HTTP address of a full node',
  tempo: 'JSON-RPC address',
};

const useEndpointDraft = createDraft({ chain: 'eip155:1', url: '' });

/**
 * One node of a chain. The trusted window asks about it. Its address may hold a key, so it is not shown again
 * afterwards.
 */
export function EndpointDialog({ onClose }: { readonly onClose: () => void }) {
  const { value: typed, set, discard } = useEndpointDraft();
  const leave = () => {
    discard();
    onClose();
  };
  const adding = useAction(async () => {
    const chain = ENDPOINT_CHAINS.find((each) => each === typed.chain);
    if (chain === undefined) return;
    await call('endpoints.add', { chain, url: typed.url });
    leave();
  });
  return (
    <Dialog title="Add a node" onClose={onClose} closable={!adding.busy}>
      <ActionForm action={adding} ready={typed.url.trim() !== ''} onCancel={leave}>
        <SelectField
          label="Chain"
          value={typed.chain}
          choices={CHAINS}
          onChange={(chain) => set({ ...typed, chain })}
        />
        <TextField
          label={LABELS[paymentFamilyOf(typed.chain)]}
          help="https://, or http:// for a node on this machine. A second node of a chain is asked when the first does not answer."
          mono
          maxLength={MAXIMUM_ENDPOINT_ADDRESS}
          value={typed.url}
          onChange={(event) => set({ ...typed, url: event.target.value })}
        />
      </ActionForm>
    </Dialog>
  );
}
