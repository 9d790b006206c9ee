import { ethereumChainName, isBitcoinChain, isSolanaChain, isTronChain } from '../../../../shared/model/index.ts';
import type { ActivityParameters } from '../../../../shared/operations/index.ts';
import { readSignedEthereum } from '../../../crypto/index.ts';
import { transactionCount } from '../../chains/questions.ts';
import { found, publicError, requestInvalid } from '../../public-error.ts';
import type { ActingContext, ActivityContext } from '../../request-context.ts';
import { findSigningRow } from '../../signers/find-signer.ts';
import type { ActivityHandler, QueryHandler } from '../types.ts';
import { requireAddress, requireSigner } from './addresses.ts';
import { requireNode } from './ask-chain.ts';
import { bytesOf, type GivenFees } from './quote.ts';
import { reading } from './reading.ts';
import { keepSent, prepareTransaction, refuseSponsor } from './send.ts';

type Call = ActivityParameters<'eth_send_transaction'>['calls'][number];

interface Fees extends GivenFees {
  readonly deadline?: string;
  readonly gasStationNonce?: string;
}

export const ethSendTransaction: ActivityHandler<'eth_send_transaction'> = async (parameters, context) => {
  return send(checkCalls(parameters, context), parameters, context);
};

export const ethSendTransactionV1: ActivityHandler<'eth_send_transaction_v1'> = async (parameters, context) => {
  checkCall(parameters, context);
  return send(parameters, parameters, context);
};

async function send(
  { to, value, data }: Call,
  { from, caip2, ...given }: GivenFees & Pick<ActivityParameters<'eth_send_transaction'>, 'from' | 'caip2'>,
  context: ActivityContext,
) {
  const node = requireNode(caip2, context);
  const one = { from, to, value: BigInt(value ?? 0), data: bytesOf(data) };
  const commit = await prepareTransaction(node, one, given, context);
  return () => ({ sendTransactionStatusId: commit() });
}

/** Choice (no-delegation): accounts are given over to no contract here, so none is taken back. */
export const ethUndelegate7702: ActivityHandler<'eth_undelegate_7702'> = (parameters, context) => {
  requireSender(parameters, context);
  requireNode(parameters.caip2, context);
  throw publicError(
    'RPC_CALL_ERROR',
    'this service gives no account over to a contract, so it takes none back. Nothing was sent. Sign a transaction with an authorization of the zero address (EIP-7702) and send that.',
  );
};

/** Choice (own-transactions): what is handed on is followed until it is final, so it is the organization’s own only. */
export const ethSendRawTransaction: ActivityHandler<'eth_send_raw_transaction'> = (
  { signedTransaction, caip2 },
  context,
) => {
  const { chainId, sender } = reading(() => readSignedEthereum(signedTransaction));
  const named = chainId === null ? null : ethereumChainName(chainId);
  if (named !== caip2)
    throw requestInvalid(
      `bad request body: /parameters/signedTransaction is for ${named ?? 'no chain'}, not for ${caip2}`,
    );
  if (findSigningRow(sender, context) === undefined)
    throw requestInvalid(
      `bad request body: /parameters/signedTransaction is signed by ${sender}, which is no address of this organization. Nothing was sent.`,
    );
  requireNode(caip2, context);
  return () => ({ transactionHash: keepSent(signedTransaction, caip2, context).transactionHash });
};

export const getSendTransactionStatus: QueryHandler<'get_send_transaction_status'> = (
  { sendTransactionStatusId },
  { store, caller },
) => {
  const row = store.sentTransactions.find(caller.organization.organizationId, sendTransactionStatusId);
  const { state, chain, transactionHash, error } = found(row, 'send transaction status');
  return {
    txStatus: state,
    ...(isSolanaChain(chain)
      ? { solana: { signature: transactionHash } }
      : isBitcoinChain(chain)
        ? { bitcoin: { txid: transactionHash } }
        : isTronChain(chain)
          ? { tron: { txid: transactionHash } }
          : { eth: { txHash: transactionHash } }),
    ...(error === null ? {} : { txError: error, error: { message: error } }),
  };
};

