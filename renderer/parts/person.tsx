import type { Person } from '../../shared/model/index.ts';
import { Visible } from '../ui/visible.tsx';
import { sentenceCase } from '../words/labels.ts';
import { personWords } from '../words/person.ts';
import { useOwnUser } from './own-user.tsx';

/** The own user as “You”. Others by name: without one it says so, and the id is in the tooltip. */
export function PersonName({ person }: { readonly person: Person }) {
  const { name, userId } = person;
  const isOwn = useOwnUser() === userId;
  if (isOwn) return <span title={userId}>You</span>;
  const words = personWords(person);
  if (name !== null && name !== '') return <Visible text={words} />;
  return (
    <span className="faint" title={userId}>
      <Visible text={sentenceCase(words)} />
    </span>
  );
}
