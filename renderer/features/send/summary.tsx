import { chainName, decimalText, grouped } from '../../../shared/model/index.ts';
import type { SigningAccount } from '../../state/route.ts';
import { useProfile } from '../../state/session.ts';
import { WholeAddress } from '../../ui/address.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { Visible } from '../../ui/visible.tsx';
import { accountTitle } from '../../words/account.ts';
import { shorten } from '../../words/address.ts';
import { nonceOf } from './ethereum-rules.ts';
import { coinText } from './family-rules.ts';
import { recipientWords } from './recipient-field.tsx';
import { costOf, paymentIn, rulesOf } from './rules.ts';
import type { PaymentState } from './use-payment.ts';

/** The payment in the order of the confirmation window, and what happens next. */
export function Summary({ state, account }: { readonly state: PaymentState; readonly account: SigningAccount | null }) {
  const { chain, asset, recipient } = state;
  const payment = paymentIn(state);
  const isLocal = useProfile()?.kind === 'local';
  const name = chainName(chain);
  return (
    <>
      {payment === null ? (
        <h2>
          Send <Visible text={asset.symbol} />
        </h2>
      ) : (
        <h2 className="send-headline">
          Send {grouped(decimalText(BigInt(payment.units), asset.decimals))} <Visible text={asset.symbol} /> to{' '}
          <Visible text={recipient?.label ?? shorten(payment.to)} />
        </h2>
      )}
      <Facts label="Payment" facts={summaryFacts(state, account)} />
      <section aria-labelledby="send-next">
        <h3 id="send-next">What happens next</h3>
        <ol className="send-next">
          <li>You confirm it in the confirmation window.</li>
          <li>
            {isLocal
              ? 'More votes may be needed. Policies decide.'
              : 'The service may ask for more votes. Its policies decide.'}
          </li>
          <li>{rulesOf(chain).signing ?? `You broadcast it to ${name}, here or from Activities.`}</li>
        </ol>
      </section>
    </>
  );
}

function summaryFacts(state: PaymentState, account: SigningAccount | null): Fact[] {
  const { draft, chain, asset, recipient, quote } = state;
  const payment = paymentIn(state);
  const rules = rulesOf(chain);
  const nonce = rules.hasNonce ? nonceOf(draft, quote).nonce : undefined;
  const units = payment === null ? null : BigInt(payment.units);
  const cost = costOf(state);
  const feeToken = rules.feeToken?.(draft, quote) ?? null;
  const deposit = rules.deposit(quote);
  const total = units === null || cost === null || asset.token !== null ? null : units + cost;
  const held = quote?.coinUnits == null ? null : BigInt(quote.coinUnits);
  const leaves = total === null || held === null || held < total ? null : held - total;
  return [
    ...(units === null
      ? []
      : [
          {
            label: 'Amount',
            value: (
              <strong>
                <Visible text={`${grouped(decimalText(units, asset.decimals))} ${asset.symbol}`} />
              </strong>
            ),
          },
        ]),
    ...(recipient?.address == null
      ? []
      : [
          {
            label: 'To',
            value: (
              <>
                <span className="send-party">
                  <Visible text={recipientWords(recipient)} />
                </span>
                <WholeAddress text={recipient.address} />
              </>
            ),
          },
        ]),
    ...(cost === null
      ? []
      : [
          {
            label: 'Fee',
            value: `at most ${coinText(chain, cost)}`,
            ...(feeToken === null ? {} : { aside: `paid in ${feeToken}` }),
          },
        ]),
    ...(deposit === 0n
      ? []
      : [{ label: 'Rent', value: coinText(chain, deposit), aside: 'opens the recipient’s token account' }]),
    ...(total === null
      ? []
      : [
          {
            label: 'Total',
            value: `at most ${coinText(chain, total)}`,
            ...(leaves === null ? {} : { aside: `leaves ${coinText(chain, leaves)}` }),
          },
        ]),
    ...(account === null
      ? []
      : [
          {
            label: 'From',
            value: (
              <>
                <span className="send-party">
                  <Visible text={accountTitle(account)} />
                </span>
                <WholeAddress text={account.address} />
              </>
            ),
          },
        ]),
    { label: 'Chain', value: chainName(chain), ...(nonce === undefined ? {} : { aside: `nonce ${nonce}` }) },
  ];
}
