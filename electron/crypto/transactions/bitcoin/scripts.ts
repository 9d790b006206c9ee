/** The output scripts of one key. */
import { decimalText } from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { keyScript, type ScriptKind, scriptOf } from '../../addresses/bitcoin.ts';
import { hash160 } from '../../addresses/encodings.ts';

const OP_RETURN = 0x6a;
/** Hex digits of a P2SH output script. */
const SCRIPT_HASH_DIGITS = 46;

/** Satoshi as a number of the coin. */
export function bitcoins(satoshi: bigint): string {
  return `${decimalText(satoshi, 8)} BTC`;
}

/** Returns true when the output only carries data and is unspendable. */
export function isData(script: Uint8Array): boolean {
  return script[0] === OP_RETURN;
}

/** The output scripts of a key that this program knows of, as hex. */
export interface KeyScripts {
  /** The script that P2PKH, P2SH and P2WSH outputs of the key run, and BIP-143's scriptCode of P2WPKH. */
  readonly payToKeyHash: Uint8Array;
  /** The output script of the key's address of a kind. */
  own(kind: ScriptKind): string;
  /** Returns true when an output script is SegWit of the key inside P2SH, which is not signed. */
  isNested(script: string): boolean;
  /** Taproot's internal key: 32 bytes, hex. */
  readonly internalKey: string;
}

/** The scripts of a compressed key (hex). Throws KEY_INVALID. */
export function keyScripts(publicKey: string): KeyScripts {
  const own = (kind: ScriptKind) => scriptOf(keyScript(kind, publicKey));
  const nested = (kind: ScriptKind) => hexEncode(scriptOf({ kind: 'P2SH', program: hash160(own(kind)) }));
  return {
    payToKeyHash: own('P2PKH'),
    own: (kind) => hexEncode(own(kind)),
    isNested: (script) =>
      script.length === SCRIPT_HASH_DIGITS && (script === nested('P2WPKH') || script === nested('P2WSH')),
    internalKey: publicKey.slice(2),
  };
}
