import { parseJsonObject } from '../../../shared/model/index.ts';
import { type Signer, schnorrOf } from './signer.ts';

const MEMBERS = ['domain', 'types', 'primaryType', 'message'] as const;

/** Why an account signs no typed data, or null when it does: EIP-712 is for ECDSA on secp256k1. */
export function typedDataRefusal(signer: Signer): string | null {
  if (signer.curve === 'CURVE_SECP256K1' && schnorrOf(signer) === null) return null;
  return 'Typed data is signed with ECDSA on secp256k1, which this account does not use. Choose another account.';
}

/** What is wrong with typed data (EIP-712) as far as its outline tells, in words, or null. The rest is checked before it is shown. */
export function typedDataProblem(signer: Signer, text: string): string | null {
  const refusal = typedDataRefusal(signer);
  if (refusal !== null) return refusal;
  if (text.trim() === '') return 'Paste the typed data.';
  const outline = outlineOf(text);
  if (outline === null) return 'This is not a JSON object.';
  const missing = MEMBERS.filter((member) => !Object.hasOwn(outline, member));
  return missing.length === 0 ? null : `Typed data needs ${MEMBERS.join(', ')}; missing: ${missing.join(', ')}.`;
}

function outlineOf(text: string): object | null {
  try {
    return parseJsonObject(text, (why) => new Error(why));
  } catch {
    return null;
  }
}
