/**
 * The outcomes of a request that ended without an activity. Only an unknown one may have reached the service.
 * `journal` is the state of its journal entry. `sentence` ends the message of its error.
 */
export const OUTCOMES = {
  notSent: {
    title: 'Not sent',
    journal: 'prepared',
    sentence: 'The request did not leave this machine. Its signed bytes are stored. Send or discard it.',
  },
  refused: {
    title: 'Refused by the service',
    journal: 'answered',
    sentence: 'This request is closed. Nothing remains to send.',
  },
  unknown: {
    title: 'Outcome not known',
    journal: 'sent',
    sentence:
      'The request may have reached the service. It stays open. Check again to send the same bytes, which a service runs only once.',
  },
} as const;

export type Outcome = keyof typeof OUTCOMES;

/** The outcome of a request that is open in the journal, by its state there. */
export function outcomeOfOpen(state: string): Outcome {
  return state === OUTCOMES.notSent.journal ? 'notSent' : 'unknown';
}
