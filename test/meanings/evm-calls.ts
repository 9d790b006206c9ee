/** Calls for the corpus: unsigned transactions as a wallet makes them, and functions of the registry with values like real ones. */
import { createContract, parseAbi } from 'micro-eth-signer/abi.js';
import { RLP } from 'micro-eth-signer/core/rlp.js';

import { deployments, formatsOf, whole } from '../../electron/vault/calls/descriptors/find.ts';
import { readRegistry } from '../../electron/vault/calls/descriptors/registry.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import { type Told, transaction } from './corpus.ts';

export const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
export const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
export const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
export const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
export const BOB = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const CONTRACT = '0x7070707070707070707070707070707070707070';
export const ETHER = 10n ** 18n;

interface Where {
  readonly chain?: number;
  readonly to?: string;
  readonly value?: bigint;
}

/** A call of a contract that an EIP-1559 transaction makes. */
export function calling(data: Uint8Array, { chain = 1, to = CONTRACT, value = 0n }: Where = {}): Told {
  const fields = [chain, 7, 1_000_000_000n, 30_000_000_000n, 250_000, to, value, data, []];
  return transaction(
    'TRANSACTION_TYPE_ETHEREUM',
    `02${hexEncode(RLP.encode(fields as Parameters<typeof RLP.encode>[0]))}`,
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
): Told {
  const root = whole(`registry/${path}.json`, readRegistry());
  const [place] = deployments(root);
  const signature = Object.keys(formatsOf(root)).find((each) => each.startsWith(`${name}(`));
  if (place === undefined || signature === undefined) throw new Error(`${path} has no ${name}`);
  const [item] = parseAbi([`function ${signature}`]);
  const chain = Number(place.chain.split(':')[1]);
  return calling(encodeCall(signature, together(item?.inputs ?? [], change)), { chain, to: place.address, value });
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

/** What a parameter of that name and type looks like in practice. */
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
