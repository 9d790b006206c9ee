import type { ActivityRow, ActivityWords } from '../../shared/model/index.ts';
import { shortHeadline } from '../../shared/words/index.ts';
import { worded } from '../language/worded.ts';

export { shortHeadline } from '../../shared/words/index.ts';

/** Returns the sentence of an activity, or the title of its operation until it is described. */
export function activitySentence({ words, title }: Pick<ActivityRow, 'words' | 'title'>): string {
  return words === null ? worded(title) : sentenceOf(words);
}

/** Returns the sentence with shortened addresses and separated thousands. */
export const sentenceOf = ({ what, addresses }: Pick<ActivityWords, 'what' | 'addresses'>): string =>
  shortHeadline(what, new Set(addresses));
