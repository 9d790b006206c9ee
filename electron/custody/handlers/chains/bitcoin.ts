import { type EndpointChain, MAXIMUM_BITCOIN_FEE, payerFormats } from '../../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';
import {
  finalBitcoin,
  readBitcoinAddress,
  readNextBitcoin,
  readReplaced,
  requireReplacement,
  signTransaction,
} from '../../../crypto/index.ts';
import { nameOfOutput } from '../../chains/bitcoin/outputs.ts';
import { statusOf, unspent } from '../../chains/bitcoin/questions.ts';
import { includedSpending, openSpending } from '../../chains/bitcoin/reserved.ts';
import type { ChainNode } from '../../chains/index.ts';
import { publicError, requestInvalid } from '../../public-error.ts';
import { findSigner, withSigner } from '../../signers/find-signer.ts';
import type { SentRow } from '../../store/index.ts';
import type { ActivityHandler } from '../types.ts';
import { requireSigner } from './addresses.ts';
import { requireNode } from './ask-chain.ts';
import { reading } from './reading.ts';
import { keepRow } from './send.ts';

/**
 * Signs a PSBT and sends its transaction. The node is asked right before, so that an output that was spent since the
 * review is never signed. All inputs have to be of the one account. A payment under way that spends one of them is
 * replaced, when the PSBT is its exact replacement. Otherwise nothing is signed.
 */
export const btcSendTransaction: ActivityHandler<'btc_send_transaction'> = async (
  { unsignedTransaction, signWith, caip2 },
  context,
) => {
  const chain: EndpointChain = caip2;
  requireSigner('/parameters/signWith', signWith, payerFormats(chain), context);
  const sending = reading(() => readNextBitcoin(unsignedTransaction));
  const { inputs, feeSatoshi } = sending;
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
  const spends = inputs.map(({ outpoint }) => outpoint);
  const asked = openSpending(context.store, caip2, spends);
  for (const row of asked) await requireNoBlock(node, row);
  const listed =
    asked.length > 0
      ? null
      : new Map((await node.ask(unspent(signWith))).map((each) => [nameOfOutput(each), each.units]));
  return () => {
    if (includedSpending(context.store, { chain: node.chain, sender: signWith }, spends).length > 0)
      throw spent('a block includes another payment that spends these outputs');
    const replaced = openSpending(context.store, caip2, spends);
    if (namesOf(replaced) !== namesOf(asked)) throw spent('another payment spends these outputs since');
    for (const { organizationId, signedTransaction } of replaced) {
      if (organizationId !== context.caller.organization.organizationId)
        throw spent('a payment of another organization spends these outputs');
      reading(() => requireReplacement(sending, readReplaced(hexEncode(signedTransaction)), script ?? ''));
    }
    for (const { outpoint, satoshi } of inputs)
      if (listed !== null && listed.get(outpoint) !== satoshi) throw spent(`the output ${outpoint} was spent since`);
    const signer = findSigner(signWith, context);
    const { transaction, txid } = reading(() => {
      const signed = withSigner(signer, context, (key) =>
        signTransaction('TRANSACTION_TYPE_BITCOIN', unsignedTransaction, key),
      );
      return finalBitcoin(unsignedTransaction, signed, signer);
    });
    const statusId = keepRow(
      {
        chain: node.chain,
        sender: signWith,
        nonce: 0,
        transactionHash: txid,
        signedTransaction: hexDecode(transaction),
        follows: null,
        lastHeight: null,
      },
      context,
    );
    return { sendTransactionStatusId: statusId };
  };
};

const namesOf = (rows: readonly SentRow[]): string =>
  rows
    .map(({ statusId }) => statusId)
    .toSorted()
    .join();

/** A payment in a block cannot be replaced any more. */
async function requireNoBlock(node: ChainNode, { transactionHash, signedTransaction }: SentRow): Promise<void> {
  const { outputs } = readReplaced(hexEncode(signedTransaction));
  const { kind } = await node.ask(statusOf(transactionHash, outputs.length));
  if (kind === 'included') throw spent('a block includes the payment that spends these outputs');
}

const spent = (why: string) =>
  publicError('INVALID_TRANSACTION', `${why}. Nothing was signed or sent. Review the payment again.`);
