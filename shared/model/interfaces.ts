import Type, { type Static } from 'typebox';
import { Closed } from './bytes.ts';
import { ethereumChainName } from './chains.ts';
import { isJsonObject, type JsonObject, ownMember } from './json.ts';

/** The most interfaces, the longest text of one and of all together, and the most functions of one. */
export const INTERFACE_LIMITS = { count: 200, text: 512 * 1024, total: 4 * 1024 * 1024, functions: 190 } as const;

const Contract = Closed({
  /** The operator's name for it. */
  name: Type.String({ minLength: 1, maxLength: 64 }),
  /** By CAIP-2: only chains of Ethereum's kind have such contracts. */
  chain: Type.String({ pattern: '^eip155:[1-9][0-9]{0,15}$', says: 'an Ethereum chain by CAIP-2, as in eip155:1' }),
  address: Type.String({ pattern: '^0x[0-9a-fA-F]{40}$', says: '0x and 40 hexadecimal digits' }),
});
const text = Type.String({ minLength: 1, maxLength: INTERFACE_LIMITS.text });
const kind = Type.Enum(['abi', 'descriptor']);

/** The operator's description of one contract on one chain: a JSON ABI or an ERC-7730 descriptor. */
export const ContractInterface = Closed({ ...Contract.properties, text });
export type ContractInterface = Static<typeof ContractInterface>;

/** The facts about a checked description. */
export const InterfaceFacts = Closed({
  kind,
  /** Its functions or messages, with the descriptor's text for each, or null without one. */
  functions: Type.Array(Closed({ signature: Type.String(), says: Type.Union([Type.String(), Type.Null()]) })),
});
export type InterfaceFacts = Static<typeof InterfaceFacts>;

/** A stored description, without its text. `added` in milliseconds since 1970. */
export const InterfaceRow = Closed({
  ...Contract.properties,
  kind,
  added: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
});
export type InterfaceRow = Static<typeof InterfaceRow>;

export const KeptInterface = Closed({ ...InterfaceRow.properties, text });
export type KeptInterface = Static<typeof KeptInterface>;

/** The subject of an ERC-7730 descriptor: calls of a contract, or messages that it verifies. */
export type DescriptorSubject = 'contract' | 'eip712';

/**
 * Returns the contracts that a descriptor names, each by its chain (CAIP-2) and in the descriptor's spelling.
 *
 * @example
 * const deployments = [{ chainId: 1, address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }];
 * deploymentsOf({ context: { contract: { deployments } } });
 * // [{ subject: 'contract', chain: 'eip155:1', address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }]
 */
export function deploymentsOf(root: JsonObject): { subject: DescriptorSubject; chain: string; address: string }[] {
  const context = ownMember(root, 'context');
  return (['contract', 'eip712'] as const).flatMap((subject) => {
    const about = isJsonObject(context) ? ownMember(context, subject) : undefined;
    const listed = isJsonObject(about) ? ownMember(about, 'deployments') : undefined;
    return (Array.isArray(listed) ? listed : []).filter(isJsonObject).flatMap((each) => {
      const [chainId, address] = [ownMember(each, 'chainId'), ownMember(each, 'address')];
      return typeof chainId === 'number' && typeof address === 'string'
        ? [{ subject, chain: ethereumChainName(chainId), address }]
        : [];
    });
  });
}
