import { hexDecode } from '../../../../shared/wire/index.ts';
import { readSendingTron, type SendingTron, signTransaction } from '../../../crypto/index.ts';
import type { ChainNode } from '../../chains/index.ts';
import { accountBalance, newestBlock, prices, tokenBalance, tokenTransfer } from '../../chains/tron/questions.ts';
import { publicError, requestInvalid } from '../../public-error.ts';
import { findSigner, withSigner } from '../../signers/find-signer.ts';
import type { ActivityHandler } from '../types.ts';
import { requireSigner } from './addresses.ts';
import { requireNode } from './ask-chain.ts';
import { reading } from './reading.ts';
import { keepRow } from './send.ts';

/**
 * Signs the raw data of a transaction and sends it. The node is asked right before. So nothing is signed that expired, and
 * no payment that the account cannot pay any more or whose energy costs more than its fee limit.
 */
export const tronSendTransaction: ActivityHandler<'tron_send_transaction'> = async (
  { unsignedTransaction, signWith, caip2 },
  context,
) => {
  requireSigner('/parameters/signWith', signWith, ['ADDRESS_FORMAT_TRON'], context);
  const sending = reading(() => readSendingTron(unsignedTransaction));
  if (sending.owner !== signWith)
    throw requestInvalid(
      'bad request body: /parameters/unsignedTransaction is of another account than /parameters/signWith. Nothing was sent.',
    );
  const node = requireNode(caip2, context);
  await requireCurrent(node, sending);
  return () => {
    const signed = withSigner(findSigner(signWith, context), context, (key) =>
      reading(() => signTransaction('TRANSACTION_TYPE_TRON', unsignedTransaction, key)),
    );
    const statusId = keepRow(
      {
        chain: node.chain,
        sender: signWith,
        nonce: 0,
        transactionHash: sending.txid,
        signedTransaction: hexDecode(signed),
        follows: null,
        lastHeight: sending.expiration,
      },
      context,
    );
    return { sendTransactionStatusId: statusId };
  };
};

async function requireCurrent(node: ChainNode, { owner, expiration, feeLimit, pays }: SendingTron): Promise<void> {
  const newest = await node.ask(newestBlock);
  if (expiration <= newest.timestamp) throw outdated('the transaction has expired');
  if (pays === null) return;
  const { to, token, units } = pays;
  const isShort = (held: bigint) => held < units;
  if (token === null) {
    const held = (await node.ask(accountBalance(owner))) ?? 0n;
    if (isShort(held)) throw outdated(`the account has ${held} sun, which is not enough`);
    return;
  }
  const held = await node.ask(tokenBalance(owner, token));
  if (isShort(held)) throw outdated(`the account has ${held} units of the token, which is not enough`);
  const [price, run] = await node.askAll([prices, tokenTransfer(owner, token, to, units)] as const);
  if (run.refusal !== null) throw outdated(`the chain would refuse the payment: ${run.refusal}`);
  const cost = run.energy * price.energy;
  if (cost > feeLimit) throw outdated(`the energy costs ${cost} sun now, more than the fee limit of ${feeLimit} sun`);
}

const outdated = (why: string) =>
  publicError('INVALID_TRANSACTION', `${why}. Nothing was signed or sent. Review the payment again.`);
