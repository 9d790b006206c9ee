import { type AccountRow, chainLabel, formatLabel, withFilter } from '../../../shared/model/index.ts';
import { copiedFact } from '../../parts/copy.tsx';
import { go, openDialog, selectAccount, setSearch, toggleReceiving, useRoute } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { later } from '../../ui/later.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Inspector } from '../../ui/place.tsx';
import { Mono } from '../../ui/visible.tsx';
import { accountName, canSend } from '../../words/account.ts';
import { canReceive } from '../../words/receive.ts';
import { moment } from '../../words/time.ts';
import { valueLabel } from '../../words/values.ts';
import { BalanceFacts } from './balance.tsx';

const Receive = later(async () => (await import('./receive.tsx')).Receive);

/** The details and the actions of the selected account. */
export function AccountInspector({ account }: { readonly account: AccountRow }) {
  const isReceiving = useRoute((route) => route.isReceiving) && canReceive(account);
  return (
    <Inspector
      label="Account details"
      title={accountName(account)}
      onClose={() => selectAccount(null)}
      actions={
        <>
          {canSend(account) ? (
            <Button kind="primary" icon="send" aria-keyshortcuts="s" onClick={() => go('send', { account })}>
              Send
            </Button>
          ) : null}
          {canReceive(account) ? (
            <Button aria-expanded={isReceiving} aria-keyshortcuts="r" onClick={toggleReceiving}>
              Receive
            </Button>
          ) : null}
          <Button
            kind={canSend(account) ? 'plain' : 'primary'}
            aria-label="Sign with this account"
            onClick={() => go('sign', { account })}
          >
            Sign…
          </Button>
          <Button icon="export" onClick={() => openDialog({ name: 'export', of: { kind: 'account', account } })}>
            Export account
          </Button>
          {account.addressFormat === 'ADDRESS_FORMAT_ETHEREUM' ? (
            <Button
              icon="history"
              onClick={() => {
                setSearch('history', withFilter('', 'account', account.address));
                go('history', { transaction: null });
              }}
            >
              History
            </Button>
          ) : null}
        </>
      }
    >
      {isReceiving ? <Receive account={account} /> : null}
      {account.exported ? <Exported keyExported={account.keyExported} /> : null}
      {account.imported ? (
        <Notice tone="plain" title="The wallet of this account was imported">
          Its keys existed before they came to the service.
        </Notice>
      ) : null}
      <BalanceFacts address={account.address} />
      <Facts
        label="Account"
        facts={[
          copiedFact('Address', account.address),
          {
            label: 'Chain',
            value:
              account.caip2Prefix === null ? chainLabel(account) : `${chainLabel(account)} (${account.caip2Prefix})`,
          },
          { label: 'Wallet', value: account.walletName },
          {
            label: 'Path',
            value: <Mono text={account.path} />,
          },
          { label: 'Curve', value: valueLabel(account.curve) },
          { label: 'Address format', value: formatLabel(account.addressFormat) },
          { label: 'Created', value: moment(account.createdAt) },
        ]}
      />
      <Facts
        label="Keys and ids"
        titled
        facts={[
          account.publicKey === null
            ? { label: 'Public key', value: 'not given by the service' }
            : copiedFact('Public key', account.publicKey),
          {
            label: 'Wallet account id',
            value: <Mono text={account.walletAccountId} />,
          },
          {
            label: 'Wallet id',
            value: <Mono text={account.walletId} />,
          },
        ]}
      />
      <div>
        <Button onClick={() => openDialog({ name: 'move', walletId: account.walletId })}>
          Move to another service…
        </Button>
      </div>
    </Inspector>
  );
}

/** The known exports behind an exported wallet, for one of its accounts. */
function Exported({ keyExported }: { readonly keyExported: AccountRow['keyExported'] }) {
  if (keyExported === false)
    return (
      <Notice tone="plain" title="Another account of its wallet was exported">
        The activities here show no export of this account’s key.
      </Notice>
    );
  return (
    <Notice
      tone="care"
      title={keyExported === true ? 'The key of this account was exported' : 'The wallet of this account was exported'}
    >
      Somebody outside the service may hold its keys.
    </Notice>
  );
}
