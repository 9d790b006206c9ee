/** Circle's numbers of chains, and addresses at the other end of a transfer. */
import { chainName } from '../../../shared/model/index.ts';
import { utf8Decode } from '../../../shared/wire/index.ts';
import { base58Bytes } from '../base58.ts';
import type { Arguments } from './standard.ts';

/** The chains of Circle's numbers, by CAIP-2. */
export const DOMAINS: Readonly<Record<string, string>> = {
  '0': 'eip155:1',
  '1': 'eip155:43114',
  '2': 'eip155:10',
  '3': 'eip155:42161',
  '6': 'eip155:8453',
  '7': 'eip155:137',
  '10': 'eip155:130',
  '11': 'eip155:59144',
  '13': 'eip155:146',
  '14': 'eip155:480',
};
/** Circle's number of Solana. */
export const SOLANA = '5';

export const UNEXPLAINED_DATA = 'It has data for code that runs at the other end, which nothing explains.';

/** The chain that an argument numbers, in words. */
export function chainText(of: Arguments, name: string): string {
  if (of.text(name) === SOLANA) return 'Solana';
  const chain = DOMAINS[of.text(name)];
  return chain === undefined ? `Circle’s chain ${of.text(name)}` : chainName(chain);
}

/** An address within 32 bytes, or else the bytes themselves. */
export function addressIn(of: Arguments, name: string): string {
  const bytes = of.bytes(name);
  return bytes.length === 32 && isPadded(bytes) ? of.address(bytes.subarray(12)) : of.text(name);
}

/** An address at the other end, as its chain writes it. `domain` names the argument with the number of that chain. */
export const addressAt = (of: Arguments, name: string, domain = 'destinationDomain'): string =>
  of.text(domain) === SOLANA ? utf8Decode(base58Bytes(of.bytes(name))) : addressIn(of, name);

/** True for 32 bytes that hold an address of Ethereum. */
export const isPadded = (bytes: Uint8Array): boolean => bytes.subarray(0, 12).every((byte) => byte === 0);

export const isKnownChain = (of: Arguments, name: string): boolean =>
  of.text(name) === SOLANA || DOMAINS[of.text(name)] !== undefined;
