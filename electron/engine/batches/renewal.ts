import { randomUUID } from 'node:crypto';
import { type BatchTerms, ENDPOINT_CHAINS, type EndpointChain, type ProfileRow } from '../../../shared/model/index.ts';
import type { Numbered } from '../payments/family-rule.ts';
import type { Payments } from '../payments/payments.ts';
import { composePayments, NOT_BEGUN } from './compose.ts';
import type { Pricing, WantedPayment } from './families/family.ts';
import { batchRuleOf } from './families/index.ts';
import { mayUse, type Payer, type UsedNonce } from './nonces.ts';
import { wantedOf } from './review.ts';
import type { LineOutcome } from './states.ts';
import type { StoredLine } from './store.ts';

interface RenewalParts {
  readonly payments: Pick<Payments, 'quote' | 'composeAll'>;
  readonly usedBy: (payer: Payer) => UsedNonce | null;
  /** The Bitcoin outputs that lines of batches may spend. */
  readonly spentBy: (payer: Payer) => readonly string[];
  /** The fees that the operator's nodes ask now. */
  readonly feesOf: (profile: ProfileRow, terms: BatchTerms) => Pricing['feesOf'];
}

/** A line with its payment. */
type PaidLine = StoredLine & { readonly payment: NonNullable<StoredLine['payment']> };

/** Returns true for a line that pays. */
export const isPaid = (line: StoredLine): line is PaidLine => line.payment !== null;

/**
 * Makes the function that renews the unsigned lines of a batch. Payments get nonces after the last one that was used,
 * the newest block, or outputs that no other line spends. Fees that a node reports are read again, except on Ethereum's
 * kind of chain, where the operator may have typed them. Each line gets a new request. All is read for the profile of
 * the batch, because the operator may show another one meanwhile.
 */
export function createRenewal({ payments, usedBy, spentBy, feesOf }: RenewalParts) {
  /** The next nonce of an account. Null when it is unknown. */
  const nonceOf = async (profile: ProfileRow, { chain, from }: BatchTerms, first: PaidLine) => {
    const { nonce, freeNonce = nonce } = await payments.quote({ chain, from, payment: plainPayment(first) }, profile);
    return freeNonce === null ? null : BigInt(freeNonce);
  };

  /** Nonces after all that a line of this batch or of another may have used. */
  const numbered = async (
    profile: ProfileRow,
    terms: BatchTerms,
    { all, paid }: { readonly all: readonly LineOutcome[]; readonly paid: readonly PaidLine[] },
  ): Promise<Numbered[]> => {
    const [first] = paid;
    if (first === undefined) return [];
    const nonces = (lines: readonly StoredLine[]) =>
      lines.flatMap(({ payment }) => (payment?.family === 'ethereum' ? [BigInt(payment.nonce)] : []));
    const used = nonces(mayUse(all)).map((nonce) => nonce + 1n);
    const planned = nonces(all.map(({ line }) => line));
    const lowest =
      (await nonceOf(profile, terms, first)) ??
      planned.reduce((least, one) => (one < least ? one : least), planned[0] ?? 0n);
    let next = [...used, lowest, usedBy(terms)?.next ?? 0n].reduce((most, one) => (one > most ? one : most), 0n);
    return paid.flatMap(({ line, payment }) => {
      if (payment.family !== 'ethereum') return [];
      const renewed = { number: line, payment: { ...payment, nonce: String(next) } };
      next += 1n;
      return [renewed];
    });
  };

  /** The same payments at the fees of now. A payment that the chain would refuse stays as it was, and the service decides. */
  const repriced = async (
    profile: ProfileRow,
    terms: BatchTerms,
    { all, paid }: { readonly all: readonly LineOutcome[]; readonly paid: readonly PaidLine[] },
  ): Promise<Numbered[]> => {
    const wanted = wantedOf(all.flatMap(({ line }) => (isPaid(line) ? [wantedPayment(line)] : [])));
    const left = wanted.filter(({ line }) => paid.some((one) => one.line === line));
    const priced = await batchRuleOf(terms.chain).price(left, {
      terms,
      feesOf: feesOf(profile, terms),
      step: () => undefined,
    });
    return paid.map(({ line, payment }) => ({ number: line, payment: priced.get(line)?.payment ?? payment }));
  };

  return async (profile: ProfileRow, all: readonly LineOutcome[]): Promise<StoredLine[]> => {
    const lines = all.flatMap(({ line, state }) => (state === 'left' ? [line] : []));
    const fresh: StoredLine[] = lines.map((line) => ({ ...line, requestId: randomUUID(), ...NOT_BEGUN }));
    const paid = fresh.filter(isPaid);
    const terms = termsOf(paid);
    if (terms === null) return fresh;
    const isEthereum = paid.some(({ payment }) => payment.family === 'ethereum');
    const renew = isEthereum ? numbered : repriced;
    const renewed = await renew(profile, terms, { all, paid });
    const without = isEthereum ? [] : spentBy(terms);
    const requests = await composePayments(renewed, terms, { profile, payments, without });
    const byLine = new Map(renewed.map(({ number }, index) => [number, requests[index]]));
    return fresh.map((line) => ({ ...line, ...byLine.get(line.line) }));
  };
}

/** The chain and the account that all payments of a batch share. Null without a payment on a known chain. */
function termsOf([first]: readonly PaidLine[]): BatchTerms | null {
  const chain: EndpointChain | undefined = ENDPOINT_CHAINS.find((each) => each === first?.payment.chain);
  if (first === undefined || chain === undefined) return null;
  const { payment, parameters } = first;
  return { chain, from: payment.family === 'ethereum' ? String(parameters.signWith) : payment.from, typed: null };
}

/** A payment as its table has it. */
export const plainPayment = ({ payment: { to, token, units } }: PaidLine) => ({
  to,
  units,
  token: token === null || typeof token === 'string' ? token : token.mint,
});

function wantedPayment(line: PaidLine): Omit<WantedPayment, 'repeat'> {
  const { payment } = line;
  return {
    line: line.line,
    ...plainPayment(line),
    decimals: payment.family === 'solana' ? (payment.token?.decimals ?? 0) : 0,
    memo: 'memo' in payment ? payment.memo : null,
  };
}
