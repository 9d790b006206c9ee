import {
  type AccountRow,
  ADDRESS_FORMATS,
  chainName,
  decimalText,
  type EndpointChain,
  grouped,
  PAYER_FORMATS,
  payerFormats,
} from '../../../shared/model/index.ts';
import { AccountField } from '../../parts/account-field.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useBalancesOf } from '../../state/balances.ts';
import { go, type SigningAccount } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { assetLabel } from '../../words/balance.ts';
import { PAYMENT_CHAINS, type PaymentDraft } from './draft.ts';
import { ethereumFees } from './ethereum-rules.ts';
import type { PaymentProblems } from './family-rules.ts';
import { FeeFields } from './fee-fields.tsx';
import { Lookalike, RecipientField } from './recipient-field.tsx';
import { isUndecided, misspelling, mostOf, rulesOf } from './rules.ts';
import type { PaymentState } from './use-payment.ts';

interface ComposeProps {
  readonly account: SigningAccount | null;
  readonly state: PaymentState;
  readonly problems: PaymentProblems;
  readonly onAccount: (account: AccountRow | null) => void;
  readonly onChange: (change: Partial<PaymentDraft>) => void;
}

/** The formats of the accounts that pay, those of other chains too: the chain follows the account. */
const FORMATS = ADDRESS_FORMATS.filter((format) => PAYER_FORMATS.has(format));

/** The fields of a payment, on one page. */
export function Compose({ account, state, problems, onAccount, onChange }: ComposeProps) {
  const { draft, chain, asset, assets, recipient, quote, withNode, hasNode } = state;
  // A chain whose only asset is its coin offers no choice, and a question to Bitcoin Core takes minutes.
  const kept = useBalancesOf(assets.length > 1 ? (account?.address ?? null) : null);
  const held = kept.find((row) => row.chain === chain)?.assets ?? [];
  const isContract = asset.token === null && ethereumFees(quote)?.isContract === true && recipient?.address != null;
  const group = (name: EndpointChain) => ({ group: withNode.has(name) ? 'With a node' : 'Without a node' });
  const chains = PAYMENT_CHAINS.toSorted((one, other) => Number(withNode.has(other)) - Number(withNode.has(one)));
  return (
    <>
      <AccountField label="From" account={account} formats={FORMATS} problem={problems.account} onChange={onAccount} />
      <RecipientField
        account={account}
        chain={chain}
        token={draft.token}
        value={draft.to}
        facts={recipient}
        problem={problems.to ?? (draft.to.trim() === '' ? undefined : misspelling(recipient))}
        onChange={onChange}
      />
      {recipient?.address != null && recipient.alike !== null && isUndecided(draft, recipient) ? (
        <Lookalike
          address={recipient.address}
          alike={recipient.alike}
          onUse={() => onChange({ to: recipient.alike?.address ?? '', kept: null })}
          onKeep={() => onChange({ kept: recipient.address })}
        />
      ) : null}
      {recipient?.isToken === true ? (
        <Notice tone="care" title="The recipient is the contract of a token">
          Coins and tokens sent to a token’s contract are usually lost. Ask the recipient for another address.
        </Notice>
      ) : recipient?.isUnowned === true ? (
        <Notice tone="danger" title="Nobody is known to have a key of this address">
          Coins and tokens sent there are lost, or the payment fails. Compare the address with its source.
        </Notice>
      ) : recipient?.isOffCurve === true ? (
        <Notice tone="danger" title="The recipient is not a wallet">
          No key signs for this address: it is a token account or an account of a program. Coins and tokens that it
          receives may be lost. Ask the recipient for the address of the wallet.
        </Notice>
      ) : isContract ? (
        <Notice tone="care" title="The recipient is a contract">
          A contract may refuse the payment, or keep it for ever. Ask the recipient whether it takes payments.
        </Notice>
      ) : null}
      <SelectField
        label="Chain"
        value={chain}
        choices={chains.map((name) => ({ value: name, label: chainName(name), ...group(name) }))}
        onChange={(name) => {
          onChange({ chain: name, token: null, feeToken: null });
          if (account !== null && payerFormats(name).every((format) => format !== account.addressFormat))
            onAccount(null);
        }}
      />
      {hasNode ? null : (
        <Notice
          tone="care"
          title={`No node of ${chainName(chain)} is configured`}
          action={<Button onClick={() => go('settings', { section: 'network' })}>Open Network settings</Button>}
        >
          {rulesOf(chain).hasNonce
            ? 'Balance, fee and nonce were not read. Add a node, or enter the fee and the nonce here. Your entries stay.'
            : 'Balance and fee were not read. Add a node to send this payment. Your entries stay.'}
        </Notice>
      )}
      {state.problem === null ? null : (
        <Problem error={state.problem} action={<Button onClick={state.again}>Try again</Button>} />
      )}
      {quote === null || quote.problems.length === 0 ? null : (
        <Notice
          tone="care"
          title="Not everything was read"
          action={
            withNode.has(chain) ? (
              <Button onClick={state.again}>Try again</Button>
            ) : (
              <Button onClick={() => go('settings', { section: 'network' })}>Open Network settings</Button>
            )
          }
        >
          {quote.problems.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
      <div className="send-row">
        <SelectField
          label="Asset"
          value={asset.token ?? ''}
          choices={assets.map((one) => ({ value: one.token ?? '', label: assetLabel(one, held) }))}
          onChange={(token) => onChange({ token: token === '' ? null : token })}
        />
        <div className="send-amount">
          <TextField
            label={`Amount in ${asset.symbol}`}
            inputMode="decimal"
            value={draft.amount}
            problem={problems.amount}
            help={available(state)}
            onChange={(event) => onChange({ amount: event.target.value })}
          />
          <Button
            disabled={mostOf(state) === null}
            onClick={() => onChange({ amount: decimalText(mostOf(state) ?? 0n, asset.decimals) })}
          >
            Max
          </Button>
        </div>
      </div>
      <FeeFields state={state} problems={problems} onChange={onChange} />
      {quote?.notes?.map((text) => (
        <p key={text} className="soft">
          {text}
        </p>
      ))}
    </>
  );
}

function available(state: PaymentState): string | undefined {
  const { asset, quote, isReading } = state;
  if (isReading) return 'Reading the balance';
  if (quote?.assetUnits == null) return undefined;
  const text = (units: bigint) => grouped(decimalText(units, asset.decimals));
  const after = asset.token === null ? mostOf(state) : null;
  const rest =
    after === null
      ? ''
      : `, ${text(after)} after the fee${rulesOf(state.chain).kept(quote) === 0n ? '' : ' and the rent that stays'}`;
  const pending = asset.token === null ? (rulesOf(state.chain).pending?.(quote) ?? 0n) : 0n;
  const waits = pending === 0n ? '' : `. ${text(pending)} ${asset.symbol} more are in no block yet`;
  return `${text(BigInt(quote.assetUnits))} ${asset.symbol} available${rest}${waits}`;
}
