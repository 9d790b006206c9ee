import { chainName, type EarnRow } from '../../../shared/model/index.ts';
import { partyFact } from '../../parts/party.tsx';
import { WholeAddress } from '../../ui/address.tsx';
import { Facts } from '../../ui/facts.tsx';
import { amountWords, assetWords, feeWords, vaultWords } from '../../words/earn.ts';
import { MoveDialog } from './move-dialog.tsx';
import { useMove } from './use-move.ts';

const nothing = () => undefined;

/** Claims the fees of a wrapper for its fee wallet. */
export function ClaimDialog({ row }: { readonly row: EarnRow }) {
  const move = useMove('claim', nothing);
  const { deployed } = row;
  return (
    <MoveDialog
      title="Claim earn fees"
      move={move}
      onDiscard={nothing}
      onReview={() => move.review({ wrapperAddress: row.wrapper }, `Fees of ${assetWords(row)} in ${vaultWords(row)}`)}
      form={
        <Facts
          label="Fees"
          facts={[
            { label: 'Asset', value: row.symbol ?? <WholeAddress text={row.token} /> },
            { label: 'To claim', value: amountWords(deployed?.claimable ?? null) },
            ...(deployed?.feeWallet == null ? [] : [partyFact('Fee wallet', deployed.feeWallet)]),
            { label: 'Fee', value: feeWords(deployed?.fee ?? null) },
            { label: 'Chain', value: chainName(row.chain) },
            { label: 'Wrapper', value: <WholeAddress text={row.wrapper} /> },
          ]}
        />
      }
    />
  );
}
