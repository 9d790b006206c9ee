import { chainIdOf, isJsonObject, type JsonObject } from '../../../shared/model/index.ts';
import type { ActivityOperation } from '../../../shared/operations/index.ts';
import { PolicyFault } from '../../../shared/policy-language/index.ts';
import { type Facts, numberFacts, UNPROVEN } from '../../crypto/index.ts';

/** Numbers that the chain determines unless the request names them: their parameters and their facts. */
const LATER = [
  ['nonce', 'nonce'],
  ['gasLimit', 'gas'],
  ['maxFeePerGas', 'max_fee_per_gas'],
  ['maxFeePerGas', 'gas_price'],
  ['maxPriorityFeePerGas', 'max_priority_fee_per_gas'],
] as const;
const SET_LATER = 'is set later, because the request does not name it';

/**
 * Returns `eth.tx` of a transaction that the service will make, from the request. Returns undefined for an activity
 * that makes none. `from` is the account's Ethereum address, or null for a key without one. Numbers that the chain
 * determines later are absent, and opaque to a rule that forbids. Throws an `opaque` `PolicyFault` when the request
 * does not contain the calls.
 */
export function madeTransaction(
  { makes }: Pick<ActivityOperation, 'makes'>,
  parameters: JsonObject,
  from: string | null,
): Facts | undefined {
  if (makes === null) return undefined;
  if (makes.calls === 'of the service')
    throw new PolicyFault('the service makes the calls itself, and the request does not say them', 'opaque');
  const [call] = makes.calls === 'own' ? [parameters] : (parameters.calls as readonly unknown[]);
  if (!isJsonObject(call)) throw new PolicyFault('the request has no call');
  const { nonce, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = parameters;
  const chainId = chainIdOf(String(parameters[makes.chain])) ?? undefined;
  // By name: a request may have members that nobody declared, and the service reads none of those.
  const given: JsonObject = { value: call.value ?? '0', chainId, nonce, gasLimit, maxFeePerGas, maxPriorityFeePerGas };
  return {
    ...numberFacts((name) => (given[name] === undefined ? undefined : String(given[name]))),
    type: 'TYPE_2',
    ...(from === null ? {} : { from }),
    to: String(call.to),
    data: `0x${String(call.data ?? '').replace(/^0x/i, '')}`.toLowerCase(),
    [UNPROVEN]: Object.fromEntries(
      LATER.filter(([member]) => given[member] === undefined).map(([, name]) => [name, SET_LATER]),
    ),
  };
}
