import type { Activity } from '../../../shared/operations/index.ts';
import { readActivity } from '../../client/index.ts';

/** Returns an activity of the cache. Null for one that this version cannot read. */
export function storedActivity(json: unknown): Activity | null {
  try {
    return readActivity(json);
  } catch {
    return null;
  }
}
