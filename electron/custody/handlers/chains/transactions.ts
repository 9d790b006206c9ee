import { describeTransaction, Refusal, signedEthereumChain } from '../../../crypto/index.ts';
import { notFound, publicError, requestInvalid } from '../../public-error.ts';
import type { ActingContext, ActivityHandler, QueryHandler } from '../types.ts';
import { requireAddress, requireSigner } from './addresses.ts';
import { noEndpoint } from './no-endpoint.ts';

interface Fees {
  readonly nonce?: string;
  readonly gasLimit?: string;
  readonly maxFeePerGas?: string;
  readonly maxPriorityFeePerGas?: string;
  readonly deadline?: string;
  readonly gasStationNonce?: string;
}

export const ethSendTransaction: ActivityHandler<'eth_send_transaction'> = (parameters, context) => {
  requireSender(parameters, context);
  for (const [index, call] of parameters.calls.entries()) requireCall(`/parameters/calls/${index}`, call);
  throw noEndpoint(parameters.caip2);
};

export const ethSendTransactionV1: ActivityHandler<'eth_send_transaction_v1'> = (parameters, context) => {
  requireSender(parameters, context);
  requireCall('/parameters', parameters);
  throw noEndpoint(parameters.caip2);
};

export const ethUndelegate7702: ActivityHandler<'eth_undelegate_7702'> = (parameters, context) => {
  requireSender(parameters, context);
  throw noEndpoint(parameters.caip2);
};

export const ethSendRawTransaction: ActivityHandler<'eth_send_raw_transaction'> = ({ signedTransaction, caip2 }) => {
  const chainId = reading(() => signedEthereumChain(signedTransaction));
  if (`eip155:${chainId}` !== caip2) {
    const named = chainId === null ? 'no chain' : `eip155:${chainId}`;
    throw requestInvalid(`bad request body: /parameters/signedTransaction is for ${named}, not for ${caip2}`);
  }
  throw noEndpoint(caip2);
};

export const solSendTransaction: ActivityHandler<'sol_send_transaction'> = (parameters, context) => {
  const { unsignedTransaction, signWiths, sponsor, caip2 } = parameters;
  const required = signersOf(unsignedTransaction);
  for (const [index, signWith] of signWiths.entries()) {
    const path = `/parameters/signWiths/${index}`;
    requireOneOf(required, path, signWith, context);
    if (signWiths.indexOf(signWith) !== index) throw requestInvalid(`bad request body: ${path} is there twice`);
  }
  if (sponsor === true && signWiths.join() !== required.join())
    throw requestInvalid(
      'bad request body: /parameters/signWiths must be every signer of a sponsored transaction, in its order',
    );
  throw noEndpoint(caip2);
};

export const solSendTransactionV1: ActivityHandler<'sol_send_transaction_v1'> = (parameters, context) => {
  const { unsignedTransaction, signWith, caip2 } = parameters;
  requireOneOf(signersOf(unsignedTransaction), '/parameters/signWith', signWith, context);
  throw noEndpoint(caip2);
};

export const getSendTransactionStatus: QueryHandler<'get_send_transaction_status'> = () => {
  throw notFound('no send transaction status found with the given ID');
};

export const getNonces: QueryHandler<'get_nonces'> = ({ address, caip2 }) => {
  requireAddress('/address', address, 'ADDRESS_FORMAT_ETHEREUM');
  throw noEndpoint(caip2);
};

export const getGasUsage: QueryHandler<'get_gas_usage'> = () => {
  throw noEndpoint(undefined, 'no gas is sponsored here');
};

/** The accounts that have to sign a Solana transaction, in its order. */
function signersOf(unsignedTransaction: string): readonly string[] {
  const { fields } = reading(() => describeTransaction('TRANSACTION_TYPE_SOLANA', unsignedTransaction));
  return fields.filter(({ name }) => name.startsWith('signers[')).map(({ value }) => value);
}

function requireOneOf(required: readonly string[], path: string, signWith: string, context: ActingContext): void {
  requireSigner(path, signWith, 'ADDRESS_FORMAT_SOLANA', context);
  if (!required.includes(signWith)) throw requestInvalid(`bad request body: ${path} is no signer of the transaction`);
}

/** Whose transaction it is, and what it pays for being sent. */
function requireSender({ from, ...fees }: Fees & { readonly from: string }, context: ActingContext): void {
  requireSigner('/parameters/from', from, 'ADDRESS_FORMAT_ETHEREUM', context);
  requireFees(fees);
}

function requireCall(path: string, { to, value }: { readonly to: string; readonly value?: string }): void {
  requireAddress(`${path}/to`, to, 'ADDRESS_FORMAT_ETHEREUM');
  requireUint(`${path}/value`, value, 256n);
}

/** What a node would refuse of the numbers: fees and amounts have 256 bits, what is counted has 64. */
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

/** What reads a transaction. Throws its refusal under the public code. */
function reading<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const code = error.kind === 'transactionType' ? 'UNSUPPORTED_TRANSACTION_TYPE' : 'INVALID_TRANSACTION';
    throw publicError(code, `${error.message}. Nothing was sent.`);
  }
}
