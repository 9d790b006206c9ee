/** Bitcoin's addresses, and their output scripts. */
import { base58 } from '@scure/base';
import type { AddressFormat } from '../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { taprootOutputKey } from '../curves/schnorr.ts';
import { sha256 } from '../native.ts';
import { type AddressFunctions, type AddressText, base58Check, bech32Text, hash160, textFormat } from './encodings.ts';

export const KINDS = ['P2PKH', 'P2SH', 'P2WPKH', 'P2WSH', 'P2TR'] as const;
export type ScriptKind = (typeof KINDS)[number];

/** A kind of script and its program: the hash of 20 or 32 bytes or the x-only key in it. */
export interface KnownScript {
  readonly kind: ScriptKind;
  readonly program: Uint8Array;
}

/** The bytes of a script around its program, in hex. */
const FRAMES: Readonly<Record<ScriptKind, { readonly head: string; readonly length: number; readonly tail: string }>> =
  {
    P2PKH: { head: '76a914', length: 20, tail: '88ac' },
    P2SH: { head: 'a914', length: 20, tail: '87' },
    P2WPKH: { head: '0014', length: 20, tail: '' },
    P2WSH: { head: '0020', length: 32, tail: '' },
    P2TR: { head: '5120', length: 32, tail: '' },
  };

/** The output script of a program. */
export function scriptOf({ kind, program }: KnownScript): Uint8Array {
  const { head, tail } = FRAMES[kind];
  return hexDecode(head + hexEncode(program) + tail);
}

/** Returns the kind and the program of an output script, or null for a script of another kind. */
export function knownScript(script: Uint8Array): KnownScript | null {
  for (const kind of KINDS) {
    const { head, length, tail } = FRAMES[kind];
    const start = head.length / 2;
    if (script.length !== start + length + tail.length / 2) continue;
    const program = script.subarray(start, start + length);
    if (hexEncode(script) === head + hexEncode(program) + tail) return { kind, program };
  }
  return null;
}

/**
 * The output script of a compressed key's (hex) address. Choice (single-key-script): no source defines the script of
 * one key that P2SH and P2WSH accounts hash. So it is the key's P2PKH script, which every wallet can spend. Throws
 * KEY_INVALID.
 */
export function keyScript(kind: ScriptKind, publicKey: string): KnownScript {
  const keyHash = hash160(hexDecode(publicKey));
  const inner = () => scriptOf({ kind: 'P2PKH', program: keyHash });
  switch (kind) {
    // BIP-44 for P2PKH. BIP-84 and BIP-141 for P2WPKH.
    case 'P2PKH':
    case 'P2WPKH':
      return { kind, program: keyHash };
    // BIP-16.
    case 'P2SH':
      return { kind, program: hash160(inner()) };
    // BIP-141.
    case 'P2WSH':
      return { kind, program: sha256(inner()) };
    // BIP-86 and BIP-341: the key is tweaked for the key path without scripts.
    case 'P2TR':
      return { kind, program: hexDecode(taprootOutputKey(publicKey)) };
  }
}

/** The spellings of each kind on a network. `prefix` is that of bech32, the two versions those of base58. */
function spellings(prefix: string, keyHashVersion: number, scriptHashVersion: number): Record<ScriptKind, AddressText> {
  return {
    P2PKH: base58Check(base58, keyHashVersion),
    P2SH: base58Check(base58, scriptHashVersion),
    P2WPKH: bech32Text({ prefix, coding: 'bech32', witness: 0, length: 20 }),
    P2WSH: bech32Text({ prefix, coding: 'bech32', witness: 0, length: 32 }),
    P2TR: bech32Text({ prefix, coding: 'bech32m', witness: 1, length: 32 }),
  };
}

const MAINNET = spellings('bc', 0x00, 0x05);
const TESTNET = spellings('tb', 0x6f, 0xc4);
/** Signet's addresses are the testnet's. The format of the account decides between the two networks. */
const NETWORKS = { MAINNET, TESTNET, SIGNET: TESTNET, REGTEST: spellings('bcrt', 0x6f, 0xc4) };

export type BitcoinNetwork = keyof typeof NETWORKS;

/** The address of a script as a network spells it. */
export function networkAddress({ kind, program }: KnownScript, network: BitcoinNetwork): string {
  return NETWORKS[network][kind].write(program);
}

/** Returns the address of an output script as a network spells it. Null for a script without an address. */
export function recipientOfScript(script: Uint8Array, network: BitcoinNetwork): string | null {
  const known = knownScript(script);
  return known === null ? null : networkAddress(known, network);
}

/**
 * Returns the network in whose spelling it is an address, and its output script in hex. Returns null for any other
 * text. Signet's addresses are the testnet's.
 */
export function readBitcoinAddress(address: string): { network: BitcoinNetwork; script: string } | null {
  for (const network of ['MAINNET', 'TESTNET', 'REGTEST'] as const) {
    for (const kind of KINDS) {
      const program = NETWORKS[network][kind].read(address);
      if (program !== null) return { network, script: hexEncode(scriptOf({ kind, program })) };
    }
  }
  return null;
}

/** Returns the address of a script as the network of a Bitcoin format spells it. Any other format counts as mainnet. */
export function scriptAddress({ kind, program }: KnownScript, format: AddressFormat | undefined): string {
  const network = /^ADDRESS_FORMAT_BITCOIN_([A-Z]+)_/.exec(format ?? '')?.[1] ?? 'MAINNET';
  return NETWORKS[network as BitcoinNetwork][kind].write(program);
}

/** Every format of the interface is a network and a kind. */
export const bitcoin = Object.fromEntries(
  Object.entries(NETWORKS).flatMap(([network, texts]) =>
    KINDS.map((kind) => [
      `ADDRESS_FORMAT_BITCOIN_${network}_${kind}`,
      textFormat(texts[kind], (publicKey) => keyScript(kind, publicKey).program),
    ]),
  ),
) as Readonly<Record<Extract<AddressFormat, `ADDRESS_FORMAT_BITCOIN_${string}`>, AddressFunctions>>;
