import type { Submitted } from '../../request/flow.ts';
import { factsOf } from '../../request/value.tsx';
import { Facts } from '../../ui/facts.tsx';

/** What the service made, as its answer says it. */
export function AccountsMade({ title, submitted }: { readonly title: string; readonly submitted: Submitted }) {
  return (
    <>
      <div>
        <h3>{title}</h3>
        <p className="soft">{submitted.activity.row.summary}</p>
      </div>
      <Facts label="Result" facts={factsOf(submitted.activity.result)} />
    </>
  );
}