/**
 * Choice (nonces): the next nonce counts transactions that this service signed and the node may not know yet. No gas
 * station is offered, so it has no nonce.
 */
export const getNonces: QueryHandler<'get_nonces'> = async ({ address, caip2, nonce }, context) => {
  requireAddress('/address', address, 'ADDRESS_FORMAT_ETHEREUM');
  const node = requireNode(caip2, context);
  if (nonce === false) return {};
  const next = Number(await node.ask(transactionCount(address, 'pending')));
  const sender = { chain: caip2, sender: address.toLowerCase() };
  return { nonce: String(context.store.sentTransactions.freeNonce(sender, next)) };
};

/** Choice (no-gas-usage): nothing is sponsored, so the limit and what was used of it are none. */
export const getGasUsage: QueryHandler<'get_gas_usage'> = () => ({
  windowDurationMinutes: 0,
  windowLimitUsd: '0',
  usageUsd: '0',
});

/**
 * Returns the one call. Throws what sending would throw of the request alone, before a chain is queried.
 * Choice (one-call): several calls at once need a contract that makes them for the account, and none is used here.
 */
export function checkCalls(parameters: ActivityParameters<'eth_send_transaction'>, context: ActingContext): Call {
  const { calls, sponsor, deadline } = parameters;
  requireSender(parameters, context);
  for (const [index, call] of calls.entries()) requireCall(`/parameters/calls/${index}`, call);
  refuseSponsor(sponsor);
  refuseDeadline(deadline);
  const [call, ...others] = calls;
  if (call === undefined || others.length > 0)
    throw requestInvalid(
      'bad request body: /parameters/calls has more than one call, and an account makes one in a transaction. Nothing was sent: send them one by one.',
    );
  return call;
}

/** The same for the version of one call. */
export function checkCall(parameters: ActivityParameters<'eth_send_transaction_v1'>, context: ActingContext): void {
  requireSender(parameters, context);
  requireCall('/parameters', parameters);
  refuseSponsor(parameters.sponsor);
  refuseDeadline(parameters.deadline);
}

/** Checks the sender of a transaction and its fees. */
function requireSender({ from, ...fees }: Fees & { readonly from: string }, context: ActingContext): void {
  requireSigner('/parameters/from', from, ['ADDRESS_FORMAT_ETHEREUM'], context);
  requireFees(fees);
}

function requireCall(path: string, { to, value }: { readonly to: string; readonly value?: string }): void {
  requireAddress(`${path}/to`, to, 'ADDRESS_FORMAT_ETHEREUM');
  requireUint(`${path}/value`, value, 256n);
}

/** Choice (no-deadline): only the contract of a sponsor could hold a transaction to a deadline, so one is refused rather than passed over. */
function refuseDeadline(deadline: string | undefined): void {
  if (deadline !== undefined)
    throw requestInvalid(
      'bad request body: /parameters/deadline holds for a sponsored transaction only, and this service sponsors none. Nothing was sent.',
    );
}

/** Checks the numbers that a node would refuse: fees and amounts have 256 bits, counters 64. */
function requireFees({ maxFeePerGas, maxPriorityFeePerGas, ...counted }: Fees): void {
  requireUint('/parameters/maxFeePerGas', maxFeePerGas, 256n);
  requireUint('/parameters/maxPriorityFeePerGas', maxPriorityFeePerGas, 256n);
  for (const name of ['nonce', 'gasLimit', 'deadline', 'gasStationNonce'] as const)
    requireUint(`/parameters/${name}`, counted[name], 64n);
  if (maxFeePerGas === undefined || maxPriorityFeePerGas === undefined) return;
  if (BigInt(maxPriorityFeePerGas) > BigInt(maxFeePerGas))
    throw requestInvalid('bad request body: /parameters/maxPriorityFeePerGas is more than /parameters/maxFeePerGas');
}

function requireUint(path: string, value: string | undefined, bits: bigint): void {
  if (value !== undefined && BigInt(value) >> bits > 0n)
    throw requestInvalid(`bad request body: ${path} has more than ${bits} bits`);
}
