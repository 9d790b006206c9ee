/**
 * The outcomes of a request that ended without an activity. Only an unknown one may have reached the service.
 * `journal` is the state of its journal entry. `sentence` ends the message of its error.
 */
export const OUTCOMES = {
  notSent: {
    title: 'Not sent',
    journal: 'prepared',
    sentence: 'Nothing of it left this machine. It is kept as it was signed: send it, or discard it.',
  },
  refused: {
    title: 'Refused by the service',
    journal: 'answered',
    sentence: 'That request is closed: nothing of it is left to send.',
  },
  unknown: {
    title: 'Outcome not known',
    journal: 'sent',
    sentence:
      'The request may have reached the service. It is kept open: checking again sends the same bytes, which a service carries out once only.',
  },
} as const;

export type Outcome = keyof typeof OUTCOMES;

/** The outcome of a request that is open in the journal, by its state there. */
export function outcomeOfOpen(state: string): Outcome {
  return state === OUTCOMES.notSent.journal ? 'notSent' : 'unknown';
}
