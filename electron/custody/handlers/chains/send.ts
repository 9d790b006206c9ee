import { requireChainId } from '../../../../shared/model/index.ts';
import { hexDecode } from '../../../../shared/wire/index.ts';
import { readSignedEthereum, signTransaction, unsignedFeeMarket } from '../../../crypto/index.ts';
import type { ChainNode } from '../../chains/index.ts';
import { uuidV7 } from '../../identifiers.ts';
import { publicError, requestInvalid } from '../../public-error.ts';
import type { ActivityContext } from '../../request-context.ts';
import { findSigner, withSigner } from '../../signers/find-signer.ts';
import type { SentRow } from '../../store/index.ts';
import { type Call, type GivenFees, quote } from './quote.ts';

/**
 * Prepares a transaction of one call and returns its commit. The chain is queried first. The commit reserves the nonce,
 * signs and stores the transaction in the step that stores the activity. So two concurrent transactions never share a
 * nonce, and no nonce is skipped. The commit returns the status id. It takes the status id of the transaction that must
 * succeed before this one is sent.
 */
export async function prepareTransaction(
  node: ChainNode,
  call: Call,
  given: GivenFees,
  context: ActivityContext,
): Promise<(follows?: string) => string> {
  const { nextNonce, ...fees } = await quote(node, call, given);
  return (follows) => {
    const { store } = context;
    const sender = call.from.toLowerCase();
    const nonce =
      given.nonce === undefined
        ? store.sentTransactions.freeNonce({ chain: node.chain, sender }, nextNonce)
        : Number(given.nonce);
    const unsigned = unsignedFeeMarket({
      chainId: requireChainId(node.chain),
      nonce: BigInt(nonce),
      ...fees,
      to: hexDecode(call.to.slice(2).toLowerCase()),
      value: call.value,
      data: call.data,
    });
    const signer = findSigner(call.from, context);
    const signed = withSigner(signer, context, (key) => signTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned, key));
    return keepSent(signed, node.chain, context, follows).statusId;
  };
}

/** Keeps a signed transaction, which is then handed to its chain. Runs inside the transaction that stores the activity. */
export function keepSent(
  signed: string,
  chain: string,
  context: ActivityContext,
  follows: string | null = null,
): { statusId: string; transactionHash: string } {
  const { sender, nonce, transactionHash } = readSignedEthereum(signed);
  if (nonce > BigInt(Number.MAX_SAFE_INTEGER))
    throw requestInvalid('bad request body: the nonce is beyond any account’s');
  const statusId = keepRow(
    {
      chain,
      sender: sender.toLowerCase(),
      nonce: Number(nonce),
      transactionHash,
      signedTransaction: hexDecode(signed.replace(/^0x/i, '').toLowerCase()),
      follows,
      lastHeight: null,
    },
    context,
  );
  return { statusId, transactionHash };
}

type Sent = 'chain' | 'sender' | 'nonce' | 'transactionHash' | 'signedTransaction' | 'follows' | 'lastHeight';

/** Stores a transaction that is to be sent, inside the transaction that stores the activity. Returns its status id. */
export function keepRow(sent: Pick<SentRow, Sent>, context: ActivityContext): string {
  const { store, broadcaster, now, activityId, caller } = context;
  const submittedAt = now();
  const statusId = uuidV7(submittedAt);
  store.sentTransactions.insert({
    statusId,
    activityId,
    organizationId: caller.organization.organizationId,
    ...sent,
    state: 'BROADCASTING',
    error: null,
    mayBeKnown: 0,
    isSettled: 0,
    looks: 0,
    dueAt: submittedAt,
    submittedAt,
  });
  broadcaster.wake();
  return statusId;
}

/** Choice (sponsored): nobody pays the fees of others here, and a request for that is refused rather than paid by the account. */
export function refuseSponsor(sponsor: boolean | undefined): void {
  if (sponsor === true)
    throw publicError(
      'RPC_CALL_ERROR',
      'this service sponsors no fees, so nothing was sent. Leave `sponsor` out: the account then pays its own fee.',
    );
}
