import { hexDecode } from '../../../../shared/wire/index.ts';
import {
  readSendingSolana,
  type SendingSolana,
  signTransaction,
  solanaHex,
  withBlockhash,
} from '../../../crypto/index.ts';
import type { ChainNode, Chains } from '../../chains/index.ts';
import { blockHeight, latestBlockhash } from '../../chains/solana/questions.ts';
import { requestInvalid } from '../../public-error.ts';
import type { ActivityContext } from '../../request-context.ts';
import { findSigner, withSigner } from '../../signers/find-signer.ts';
import type { ActivityHandler } from '../types.ts';
import { requireSigner } from './addresses.ts';
import { requireNode } from './ask-chain.ts';
import { reading } from './reading.ts';
import { keepRow, refuseSponsor } from './send.ts';
import { refuseMainnet, requireOfChain } from './solana-cluster.ts';

/** The parameters that both versions have beside the accounts. */
interface Sending {
  readonly unsignedTransaction: string;
  readonly sponsor?: boolean;
  readonly caip2: string;
  readonly recentBlockhash?: string;
}

/**
 * The number of blocks after which a given blockhash has expired: 150 from its own block, which is not after the newest
 * one. Another 150 allow for a node that is behind. Choice (solana-expiry): a transaction fails for want of a block
 * only after this many.
 */
const LONGEST_LIFE = 300;
/** The placeholder of an unknown blockhash. */
const NO_BLOCKHASH = '1'.repeat(32);

export const solSendTransaction: ActivityHandler<'sol_send_transaction'> = (parameters, context) => {
  const { signWiths, sponsor } = parameters;
  const { text, signers } = readGiven(parameters);
  for (const [index, signWith] of signWiths.entries()) {
    const path = `/parameters/signWiths/${index}`;
    requireOneOf(signers, path, signWith, context);
    if (signWiths.indexOf(signWith) !== index) throw requestInvalid(`bad request body: ${path} is there twice`);
  }
  if (sponsor === true && signWiths.join() !== signers.join())
    throw requestInvalid(
      'bad request body: /parameters/signWiths must be every signer of a sponsored transaction, in its order',
    );
  return send(text, signWiths, parameters, context);
};

export const solSendTransactionV1: ActivityHandler<'sol_send_transaction_v1'> = (parameters, context) => {
  const { signWith } = parameters;
  const { text, signers } = readGiven(parameters);
  requireOneOf(signers, '/parameters/signWith', signWith, context);
  return send(text, [signWith], parameters, context);
};

async function send(
  text: string,
  signWiths: readonly string[],
  { caip2, sponsor, recentBlockhash }: Sending,
  context: ActivityContext,
) {
  const node = requireNode(caip2, context);
  refuseSponsor(sponsor);
  const others = readSendingSolana(text).missing.filter((signer) => !signWiths.includes(signer));
  if (others.length > 0)
    throw requestInvalid(
      `bad request body: /parameters/unsignedTransaction has to be signed by ${others.join(', ')} too. Nothing was sent.`,
    );
  const { unsigned, lastHeight } = await timed(text, recentBlockhash, node, context.chains);
  return () => {
    const signed = signWiths.reduce(
      (partly, signWith) =>
        withSigner(findSigner(signWith, context), context, (key) =>
          reading(() => signTransaction('TRANSACTION_TYPE_SOLANA', partly, key)),
        ),
      unsigned,
    );
    const { signers, signature } = readSendingSolana(signed);
    const statusId = keepRow(
      {
        chain: node.chain,
        sender: signers[0] ?? '',
        nonce: 0,
        transactionHash: signature,
        signedTransaction: hexDecode(signed),
        follows: null,
        lastHeight,
      },
      context,
    );
    return { sendTransactionStatusId: statusId };
  };
}

/**
 * Sets the blockhash and returns the last height of the transaction. Choice (solana-blockhash): the blockhash of the
 * request is used. If it names none, the transaction keeps its own. If that is missing too, the newest one is used.
 */
async function timed(
  text: string,
  recentBlockhash: string | undefined,
  node: ChainNode,
  chains: Chains,
): Promise<{ unsigned: string; lastHeight: number | null }> {
  const { blockhash, isDurable, nonceAccount } = readSendingSolana(text);
  if (recentBlockhash === undefined && blockhash === NO_BLOCKHASH && !isDurable) {
    const latest = await node.ask(latestBlockhash);
    await refuseMainnet({ blockhash: latest.blockhash, nonceAccount: null }, node, chains);
    return { unsigned: reading(() => withBlockhash(text, latest.blockhash)), lastHeight: latest.lastHeight };
  }
  const lifetime = { blockhash: recentBlockhash ?? blockhash, nonceAccount };
  await requireOfChain(lifetime, node);
  await refuseMainnet(lifetime, node, chains);
  const isGiven = recentBlockhash !== undefined && recentBlockhash !== blockhash;
  const unsigned = isGiven ? reading(() => withBlockhash(text, recentBlockhash)) : text;
  return { unsigned, lastHeight: isDurable ? null : (await node.ask(blockHeight('confirmed'))) + LONGEST_LIFE };
}

function readGiven({ unsignedTransaction }: Sending): { text: string } & Pick<SendingSolana, 'signers'> {
  return reading(() => {
    const text = solanaHex(unsignedTransaction);
    return { text: text.replace(/^0x/i, '').toLowerCase(), signers: readSendingSolana(text).signers };
  });
}

function requireOneOf(signers: readonly string[], path: string, signWith: string, context: ActivityContext): void {
  requireSigner(path, signWith, ['ADDRESS_FORMAT_SOLANA'], context);
  if (!signers.includes(signWith)) throw requestInvalid(`bad request body: ${path} is no signer of the transaction`);
}
