import { useEffect } from 'react';
import { isBitcoinChain } from '../../../shared/model/index.ts';
import { organizationRefresh } from '../../state/organization.ts';
import type { SigningAccount } from '../../state/route.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Notice } from '../../ui/notice.tsx';
import { exceededBy } from './limit-rules.ts';
import { costOf, paymentIn } from './rules.ts';
import type { PaymentState } from './use-payment.ts';

/** Warns of limits over time that the service would refuse the payment for. */
export function LimitNotices({
  state,
  account,
}: {
  readonly state: PaymentState;
  readonly account: SigningAccount | null;
}) {
  const { answer: content } = useAnswer('organization.get', {}, 'organization.changed');
  const hasLimits = content !== null && content.limits.length > 0;
  // The used amounts change with every signature, so known limits are read again. Without any there is nothing to read.
  useEffect(() => {
    if (hasLimits) void organizationRefresh.start({});
  }, [hasLimits]);
  const payment = paymentIn(state);
  if (content === null || payment === null || account === null) return null;
  const { chain, asset } = state;
  const exceeded = exceededBy(content, {
    chain,
    token: asset.token,
    decimals: asset.decimals,
    units: BigInt(payment.units),
    feeUnits: isBitcoinChain(chain) ? (costOf(state) ?? 0n) : 0n,
    walletId: account.walletId,
  });
  return exceeded.map(({ title, text }) => (
    <Notice key={title} tone="care" title={title}>
      {text}
    </Notice>
  ));
}
