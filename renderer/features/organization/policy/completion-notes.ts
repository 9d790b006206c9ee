import { worded } from '../../../language/worded.ts';
import { counted } from '../../../words/number.ts';

/** The notes of completions that are words. Others are names of people, which stay as they are. */
const NOTES: Readonly<Record<string, string>> = {
  'a name for an item': 'a name for an item',
  'holds always': 'holds always',
  'holds never': 'holds never',
  'hours and days': 'hours and days',
  'a time': 'a time',
  'one item passes the test': 'one item passes the test',
  'every item passes the test': 'every item passes the test',
  'the items that pass the test': 'the items that pass the test',
  'one item is the value': 'one item is the value',
  'the number of items': 'the number of items',
  'is equal': 'is equal',
  'is not equal': 'is not equal',
  'is less': 'is less',
  'is less or equal': 'is less or equal',
  'is more': 'is more',
  'is more or equal': 'is more or equal',
  'is one of a list': 'is one of a list',
  and: worded('and'),
  or: worded('or'),
  'true or false': 'true or false',
  'a number': 'a number',
  text: worded('text'),
  'a list': 'a list',
  'a group of members': 'a group of members',
  'a value': 'a value',
  'of this organization': 'of this organization',
  user: worded('user'),
  'user tag': 'user tag',
  'private key tag': 'private key tag',
  wallet: worded('wallet'),
  'private key': 'private key',
  nobody: worded('nobody'),
};

/** Returns the note of a completion in the language of the page. */
export function noteWords(note: string): string {
  const people = /^([0-9]+) people$/.exec(note)?.[1];
  if (people !== undefined) return counted(Number(people), 'person', 'people');
  return Object.hasOwn(NOTES, note) ? (NOTES[note] ?? note) : note;
}
