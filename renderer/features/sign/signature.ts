import type { ActivityDetail } from '../../../shared/model/index.ts';

export interface SignatureParts {
  readonly r: string;
  readonly s: string;
  readonly v: string;
  /** r, s and v as one hex text, as they come from the service. */
  readonly joined: string;
}

/** A member of the result, wherever it is nested, or undefined. */
export function resultMember(result: ActivityDetail['result'], name: string): string | undefined {
  return result.find((row) => row.path === name || row.path.endsWith(`.${name}`))?.value;
}

/** Reads r, s and v from the result rows of a signing activity, or null when one is missing. */
export function signatureParts(result: ActivityDetail['result']): SignatureParts | null {
  const [r, s, v] = [resultMember(result, 'r'), resultMember(result, 's'), resultMember(result, 'v')];
  if (r === undefined || s === undefined || v === undefined) return null;
  return { r, s, v, joined: `${r}${s}${v}` };
}
