import type { SecurityRule } from './rule.ts';

/** The page saves nothing. Files are written by main, where the operator chose. */
export const downloads: SecurityRule = {
  name: 'downloads',
  reason: 'A download writes a file that the page chose the name and content of.',
  item: null,
  session(session) {
    session.on('will-download', (event) => event.preventDefault());
  },
};
