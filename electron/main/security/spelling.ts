import type { SecurityRule } from './rule.ts';

/** No typed text goes to a spelling checker, and no dictionary is fetched. */
export const spelling: SecurityRule = {
  name: 'spelling',
  reason: 'The checker loads dictionaries from the network and keeps words that the operator adds on disk.',
  item: null,
  session(session) {
    session.setSpellCheckerEnabled(false);
    // A session that is off still fetches the dictionaries of its languages.
    session.setSpellCheckerLanguages([]);
  },
};
