import { isJsonObject, type JsonObject } from '../../../shared/model/index.ts';
import type { ActivityOperation } from '../../../shared/operations/index.ts';
import { PolicyFault } from '../../../shared/policy-language/index.ts';
import { addressOf, type Facts } from '../../crypto/index.ts';

/** Numbers of a request that the transaction has as they are. What the request leaves out, the service asks the chain for. */
const NUMBERS: Readonly<Record<string, string>> = {
  nonce: 'nonce',
  gasLimit: 'gas',
  maxFeePerGas: 'max_fee_per_gas',
  maxPriorityFeePerGas: 'max_priority_fee_per_gas',
};

/**
 * Returns `eth.tx` of a transaction that the service is to make, with what the request says of it; undefined for an activity that makes
 * none. `publicKey` is that of the account, of secp256k1. Numbers that the chain decides later are absent.
 * Throws a `PolicyFault` of the kind `opaque` when the request does not say the calls.
 */
export function madeTransaction(
  { makes }: Pick<ActivityOperation, 'makes'>,
  parameters: JsonObject,
  publicKey: string | undefined,
): Facts | undefined {
  if (makes === null) return undefined;
  if (makes.calls === 'of the service')
    throw new PolicyFault('the service makes the calls itself, and the request does not say them', 'opaque');
  const [call] = makes.calls === 'own' ? [parameters] : (parameters.calls as readonly unknown[]);
  if (!isJsonObject(call)) throw new PolicyFault('the request has no call');
  const numbers = Object.entries(NUMBERS).flatMap(([member, name]) =>
    parameters[member] === undefined ? [] : [[name, BigInt(String(parameters[member]))] as const],
  );
  const from = publicKey === undefined ? null : addressOf('ADDRESS_FORMAT_ETHEREUM', publicKey, 'CURVE_SECP256K1');
  return {
    ...Object.fromEntries(numbers),
    type: 'TYPE_2',
    chain_id: BigInt(String(parameters[makes.chain]).replace(/^eip155:/, '')),
    ...(from === null ? {} : { from }),
    to: String(call.to),
    value: BigInt(String(call.value ?? '0')),
    data: `0x${String(call.data ?? '').replace(/^0x/, '')}`.toLowerCase(),
  };
}
