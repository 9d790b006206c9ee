import type { JournalEntry } from './rows.ts';

/** A refused request, and one that the service never got, did nothing. These states and this status may have. */
const STATES: readonly string[] = ['prepared', 'sent'];
const STATUS = 'GIVEN_UP';

/** Reports whether the service may have carried out a request. */
export const mayHaveHappened = ({
  state,
  activityId,
  status,
}: Pick<JournalEntry, 'state' | 'activityId' | 'status'>): boolean =>
  activityId !== null || STATES.includes(state) || status === STATUS;

/** The same as a condition on the rows of the journal. */
export const MAY_HAVE_HAPPENED = `(activity_id IS NOT NULL OR state IN (${STATES.map((state) => `'${state}'`).join(', ')}) OR status = '${STATUS}')`;
