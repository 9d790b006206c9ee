import type { Submitted } from '../../request/flow.ts';
import { WholeAddress } from '../../ui/address.tsx';
import { Facts } from '../../ui/facts.tsx';
import { looksLikeAddress } from '../../words/address.ts';

/** What the service made, as its answer says it. */
export function AccountsMade({ title, submitted }: { readonly title: string; readonly submitted: Submitted }) {
  const facts = submitted.activity.result.map((row) => ({
    label: row.label,
    value: looksLikeAddress(row.value) ? <WholeAddress text={row.value} /> : <span className="mono">{row.value}</span>,
    from: row.path,
  }));
  return (
    <>
      <div>
        <h3>{title}</h3>
        <p className="soft">{submitted.activity.row.summary}</p>
      </div>
      <Facts label="Result" facts={facts} />
    </>
  );
}
