import type { Person } from '../../shared/model/index.ts';
import { Visible } from '../ui/visible.tsx';
import { sentenceCase } from '../words/labels.ts';
import { personWords } from '../words/person.ts';

/** The name of a user. Without one it says so, and the id is in the tooltip. */
export function PersonName({ person }: { readonly person: Person }) {
  const { name, userId } = person;
  if (name !== null && name !== '') return <Visible text={name} />;
  return (
    <span className="faint" title={userId}>
      <Visible text={sentenceCase(personWords(person))} />
    </span>
  );
}
