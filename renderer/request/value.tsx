import type { ReactNode } from 'react';
import { WholeAddress } from '../ui/address.tsx';
import type { Fact } from '../ui/facts.tsx';
import { isCode, looksLikeAddress } from '../words/address.ts';
import { valueLabel } from '../words/labels.ts';
import { groupOf, labelInGroup } from '../words/path.ts';

interface Row {
  readonly path: string;
  readonly label: string;
  readonly value: string;
}

/** A value as it was read from the bytes: words as words, addresses and keys in groups, enumerated values in both spellings. */
function Value({ text }: { readonly text: string }): ReactNode {
  if (looksLikeAddress(text)) return <WholeAddress text={text} />;
  const label = valueLabel(text);
  if (label !== null) {
    return (
      <>
        {label} <span className="mono faint">{text}</span>
      </>
    );
  }
  return <span className={isCode(text) ? 'value mono' : 'value'}>{text}</span>;
}

/** A field that was decoded from a payload or a transaction, by the name its standard gives it. */
export function decodedFact({ name, value }: { readonly name: string; readonly value: string }): Fact {
  return { label: name, value: <Value text={value} /> };
}

/** Rows of a meaning, an intent or a result as facts; the members of a list item stand under its name. */
export function factsOf(rows: readonly Row[]): Fact[] {
  return rows.map(({ path, label, value }) => ({
    label: labelInGroup(label),
    value: <Value text={value} />,
    from: path,
    group: groupOf(path),
  }));
}
