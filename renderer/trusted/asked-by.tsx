import type { AskedProfile } from '../../shared/ipc/index.ts';
import { inQuotes, type Person } from '../../shared/model/index.ts';
import { Visible } from '../ui/visible.tsx';
import { personWords } from '../words/person.ts';

interface AskedByProps {
  /** Null when the service names nobody. */
  readonly person: Person | null;
  readonly profile: Pick<AskedProfile, 'kind'>;
}

/** The user who asked for a request. Nothing here proves the name that another service gives. */
export function AskedBy({ person, profile }: AskedByProps) {
  if (person === null) return <p className="caption asked-by">The service does not say who asked for this.</p>;
  const { name, userId } = person;
  const isOther = profile.kind === 'remote' && name !== null && name !== '';
  return (
    <p className="caption asked-by">
      Asked by{' '}
      <strong title={userId}>
        <Visible text={isOther ? inQuotes(name) : personWords(person)} />
      </strong>
      {isOther ? <span className="value-by faint">the service’s word</span> : null}
    </p>
  );
}
