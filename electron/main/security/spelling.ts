import type { SecurityRule } from './rule.ts';

/** Nothing that is typed is given to a spelling checker, and none is fetched. */
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
