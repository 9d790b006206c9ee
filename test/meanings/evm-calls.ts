/** Calls for the corpus: unsigned transactions as a wallet makes them, and functions of the registry with values like real ones. */
import { createContract, parseAbi } from 'micro-eth-signer/abi.js';
import { RLP } from 'micro-eth-signer/core/rlp.js';

import { formatsOf, objectIn, whole } from '../../electron/vault/calls/descriptors/find.ts';
import { readRegistry } from '../../electron/vault/calls/descriptors/registry.ts';
import { deploymentsOf } from '../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { type Case, payload, transaction } from './corpus.ts';

export const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
export const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
export const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
export const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
export const BOB = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const CONTRACT = '0x7070707070707070707070707070707070707070';
export const OPERATOR = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
export const ETHER = 10n ** 18n;

interface Where {
  readonly chain?: number;
  readonly to?: string;
  readonly value?: bigint;
}

/** A call of a contract that an EIP-1559 transaction makes. */
export function calling(data: Uint8Array, { chain = 1, to = CONTRACT, value = 0n }: Where = {}): Case {
  const fields = [chain, 7, 1_000_000_000n, 30_000_000_000n, 250_000, to, value, data, []];
  return transaction(
    'TRANSACTION_TYPE_ETHEREUM',
    `02${hexEncode(RLP.encode(fields as Parameters<typeof RLP.encode>[0]))}`,
    OPERATOR,
  );
}

/** The data of a call of a human-readable function; `values` by the names of its parameters, or the only one. */
export function encodeCall(signature: string, values?: unknown): Uint8Array {
  const contract: Readonly<Record<string, { encodeInput(values: unknown): Uint8Array }>> = createContract(
    parseAbi([`function ${signature}`]),
  );
  const [made] = Object.values(contract);
  if (made === undefined) throw new Error('no function');
  return made.encodeInput(values);
}

/** A function of a descriptor of the registry, called at the first of its contracts; `change` by the names of its parameters. */
export function described(
  path: string,
  name: string,
  { value = 0n, change = {} as Record<string, unknown> } = {},
): Case {
  const root = whole(`registry/${path}.json`, readRegistry());
  const [place] = deploymentsOf(root);
  const signature = Object.keys(formatsOf(root)).find((each) => each.startsWith(`${name}(`));
  if (place === undefined || signature === undefined) throw new Error(`${path} has no ${name}`);
  const [item] = parseAbi([`function ${signature}`]);
  const chain = Number(place.chain.split(':')[1]);
  return calling(encodeCall(signature, together(item?.inputs ?? [], change)), { chain, to: place.address, value });
}

/** As Safe's MultiSend reads calls: operation, address, value, length and data, one behind the other. */
export function multiSend(...calls: readonly (readonly [string, bigint, Uint8Array])[]): Uint8Array {
  const word = (value: bigint) => hexDecode(value.toString(16).padStart(64, '0'));
  return encodeCall(
    'multiSend(bytes transactions)',
    packed(
      calls.flatMap(([to, value, data]) => [
        Uint8Array.of(0),
        hexDecode(to.slice(2)),
        word(value),
        word(BigInt(data.length)),
        data,
      ]),
    ),
  );
}

export function packed(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** A message of a descriptor of the registry, for the first of its contracts: its type begins with `begin`. */
export function describedMessage(path: string, begin: string): Case {
  const root = whole(`registry/${path}.json`, readRegistry());
  const place = deploymentsOf(root).find(({ subject }) => subject === 'eip712');
  const encoded = Object.keys(formatsOf(root)).find((each) => each.startsWith(begin));
  if (place === undefined || encoded === undefined) throw new Error(`${path} has no ${begin}`);
  const named = objectIn(objectIn(objectIn(root, 'context'), 'eip712'), 'domain');
  const domain = { ...named, chainId: Number(place.chain.split(':')[1]), verifyingContract: place.address };
  const types = Object.fromEntries(
    [...encoded.matchAll(/([^()]+)\(([^()]*)\)/g)].map(([, name = '', members = '']) => [
      name,
      members.split(',').map((member) => {
        const [type = '', called = ''] = member.split(' ');
        return { type, name: called };
      }),
    ]),
  );
  const exampleOf = (type: string, name: string): unknown => {
    const list = /^(.*)\[\d*\]$/.exec(type)?.[1];
    if (list !== undefined) return [exampleOf(list, name), exampleOf(list, name)];
    const members = types[type];
    if (members !== undefined)
      return Object.fromEntries(members.map((each) => [each.name, exampleOf(each.type, each.name)]));
    const value = likely({ name, type }, {});
    return value instanceof Uint8Array ? `0x${hexEncode(value)}` : typeof value === 'bigint' ? String(value) : value;
  };
  const primaryType = begin.slice(0, -1);
  const typeOf: Readonly<Record<string, string>> = { chainId: 'uint256', verifyingContract: 'address' };
  return payload(
    'PAYLOAD_ENCODING_EIP712',
    JSON.stringify({
      domain,
      types: {
        EIP712Domain: Object.keys(domain).map((name) => ({ name, type: typeOf[name] ?? 'string' })),
        ...types,
      },
      primaryType,
      message: exampleOf(primaryType, ''),
    }),
    { signWith: OPERATOR },
  );
}

interface Parameter {
  readonly name?: string;
  readonly type: string;
  readonly components?: readonly Parameter[];
}

/** Values by the names of parameters, or the only one. */
export function together(parameters: readonly Parameter[], change: Record<string, unknown> = {}): unknown {
  const values = parameters.map((each) =>
    each.name !== undefined && each.name in change ? change[each.name] : likely(each, change),
  );
  if (parameters.length === 1) return values[0];
  return Object.fromEntries(parameters.map(({ name = '' }, index) => [name, values[index]]));
}

/** A typical value of a parameter of that name and type. */
function likely({ name = '', type, components = [] }: Parameter, change: Record<string, unknown>): unknown {
  const array = /^(.*)\[(\d*)\]$/.exec(type);
  if (array !== null)
    return Array.from({ length: Number(array[2] || 2) }, () =>
      likely({ name, components, type: array[1] ?? '' }, change),
    );
  if (type === 'tuple') {
    const [only, another] = components;
    return only !== undefined && another === undefined
      ? { [only.name ?? '']: likely(only, change) }
      : together(components, change);
  }
  if (type === 'address') {
    if (/dst|out|dest|collateral/i.test(name) && !/recipient|receiver/i.test(name)) return WETH;
    return /token|asset|src|coin|currency/i.test(name) ? USDC : /from|owner|behalf/i.test(name) ? BOB : ALICE;
  }
  if (type === 'bool') return true;
  if (type === 'string') return 'partner';
  if (type === 'bytes') return Uint8Array.of(0xca, 0xfe, 0xba, 0xbe);
  if (type.startsWith('bytes')) return new Uint8Array(Number(type.slice(5))).fill(0x2a);
  const bits = Number(type.replace(/\D/g, '') || 256);
  if (bits <= 32) return bits === 8 ? 1n : 500n;
  if (/deadline|expir|time|end|until/i.test(name)) return 1_900_000_000n;
  return /min|out|return|weth|share/i.test(name)
    ? 1_250_000_000n
    : /id|index|nonce|code|mode/i.test(name)
      ? 2n
      : 2_500_000_000n;
}
