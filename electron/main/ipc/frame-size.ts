import { LIMITS } from '../../../shared/model/index.ts';

const MAXIMUM_NODES = 200_000;
const MAXIMUM_DEPTH = 64;

/**
 * Returns true when a value from the page is plain data within the limits: objects, arrays, text, numbers, booleans,
 * null, byte arrays. Structured clone lets much more through: maps, dates, errors, shared memory, ten million empty
 * objects.
 */
export function isPlainData(value: unknown, maximumBytes: number = LIMITS.body): boolean {
  let bytes = 0;
  let nodes = 0;
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    nodes += 1;
    const children = childrenOf(next.value);
    if (children === null || nodes + waiting.length + children.length > MAXIMUM_NODES || next.depth > MAXIMUM_DEPTH)
      return false;
    bytes += sizeOf(next.value);
    if (bytes > maximumBytes) return false;
    for (const child of children) waiting.push({ value: child, depth: next.depth + 1 });
  }
  return true;
}

/** A string takes two bytes a character at most. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length * 2;
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.keys(value).reduce((sum, key) => sum + key.length * 2, 8);
  }
  return 8;
}

/** Returns the children of a value, none for a leaf, null for a value that is not plain data. */
function childrenOf(value: unknown): readonly unknown[] | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || value instanceof Uint8Array)
    return [];
  if (typeof value === 'number') return Number.isFinite(value) ? [] : null;
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object') return null;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? Object.values(value) : null;
}
