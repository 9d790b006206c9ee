import { useEffect, useState } from 'react';
import type { AccountRow } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { RequestDialog } from '../../request/request-dialog.tsx';
import { isCompleted } from '../../request/running.tsx';
import { useRequest } from '../../request/use-request.ts';
import { closeDialog, openDialog } from '../../state/route.ts';
import { WholeAddress } from '../../ui/address.tsx';
import './export.css';
import { Facts } from '../../ui/facts.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { accountName } from '../../words/account.ts';
import { acknowledgement } from '../../words/address.ts';
import { useTargetPlace } from './target-place.tsx';

/** Asks the service for an account's private key, sealed to this machine's vault, and then opens it. */
export function ExportDialog({ account }: { readonly account: AccountRow }) {
  const request = useRequest();
  const { flow } = request;
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const wanted = acknowledgement(account.address);
  const place = useTargetPlace();

  useEffect(() => {
    if (flow.step === 'done' && isCompleted(flow.submitted))
      openDialog({ name: 'reveal', activityId: flow.submitted.activity.row.activityId });
  }, [flow]);

  return (
    <RequestDialog
      title="Export account"
      request={request}
      onClose={closeDialog}
      onReview={() => {
        if (typed !== wanted) setProblem(`This is not the end of the address. It ends in ${wanted}.`);
        else void request.review(OPERATIONS.export_wallet_account.name, { address: account.address }, place.beside);
      }}
      form={
        <>
          <Notice tone="care" title="Whoever holds this key can spend everything the account has">
            The export is recorded permanently: the wallet stays marked as exported.
          </Notice>
          <Facts
            label="Account"
            facts={[
              { label: 'Account', value: accountName(account) },
              { label: 'Address', value: <WholeAddress text={account.address} /> },
              { label: 'Wallet', value: account.walletName },
              { label: 'Path', value: <span className="mono">{account.path}</span> },
            ]}
          />
          <p className="soft">
            The service seals the private key to a key that {place.where} has. The vault opens it with no network,
            derives the address from it, and shows it only if that is the address you asked for.
          </p>
          {place.chooser}
          <div className="acknowledge">
            <TextField
              label="Type the last six characters of the address"
              mono
              value={typed}
              maxLength={6}
              problem={problem}
              onChange={(event) => {
                setTyped(event.target.value);
                setProblem(undefined);
              }}
            />
          </div>
        </>
      }
      done={() => <p className="soft">Exported. The vault is opening the bundle.</p>}
    />
  );
}
