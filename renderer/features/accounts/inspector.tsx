import type { AccountRow } from '../../../shared/model/index.ts';
import { CopyIcon } from '../../parts/copy.tsx';
import { go, openDialog, selectAccount } from '../../state/route.ts';
import { WholeAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Inspector } from '../../ui/place.tsx';
import { accountName } from '../../words/account.ts';
import { chainLabel } from '../../words/chain.ts';
import { curveLabel, formatLabel } from '../../words/labels.ts';
import { moment } from '../../words/time.ts';

/** Everything known about the selected account, and what can be done with it. */
export function AccountInspector({ account }: { readonly account: AccountRow }) {
  return (
    <Inspector
      label="Account details"
      title={accountName(account)}
      onClose={() => selectAccount(null)}
      actions={
        <>
          <Button kind="primary" icon="sign" onClick={() => go('sign', { account })}>
            Sign with this account
          </Button>
          <Button icon="export" onClick={() => openDialog({ name: 'export', account })}>
            Export account
          </Button>
        </>
      }
    >
      {account.exported ? (
        <Notice tone="care" title="The wallet of this account was exported">
          Somebody outside the service may hold its keys.
        </Notice>
      ) : null}
      {account.imported ? (
        <Notice tone="plain" title="The wallet of this account was imported">
          Its keys existed before they came to the service.
        </Notice>
      ) : null}
      <Facts
        label="Account"
        facts={[
          {
            label: 'Address',
            value: (
              <span className="fact-copy">
                <WholeAddress text={account.address} />
                <CopyIcon what="Address" text={account.address} />
              </span>
            ),
          },
          {
            label: 'Chain',
            value:
              account.caip2Prefix === null ? chainLabel(account) : `${chainLabel(account)} (${account.caip2Prefix})`,
          },
          { label: 'Wallet', value: account.walletName },
          { label: 'Path', value: <span className="mono">{account.path}</span> },
          { label: 'Curve', value: curveLabel(account.curve) },
          { label: 'Address format', value: formatLabel(account.addressFormat) },
          { label: 'Created', value: moment(account.createdAt) },
        ]}
      />
      <Facts
        label="Keys and ids"
        titled
        facts={[
          {
            label: 'Public key',
            value:
              account.publicKey === null ? (
                'not given by the service'
              ) : (
                <span className="fact-copy">
                  <WholeAddress text={account.publicKey} />
                  <CopyIcon what="Public key" text={account.publicKey} />
                </span>
              ),
          },
          { label: 'Wallet account id', value: <span className="mono">{account.walletAccountId}</span> },
          { label: 'Wallet id', value: <span className="mono">{account.walletId}</span> },
        ]}
      />
    </Inspector>
  );
}
