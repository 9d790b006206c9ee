import { type EndpointChain, MAXIMUM_BITCOIN_FEE, payerFormats } from '../../../../shared/model/index.ts';
import { hexDecode } from '../../../../shared/wire/index.ts';
import { finalBitcoin, readBitcoinAddress, readSendingBitcoin, signTransaction } from '../../../crypto/index.ts';
import { nameOfOutput } from '../../chains/bitcoin/outputs.ts';
import { unspent } from '../../chains/bitcoin/questions.ts';
import { reservedOutputs } from '../../chains/bitcoin/reserved.ts';
import { publicError, requestInvalid } from '../../public-error.ts';
import { findSigner, withSigner } from '../../signers/find-signer.ts';
import type { ActivityHandler } from '../types.ts';
import { requireSigner } from './addresses.ts';
import { requireNode } from './ask-chain.ts';
import { reading } from './reading.ts';
import { keepRow } from './send.ts';

/**
 * Signs a PSBT and sends its transaction. The node is asked right before, so that an output that was spent since the
 * review is never signed. All inputs have to be of the one account.
 */
export const btcSendTransaction: ActivityHandler<'btc_send_transaction'> = async (
  { unsignedTransaction, signWith, caip2 },
  context,
) => {
  const chain: EndpointChain = caip2;
  requireSigner('/parameters/signWith', signWith, payerFormats(chain), context);
  const { inputs, feeSatoshi } = reading(() => readSendingBitcoin(unsignedTransaction));
  if (feeSatoshi > MAXIMUM_BITCOIN_FEE)
    throw requestInvalid(
      `bad request body: /parameters/unsignedTransaction pays a fee of ${feeSatoshi} satoshi, more than the highest of ${MAXIMUM_BITCOIN_FEE}. Nothing was signed or sent.`,
    );
  const script = readBitcoinAddress(signWith)?.script;
  if (inputs.some((input) => input.script !== script))
    throw requestInvalid(
      'bad request body: /parameters/unsignedTransaction spends outputs of other addresses than /parameters/signWith. Nothing was sent.',
    );
  const node = requireNode(caip2, context);
  const listed = new Map((await node.ask(unspent(signWith))).map((each) => [nameOfOutput(each), each.units]));
  return () => {
    const reserved = reservedOutputs(context.store, caip2);
    for (const { outpoint, satoshi } of inputs) {
      if (reserved.has(outpoint)) throw spent(`a payment under way already spends the output ${outpoint}`);
      if (listed.get(outpoint) !== satoshi) throw spent(`the output ${outpoint} was spent since`);
    }
    const signer = findSigner(signWith, context);
    const { transaction, txid } = reading(() => {
      const signed = withSigner(signer, context, (key) =>
        signTransaction('TRANSACTION_TYPE_BITCOIN', unsignedTransaction, key),
      );
      return finalBitcoin(unsignedTransaction, signed, signer);
    });
    const statusId = keepRow(
      {
        ...{ chain: node.chain, sender: signWith, nonce: 0, transactionHash: txid },
        ...{ signedTransaction: hexDecode(transaction), follows: null, lastHeight: null },
      },
      context,
    );
    return { sendTransactionStatusId: statusId };
  };
};

const spent = (why: string) =>
  publicError('INVALID_TRANSACTION', `${why}. Nothing was signed or sent. Review the payment again.`);
