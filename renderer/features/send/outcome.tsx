import { decimalText, type EthereumChain, type UnsignedPayment } from '../../../shared/model/index.ts';
import type { Submitted } from '../../request/flow.ts';
import { Result } from '../../request/result.tsx';
import { isCompleted, NotCompleted } from '../../request/running.tsx';
import { go } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSettled } from './use-settled.ts';

/** A payment as it was reviewed, and the account that pays. */
export interface Asked {
  readonly payment: UnsignedPayment;
  readonly chain: EthereumChain;
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

/** Changes on the chain since the payment was composed: a higher base fee, or a used nonce. */
function Meanwhile({ payment, chain, from, hasNode }: Asked) {
  const { to, token, units, nonce, maxFeePerGas } = payment;
  const wanted = { chain, from, payment: { to, token, units } };
  const { value } = useSettled('payments.quote', hasNode ? wanted : null, JSON.stringify(wanted));
  if (value?.nonce != null && BigInt(value.nonce) > BigInt(nonce))
    return (
      <Notice tone="care" title={`The nonce ${nonce} was used meanwhile`}>
        The payment is signed and was not broadcast. Its chain would refuse it. Send another with the nonce{' '}
        {value.nonce}.
      </Notice>
    );
  const base = value?.fees?.baseFeePerGas;
  if (base === undefined || BigInt(base) <= BigInt(maxFeePerGas)) return null;
  const gwei = (fee: string) => `${decimalText(BigInt(fee), 9)} gwei`;
  return (
    <Notice tone="care" title="The fee rose meanwhile">
      The chain asks for {gwei(base)}, and this payment pays at most {gwei(maxFeePerGas)}. It was not broadcast.
      Broadcast it and wait, or send another with the nonce {nonce} and a higher fee.
    </Notice>
  );
}
