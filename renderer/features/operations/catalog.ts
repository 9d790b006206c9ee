import { NEWEST_OPERATIONS, type Operation } from '../../../shared/operations/index.ts';
import { type Field, fieldsOf } from '../../form/fields.ts';
import { worded } from '../../language/worded.ts';
import { ranked } from '../../words/match.ts';

/** One operation in the list of this place. */
export interface Entry {
  readonly operation: Operation;
  readonly label: string;
  /** Further words that find it. */
  readonly words: string;
  /** The schema of the form: the parameters of an activity or the body of a query. Null for a public document. */
  readonly schema: Operation['request'];
  readonly fields: readonly Field[];
}

/** Every declared operation in its newest version, by its title. */
export const ENTRIES: readonly Entry[] = NEWEST_OPERATIONS.map(entryOf).toSorted((a, b) =>
  a.label.localeCompare(b.label, 'en'),
);

function entryOf(operation: Operation): Entry {
  const schema = operation.kind === 'activity' ? operation.parameters : operation.request;
  return {
    operation,
    label: worded(operation.title),
    words: `${operation.name.replaceAll('_', ' ')} ${operation.name} ${worded(operation.summary)}`,
    schema,
    fields: schema === null ? [] : fieldsOf(schema).map(withProfile),
  };
}

/** A query without an organization is about the profile's own. */
function withProfile(field: Field): Field {
  return field.name === 'organizationId' ? { ...field, optional: true, help: 'the profile’s when absent' } : field;
}

/**
 * Returns the operations that match the typed text: exact names, then prefixes, then the rest by closeness. Returns all
 * when nothing is typed.
 */
export function find(typed: string): readonly Entry[] {
  const wanted = plain(typed);
  const distance = ({ operation, label }: Entry) => {
    const names = [operation.name, label].map(plain);
    if (names.includes(wanted)) return names.indexOf(wanted);
    return names.some((name) => name.startsWith(wanted)) ? 2 : 3;
  };
  return ranked(typed, ENTRIES).toSorted((one, other) => distance(one) - distance(other));
}

/** Normalizes names and words for comparison. */
const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ');

/** Names of activities that carry a key, a code or a token, even sealed. */
const CARRIES_SECRET = /(^|_)(import|otp|login|auth|secrets?)(_|$)/;

/** Returns the place to call an operation that carries a secret, or null for an operation that is called here. */
export function elsewhere(operation: Operation): 'accounts' | 'command line' | null {
  if (operation.kind === 'gateway') return 'command line';
  if (operation.kind !== 'activity') return operation.risk === 'secret' ? 'command line' : null;
  if (operation.exports?.kind === 'account') return 'accounts';
  return operation.risk === 'secret' || CARRIES_SECRET.test(operation.name) ? 'command line' : null;
}
