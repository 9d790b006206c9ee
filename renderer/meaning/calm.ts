import type { Meaning, Naming } from '../../shared/model/index.ts';

/** Returns true for content whose effect is fully known and that no finding calls dangerous. */
export function isCalm({ judged, findings }: Meaning, naming: Naming | null): boolean {
  return judged === 'whole' && [...(naming?.findings ?? []), ...findings].every(({ level }) => level !== 'danger');
}
