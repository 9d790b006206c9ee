/** The facts of a payload for programs, under the names of the public policy language. */
import type { PathStep, PayloadEncoding } from '../../../shared/model/index.ts';
import type { Fact, Facts } from '../transactions/facts/facts.ts';
import { readAuthorization } from './eip7702-authorization.ts';
import { atomOf } from './typed-data/atoms.ts';
import { hashTypedData } from './typed-data/index.ts';

/**
 * Returns the members of `eth` for a payload of that encoding, or null for an encoding without any. Throws a `Refusal`.
 *
 * @example
 * const authorization = '{"address":"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed","chainId":1,"nonce":7}';
 * payloadFacts('PAYLOAD_ENCODING_EIP7702_AUTHORIZATION', authorization);
 * // { eip_7702_authorization: { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', chain_id: 1n, nonce: 7n } }
 */
export function payloadFacts(encoding: PayloadEncoding, payload: string): Facts | null {
  if (encoding === 'PAYLOAD_ENCODING_EIP712') return { eip_712: typedDataFacts(payload) };
  if (encoding !== 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION') return null;
  const { address, chainId, nonce } = readAuthorization(payload);
  return { eip_7702_authorization: { address, chain_id: BigInt(chainId), nonce: BigInt(nonce) } };
}

/**
 * Returns the type of the `contents` of typed data that wraps a message (ERC-7739). Returns null for a wrapper whose
 * contents are not a struct. Throws a `Refusal`.
 */
export function wrappedTypeOf(payload: string): string | null {
  const { types, primaryType } = hashTypedData(payload);
  const contents = types.members(primaryType)?.find(({ name }) => name === 'contents');
  return contents?.type.kind === 'struct' ? contents.type.name : null;
}

type Tree = Map<PathStep, Tree | Fact>;

/**
 * Converts numbers to numbers, however JSON has them, and hexadecimal digits to lowercase. Has only members that are
 * hashed.
 */
function typedDataFacts(payload: string): Facts {
  const root: Tree = new Map();
  const { primaryType } = hashTypedData(payload, {
    value: (path, type, text) => put(root, path, factOf(type, text)),
    ignored: () => undefined,
  });
  const { domain = {}, message = {} } = factsOf(root);
  const { chainId, verifyingContract, ...others } = domain as Facts;
  return {
    primary_type: primaryType,
    domain: {
      ...others,
      ...(chainId === undefined ? {} : { chain_id: chainId }),
      ...(verifyingContract === undefined ? {} : { verifying_contract: verifyingContract }),
    },
    message,
  };
}

/** Converts a value of an atomic type. The only other values are an empty list and a struct without members. */
function factOf(type: string, text: string): Fact {
  if (atomOf(type) === null) return text === '[]' ? [] : {};
  if (type === 'bool') return text === 'true';
  if (type === 'string') return text;
  return /^u?int/.test(type) ? BigInt(text) : text.toLowerCase();
}

function put(root: Tree, path: readonly PathStep[], fact: Fact): void {
  let tree = root;
  for (const step of path.slice(0, -1)) {
    const known = tree.get(step);
    const next: Tree = known instanceof Map ? known : new Map();
    tree.set(step, next);
    tree = next;
  }
  for (const last of path.slice(-1)) tree.set(last, fact);
}

function factsOf(tree: Tree): Facts {
  return Object.fromEntries([...tree].map(([step, value]) => [step, value instanceof Map ? treeFact(value) : value]));
}

function treeFact(tree: Tree): Fact {
  const isList = typeof [...tree.keys()][0] === 'number';
  return isList ? Object.values(factsOf(tree)) : factsOf(tree);
}
