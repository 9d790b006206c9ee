import type { KeyCurve } from '../../shared/model/index.ts';
import { hexEncode, plainScheme } from '../../shared/wire/index.ts';
import { requireStampKey } from '../crypto/index.ts';
import type { Library } from './library.ts';

/** PKCS#11's names for a curve and for the operations of its keys. */
interface CurveNames {
  readonly curve: KeyCurve;
  /** CKA_EC_PARAMS in DER. A new key is requested with the first, and with the next if the token does not know it. */
  readonly parameters: readonly Buffer[];
  readonly keyType: number;
  readonly generating: number;
  readonly signing: number;
  /** Length in bytes of a public point inside CKA_EC_POINT. */
  readonly pointBytes: number;
}

/** Constants of PKCS#11 3.0, section 2.3, which pkcs11js lacks. */
const [CKK_EC_EDWARDS, CKM_EC_EDWARDS_KEY_PAIR_GEN, CKM_EDDSA] = [0x40, 0x1055, 0x1057];

const der = (...texts: readonly string[]) => texts.map((text) => Buffer.from(text, 'hex'));

/** The curves of API keys as that module calls them: object identifiers (RFC 5480, SEC 2, RFC 8410), and a name (PKCS#11 3.0, 2.3.3). */
export function curveNames({ names }: Library): readonly CurveNames[] {
  const ecdsa = {
    keyType: names.CKK_EC,
    generating: names.CKM_EC_KEY_PAIR_GEN,
    signing: names.CKM_ECDSA,
    pointBytes: 65,
  };
  const edwards = {
    keyType: CKK_EC_EDWARDS,
    generating: CKM_EC_EDWARDS_KEY_PAIR_GEN,
    signing: CKM_EDDSA,
    pointBytes: 32,
  };
  return [
    { curve: 'p256', parameters: der('06082a8648ce3d030107'), ...ecdsa },
    { curve: 'secp256k1', parameters: der('06052b8104000a'), ...ecdsa },
    { curve: 'ed25519', parameters: der('06032b6570', '130c656477617264733235353139'), ...edwards },
  ];
}

/** The names of one curve. */
export function namesOf(library: Library, curve: KeyCurve): CurveNames {
  const found = curveNames(library).find((names) => names.curve === curve);
  if (found === undefined) throw new Error(`no curve ${curve}`);
  return found;
}

/** Returns the curve in CKA_EC_PARAMS, by any of its names. Undefined for a curve without API keys. */
export const curveNamed = (library: Library, parameters: Buffer): CurveNames | undefined =>
  curveNames(library).find(({ parameters: known }) => known.some((each) => each.equals(parameters)));

/** Returns the curves on which the token in that slot can make keys and sign, by its list of mechanisms. */
export function curvesOf(library: Library, slot: Buffer): KeyCurve[] {
  const listed = library.module.C_GetMechanismList(slot);
  return curveNames(library)
    .filter(({ generating, signing }) => listed.includes(generating) && listed.includes(signing))
    .map(({ curve }) => curve);
}

/**
 * Returns the public key in CKA_EC_POINT in the format of stamps, or null for no point of the curve. It is an OCTET
 * STRING in DER by the standard, a BIT STRING from some modules for Ed25519, or bare.
 */
export function readPoint({ curve, pointBytes }: CurveNames, point: Buffer): string | null {
  try {
    return requireStampKey(plainScheme(curve), hexEncode(point.subarray(-pointBytes)));
  } catch {
    return null;
  }
}
