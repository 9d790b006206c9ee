import { randomUUID } from 'node:crypto';
import { ETHEREUM_CHAINS, type ProfileRow } from '../../../shared/model/index.ts';
import type { Payments } from '../payments/payments.ts';
import { composePayment, NOT_BEGUN } from './compose.ts';
import { mayUse, type Payer, type UsedNonce } from './nonces.ts';
import type { LineOutcome } from './states.ts';
import type { StoredLine } from './store.ts';

interface RenewalParts {
  readonly payments: Pick<Payments, 'quote' | 'compose'>;
  readonly usedBy: (payer: Payer) => UsedNonce | null;
}

/**
 * Makes the function that renews the unsigned lines of a batch. Payments get nonces after the last one that was used, and
 * each line gets a new request.
 */
export function createRenewal({ payments, usedBy }: RenewalParts) {
  /** The next nonce of a line's account, from the nodes of the local service. Null when it is unknown. */
  const nonceOf = async (profile: ProfileRow, { payment, parameters }: StoredLine): Promise<bigint | null> => {
    const chain = ETHEREUM_CHAINS.find((each) => each === payment?.chain);
    if (payment === null || chain === undefined || profile.kind === 'remote') return null;
    const { to, token, units } = payment;
    const { nonce } = await payments.quote({ chain, from: String(parameters.signWith), payment: { to, token, units } });
    return nonce === null ? null : BigInt(nonce);
  };

  return async (profile: ProfileRow, all: readonly LineOutcome[]): Promise<StoredLine[]> => {
    const used = mayUse(all).flatMap(({ payment }) => (payment === null ? [] : [BigInt(payment.nonce) + 1n]));
    const lines = all.flatMap(({ line, state }) => (state === 'left' ? [line] : []));
    const planned = all.flatMap(({ line }) => (line.payment === null ? [] : [BigInt(line.payment.nonce)]));
    const first = lines.find(({ payment }) => payment !== null);
    const known = first === undefined ? null : await nonceOf(profile, first);
    const lowest =
      known === null ? planned.reduce((least, one) => (one < least ? one : least), planned[0] ?? 0n) : known;
    const others =
      first?.payment == null ? null : usedBy({ chain: first.payment.chain, from: String(first.parameters.signWith) });
    let next = [...used, lowest, others?.next ?? 0n].reduce((most, one) => (one > most ? one : most), 0n);
    const renewed: StoredLine[] = [];
    for (const line of lines) {
      const requestId = randomUUID();
      if (line.payment === null) {
        renewed.push({ ...line, requestId, ...NOT_BEGUN });
        continue;
      }
      const payment = { ...line.payment, nonce: String(next) };
      next += 1n;
      renewed.push({
        ...line,
        requestId,
        ...NOT_BEGUN,
        ...(await composePayment(payment, String(line.parameters.signWith), payments)),
      });
    }
    return renewed;
  };
}
