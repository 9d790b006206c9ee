import type { AccountRow } from '../../../shared/model/index.ts';

const MEMBERS = ['domain', 'types', 'primaryType', 'message'] as const;

/** What is wrong with typed data (EIP-712) as far as its outline tells, in words, or null. The rest is checked before it is shown. */
export function typedDataProblem({ curve }: Pick<AccountRow, 'curve'>, text: string): string | null {
  if (curve !== 'CURVE_SECP256K1') return 'Typed data is signed with secp256k1 accounts. Choose another account.';
  if (text.trim() === '') return 'Paste the typed data.';
  const outline = outlineOf(text);
  if (outline === null) return 'This is not a JSON object.';
  const missing = MEMBERS.filter((member) => !Object.hasOwn(outline, member));
  return missing.length === 0 ? null : `Typed data needs ${MEMBERS.join(', ')}; missing: ${missing.join(', ')}.`;
}

function outlineOf(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
