/** Access to the arguments of a call or a message by name, for the standards. */
import {
  type AbiArgument,
  allTokensText,
  type ContractCall,
  isAllOf,
  tokenOf,
  tokensText,
} from '../../crypto/index.ts';
import { membersOf } from './descriptors/paths.ts';
import { markOf, textOf, tokenChain } from './reading.ts';
import type { Arguments } from './standard.ts';

const NOTHING = new Uint8Array(0);

/**
 * Returns values by the names that a standard uses. Adds each value that is read to `claimed`.
 * @param most The number of items of a list that count as read. A sentence names the first items only.
 */
export function argumentsFor(
  call: ContractCall,
  values: readonly AbiArgument[],
  claimed: Set<AbiArgument> = new Set(),
  most = Number.POSITIVE_INFINITY,
): Arguments {
  const find = (name: string) => {
    const found = name
      .split('.')
      .reduce<AbiArgument | undefined>((outer, part) => membersOf(outer).find((member) => member.name === part), {
        name: '',
        type: 'tuple',
        value: values,
      });
    if (found !== undefined) claimed.add(found);
    return found;
  };
  const textOfItem = (item: AbiArgument, index: number) => {
    if (index < most) claimed.add(item);
    return textOf(item, call);
  };
  const number = (name: string) => {
    const value = find(name)?.value;
    return typeof value === 'bigint' ? value : 0n;
  };
  const text = (name: string) => textOf(find(name) ?? { name, type: '', value: '' }, call);
  const tokenAt = (name?: string) => (name === undefined ? call.to : text(name));
  const chain = tokenChain(call);
  return {
    from: call.from ?? null,
    contract: call.to,
    chain,
    mark: markOf(call),
    number,
    text,
    texts: (name) => membersOf(find(name)).map(textOfItem),
    bytes(name) {
      const value = find(name)?.value;
      return value instanceof Uint8Array ? value : NOTHING;
    },
    value: call.value,
    isDelegate: call.isDelegate === true,
    token: tokenOf(chain, call.to),
    tokens: (name, token) => tokensText(chain, tokenAt(token), number(name)),
    allTokens: (token) => allTokensText(chain, tokenAt(token)),
    isAll: (name, token) => isAllOf(chain, tokenAt(token), number(name)),
    coins: call.amount,
    address: call.address,
    within: (name) => argumentsFor(call, membersOf(find(name)), claimed, most),
    each: (name) =>
      membersOf(find(name)).map((item, index) =>
        argumentsFor(call, membersOf(item), index < most ? claimed : new Set(), most),
      ),
  };
}
