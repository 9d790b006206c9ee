import { type ActivityWords, inQuotes } from '../../shared/model/index.ts';
import { sentenceOf } from './headline.ts';

/** Returns the sentence without the recipient at its end, for a list that has the recipient in a column of its own. */
export function actionOf({ what, party, addresses }: ActivityWords): string {
  const recipient = party === null ? '' : ` to ${party.label === null ? party.address : inQuotes(party.label)}`;
  return sentenceOf({
    what: what.endsWith(recipient) ? what.slice(0, what.length - recipient.length) : what,
    addresses,
  });
}
