import { useState } from 'react';
import { type AccountRow, chainName, EARN_CHAINS } from '../../../shared/model/index.ts';
import { AccountField } from '../../parts/account-field.tsx';
import { createDraft } from '../../state/draft.ts';
import { TextField } from '../../ui/field.tsx';
import { shorten } from '../../words/address.ts';
import { percentPoints } from '../../words/earn.ts';
import { ChainField } from './chain-field.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { useMove } from './use-move.ts';

const START = {
  vault: '',
  chain: EARN_CHAINS[0] as string,
  fee: '0',
  feeWallet: null as AccountRow | null,
};
type Typed = typeof START;

const useDeployDraft = createDraft(START, 'earn-wrapper');

/** Deploys the organization’s own wrapper around a vault. */
export function DeployDialog() {
  const { value: typed, set, discard } = useDeployDraft();
  const [problems, setProblems] = useState<Readonly<Partial<Record<keyof Typed, string>>>>({});
  const move = useMove('deploy', discard);
  const change = (changed: Partial<Typed>) => set({ ...typed, ...changed });
  const points = percentPoints(typed.fee);
  const review = () => {
    const vault = typed.vault.trim();
    const found = {
      ...(/^0x[0-9a-fA-F]{40}$/.test(vault) ? {} : { vault: 'This is not an address of this chain.' }),
      ...(points === null ? { fee: 'Use a number from 0 to 100 with at most two decimals.' } : {}),
      ...(typed.feeWallet === null ? { feeWallet: 'Choose an account.' } : {}),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    move.review(
      {
        vaultAddress: vault,
        chainCaip2: typed.chain,
        clientFeeBps: points,
        clientFeeWallet: typed.feeWallet?.address,
      },
      `Wrapper around the vault ${shorten(vault)} on ${chainName(typed.chain)}`,
    );
  };
  return (
    <MoveDialog
      title="Deploy earn wrapper"
      move={move}
      onDiscard={discard}
      onReview={review}
      form={
        <>
          <TextField
            label="Vault address"
            help="A vault after ERC-4626."
            mono
            value={typed.vault}
            problem={problems.vault}
            onChange={(event) => change({ vault: event.target.value })}
          />
          <ChainField value={typed.chain} onChange={(chain) => change({ chain })} />
          <TextField
            label="Fee in per cent"
            help="A share of the earnings. It cannot be changed later."
            inputMode="decimal"
            value={typed.fee}
            problem={problems.fee}
            onChange={(event) => change({ fee: event.target.value })}
          />
          <AccountField
            label="Fee wallet"
            account={typed.feeWallet}
            formats={['ADDRESS_FORMAT_ETHEREUM']}
            problem={problems.feeWallet}
            onChange={(feeWallet) => change({ feeWallet })}
          />
          <p className="field-help">
            The fee wallet deploys the wrapper, pays for the deployment, and receives the fees.
          </p>
        </>
      }
    />
  );
}
