/** The output scripts that Bitcoin's addresses stand for, and those of one key. */
import { base58 } from '@scure/base';
import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';
import { type AddressText, base58Check, bech32Text, hash160 } from '../../addresses/encodings.ts';
import { taprootOutputKey } from '../../curves/schnorr.ts';
import { join, sha256 } from '../../native.ts';

export type ScriptKind = 'P2PKH' | 'P2SH' | 'P2WPKH' | 'P2WSH' | 'P2TR';

/** A kind of script and the hash or key in it. */
export interface KnownScript {
  readonly kind: ScriptKind;
  readonly program: Uint8Array;
}

const OP_RETURN = 0x6a;
/** Hex digits of a P2SH output script. */
const SCRIPT_HASH_DIGITS = 46;
const MAINNET: Readonly<Record<ScriptKind, AddressText>> = {
  P2PKH: base58Check(base58, 0x00),
  P2SH: base58Check(base58, 0x05),
  P2WPKH: bech32Text({ prefix: 'bc', coding: 'bech32', witness: 0, length: 20 }),
  P2WSH: bech32Text({ prefix: 'bc', coding: 'bech32', witness: 0, length: 32 }),
  P2TR: bech32Text({ prefix: 'bc', coding: 'bech32m', witness: 1, length: 32 }),
};

/** Output script of a hash (20 or 32 bytes) or x-only key. */
export function scriptOf(kind: ScriptKind, program: Uint8Array): Uint8Array {
  const push = [Uint8Array.of(program.length), program];
  switch (kind) {
    case 'P2PKH':
      return join(Uint8Array.of(0x76, 0xa9), ...push, Uint8Array.of(0x88, 0xac));
    case 'P2SH':
      return join(Uint8Array.of(0xa9), ...push, Uint8Array.of(0x87));
    case 'P2WPKH':
    case 'P2WSH':
      return join(Uint8Array.of(0), ...push);
    case 'P2TR':
      return join(Uint8Array.of(0x51), ...push);
  }
}

/** What an output script is, or null when it is none of the five kinds. */
export function knownScript(script: Uint8Array): KnownScript | null {
  const text = hexEncode(script.subarray(0, 3));
  const { length } = script;
  if (length === 25 && text === '76a914' && script[23] === 0x88 && script[24] === 0xac)
    return { kind: 'P2PKH', program: script.subarray(3, 23) };
  if (length === 23 && text.startsWith('a914') && script[22] === 0x87)
    return { kind: 'P2SH', program: script.subarray(2, 22) };
  const program = script.subarray(2);
  if (length === 22 && text.startsWith('0014')) return { kind: 'P2WPKH', program };
  if (length === 34 && text.startsWith('0020')) return { kind: 'P2WSH', program };
  if (length === 34 && text.startsWith('5120')) return { kind: 'P2TR', program };
  return null;
}

/** Whether the output only carries data: nobody can spend it. */
export function isData(script: Uint8Array): boolean {
  return script[0] === OP_RETURN;
}

/** The address of a script as mainnet spells it. */
export function mainnetAddress({ kind, program }: KnownScript): string {
  return MAINNET[kind].write(program);
}

/** The output scripts of a key that this program knows of, as hex. */
export interface KeyScripts {
  /** The script that P2PKH, P2SH and P2WSH outputs of the key run, and BIP-143's scriptCode of P2WPKH. */
  readonly payToKeyHash: Uint8Array;
  /** The output script of the key's address of a kind. */
  own(kind: ScriptKind): string;
  /** Whether an output script is SegWit of the key inside P2SH, which is not signed. */
  isNested(script: string): boolean;
  /** 32 bytes, hex: what Taproot calls the internal key. */
  readonly internalKey: string;
}

/**
 * The scripts of a compressed key (hex). Choice (single-key-script): P2SH and P2WSH addresses of one key hold its
 * P2PKH script, as addresses/bitcoin.ts makes them. Throws KEY_INVALID.
 */
export function keyScripts(publicKey: string): KeyScripts {
  const keyHash = hash160(hexDecode(publicKey));
  const payToKeyHash = scriptOf('P2PKH', keyHash);
  const witnessKeyHash = scriptOf('P2WPKH', keyHash);
  const insideScriptHash = (script: Uint8Array) => scriptOf('P2SH', hash160(script));
  const scriptOfKind = (kind: ScriptKind): Uint8Array => {
    switch (kind) {
      case 'P2PKH':
        return payToKeyHash;
      case 'P2SH':
        return insideScriptHash(payToKeyHash);
      case 'P2WPKH':
        return witnessKeyHash;
      case 'P2WSH':
        return scriptOf(kind, sha256(payToKeyHash));
      case 'P2TR':
        return scriptOf(kind, hexDecode(taprootOutputKey(publicKey)));
    }
  };
  return {
    payToKeyHash,
    own: (kind) => hexEncode(scriptOfKind(kind)),
    isNested: (script) =>
      script.length === SCRIPT_HASH_DIGITS &&
      [witnessKeyHash, scriptOfKind('P2WSH')].some((inside) => hexEncode(insideScriptHash(inside)) === script),
    internalKey: publicKey.slice(2),
  };
}
