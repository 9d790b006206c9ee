import type { Person } from '../../shared/model/index.ts';

/** Returns the name of a user, or words where the service names nobody. The id stands beside it on request. */
export function personWords(person: Pick<Person, 'name'> | null): string {
  if (person === null) return 'somebody not known';
  return person.name === null || person.name === '' ? 'a user without a known name' : person.name;
}
