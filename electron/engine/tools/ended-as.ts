import { sentence, type Text, term } from '../../../shared/errors/index.ts';
import { inQuotes } from '../../../shared/model/index.ts';
import { activityStatus } from '../../../shared/words/index.ts';

const ENDS: Readonly<Record<string, Text>> = {
  ACTIVITY_STATUS_FAILED: sentence`failed`,
  ACTIVITY_STATUS_REJECTED: sentence`was rejected`,
};

/** Returns the end of an activity for the middle of a sentence: `was rejected`. */
export function endedAs(status: string): Text {
  const { label } = activityStatus(status);
  // A label is translated also in quotes. A status of a newer service is its word.
  return (
    ENDS[status] ?? (label === status ? sentence`ended as ${inQuotes(status)}` : sentence`ended as “${term(label)}”`)
  );
}
