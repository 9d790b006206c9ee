import { chainName, type EarnRow } from '../../../shared/model/index.ts';
import { copiedFact } from '../../parts/copy.tsx';
import { partyFact } from '../../parts/party.tsx';
import { useClock } from '../../state/clock.ts';
import { openDialog, selectEarning } from '../../state/route.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Inspector } from '../../ui/place.tsx';
import { Visible } from '../../ui/visible.tsx';
import {
  amountWords,
  assetWords,
  dollars,
  feeWords,
  hasFees,
  lacksBalance,
  NOT_REPORTED,
  staleSentence,
  staleTitle,
  takesDeposits,
  yieldWords,
} from '../../words/earn.ts';
import { sentenceCase } from '../../words/labels.ts';
import { valueLabel } from '../../words/values.ts';

/** Rows that one wrapper can have here. */
const MOST = 500;

/** The details and the actions of the selected position. */
export function EarnInspector({ row: selected }: { readonly row: EarnRow }) {
  const { answer } = useAnswer('earn.list', { search: selected.wrapper, offset: 0, limit: MOST }, 'earn.changed');
  const row = answer?.rows.find(({ id }) => id === selected.id) ?? selected;
  const now = useClock((clock) => clock.now);
  const { account, deployed } = row;
  const canDeposit = takesDeposits(row);
  const canClaim = hasFees(row);
  const open = (act: 'deposit' | 'withdraw' | 'claim') => openDialog({ name: 'earn', act, row });
  return (
    <Inspector
      label="Position details"
      title={sentenceCase(assetWords(row))}
      onClose={() => selectEarning(null)}
      actions={
        canDeposit || canClaim || account !== null ? (
          <>
            {canDeposit ? (
              <Button kind="primary" data-act="true" onClick={() => open('deposit')}>
                Deposit
              </Button>
            ) : null}
            {account === null ? null : <Button onClick={() => open('withdraw')}>Withdraw</Button>}
            {canClaim ? <Button onClick={() => open('claim')}>Claim fees</Button> : null}
          </>
        ) : undefined
      }
    >
      {row.stale === null ? null : (
        <Notice tone="care" title={staleTitle(row.chain)}>
          <p className="selectable">
            <Visible text={staleSentence(row.stale, now)} />
          </p>
        </Notice>
      )}
      {deployed?.status === 'PENDING' ? (
        <Notice tone="care" title="Being deployed">
          The wrapper is in no block yet, so it accepts no deposit.
        </Notice>
      ) : null}
      {deployed?.status === 'FAILED' ? (
        <Notice tone="danger" title="Not deployed">
          {deployed.error ?? 'The service gives no reason.'}
        </Notice>
      ) : null}
      {row.depositsDisabled ? (
        <Notice tone="care" title="Deposits are stopped">
          You can still withdraw from it.
        </Notice>
      ) : null}
      <Facts
        label="Position"
        facts={[
          ...(account === null
            ? [
                {
                  label: 'Account',
                  value: lacksBalance(row) ? NOT_REPORTED : 'none of your wallets has a deposit in it',
                },
              ]
            : [
                partyFact('Account', account),
                { label: 'Amount', value: amountWords(row.amount) },
                { label: 'Value', value: row.value === null ? NOT_REPORTED : dollars(row.value) },
                { label: 'Deposited', value: amountWords(row.deposited) },
                { label: 'Withdrawn', value: amountWords(row.withdrawn) },
              ]),
          { label: 'Yield', value: yieldWords(row) },
          { label: 'Protocol', value: row.protocol === null ? NOT_REPORTED : valueLabel(row.protocol) },
        ]}
      />
      <Facts
        label="Where it is"
        titled
        facts={[
          { label: 'Chain', value: `${chainName(row.chain)} (${row.chain})` },
          copiedFact('Asset', row.token),
          copiedFact('Wrapper', row.wrapper),
          ...(row.vaultName === null ? [] : [{ label: 'Vault name', value: <Visible text={row.vaultName} /> }]),
          copiedFact('Vault', row.vault),
        ]}
      />
      {deployed === null ? null : (
        <Facts
          label="Wrapper of this organization"
          titled
          facts={[
            { label: 'Fee', value: feeWords(deployed.fee) },
            ...(deployed.feeWallet === null ? [] : [partyFact('Fee wallet', deployed.feeWallet)]),
            { label: 'Fees to claim', value: amountWords(deployed.claimable) },
            { label: 'In it in all', value: amountWords(deployed.total) },
          ]}
        />
      )}
    </Inspector>
  );
}
