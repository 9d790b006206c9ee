import type { EndpointChain, PaymentAsset, UnsignedPayment } from '../../../shared/model/index.ts';
import type { Submitted } from '../../request/flow.ts';
import { Result } from '../../request/result.tsx';
import { isCompleted, NotCompleted } from '../../request/running.tsx';
import { go } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { rulesOf } from './rules.ts';
import { useSettled } from './use-settled.ts';

/** A payment as it was reviewed, and the account that pays. */
export interface Asked extends Pick<PaymentAsset, 'symbol' | 'decimals'> {
  readonly payment: UnsignedPayment;
  readonly chain: EndpointChain;
  readonly from: string;
  readonly hasNode: boolean;
}

interface OutcomeProps {
  readonly submitted: Submitted;
  readonly asked: Asked;
  readonly onAgain: () => void;
}

/** The signed payment with its next steps. Broadcast is the first of them. */
export function Outcome({ submitted, asked, onAgain }: OutcomeProps) {
  const { activity } = submitted;
  const again = <Button onClick={onAgain}>Send another</Button>;
  if (!isCompleted(submitted)) {
    return (
      <>
        <NotCompleted submitted={submitted} />
        <div>{again}</div>
      </>
    );
  }
  return (
    <>
      <h2>Signed</h2>
      <Meanwhile {...asked} />
      <Result
        detail={activity}
        more={
          <>
            <Button onClick={() => go('activities', { activityId: activity.row.activityId })}>Show activity</Button>
            {again}
          </>
        }
      />
    </>
  );
}

/** The changes on the chain since the payment was composed. It was signed, and nothing was sent. */
function Meanwhile({ payment, chain, from, hasNode, symbol, decimals }: Asked) {
  const { to, units } = payment;
  const token = payment.family === 'solana' ? (payment.token?.mint ?? null) : payment.token;
  const wanted = { chain, from, payment: { to, token, units } };
  const { value } = useSettled('payments.quote', hasNode ? wanted : null, JSON.stringify(wanted));
  return rulesOf(chain)
    .changesSince(payment, { symbol, decimals }, value)
    .map(({ title, text }) => (
      <Notice key={title} tone="care" title={title}>
        {text}
      </Notice>
    ));
}
