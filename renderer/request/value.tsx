import type { ReactNode } from 'react';
import { WholeAddress } from '../ui/address.tsx';
import { Clamp } from '../ui/clamp.tsx';
import type { Fact } from '../ui/facts.tsx';
import { addressesIn, isCode, looksLikeAddress } from '../words/address.ts';
import { hexByteLength } from '../words/hex.ts';
import { valueLabel } from '../words/labels.ts';
import { counted, leadingNumber } from '../words/number.ts';
import { groupNames, groupOf, labelInGroup } from '../words/path.ts';

interface Row {
  readonly path: string;
  readonly label: string;
  readonly value: string;
}

/** Bytes in hex from this many characters on are shown by their beginning. */
const LONG = 256;
/** Members of a body that hold what is signed. */
const CONTENT = /(^|\.)(unsignedTransaction|payload)$/;

/** A value as it was read from the bytes: words as words, addresses and keys in groups, enumerated values in both spellings. */
export function Value({ text }: { readonly text: string }): ReactNode {
  if (looksLikeAddress(text)) return <WholeAddress text={text} />;
  const bytes = text.length < LONG ? null : hexByteLength(text);
  if (bytes !== null) return <Clamp text={text} size={counted(bytes, 'byte')} />;
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

/** A decoded value: a long number that it begins with is drawn in thousands; copied it is unbroken. */
function DecodedValue({ text }: { readonly text: string }): ReactNode {
  const [digits, rest] = leadingNumber(text);
  if (digits.length === 0) return <Value text={text} />;
  return (
    <span className="value">
      <span className="mono digits">
        {digits.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups are positions of one number
          <span key={index}>{group}</span>
        ))}
      </span>
      {rest}
    </span>
  );
}

/** A sentence in which addresses are drawn in groups. */
export function Sentence({ text }: { readonly text: string }): ReactNode {
  return addressesIn(text).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are positions of one text
    looksLikeAddress(part) ? <WholeAddress key={index} text={part} /> : part,
  );
}

/** Fields that were decoded from a payload or a transaction, by the names its standard gives them. */
export function decodedFacts(fields: readonly { readonly name: string; readonly value: string }[]): Fact[] {
  const names = groupNames(fields.map(({ name }) => name));
  return fields.map(({ name, value }, index) => ({
    label: names[index]?.label ?? name,
    value: <DecodedValue text={value} />,
    from: name,
    group: names[index]?.group,
  }));
}

/**
 * Rows of a meaning, an intent or a result as facts; the members of a list item stand under its name. What was decoded
 * (`decoded`) is told by its own fields, so of its raw form only the beginning is shown.
 */
export function factsOf(rows: readonly Row[], decoded = false): Fact[] {
  return rows.map(({ path, label, value }) => ({
    label: labelInGroup(label),
    value: decoded && CONTENT.test(path) ? <RawContent text={value} /> : <Value text={value} />,
    from: path,
    group: groupOf(path),
  }));
}

/** Two lines of a pane hold about this many characters. */
const SHORT = 128;

function RawContent({ text }: { readonly text: string }): ReactNode {
  if (text.length <= SHORT) return <span className="value mono soft">{text}</span>;
  const bytes = hexByteLength(text);
  return <Clamp text={text} size={bytes === null ? counted(text.length, 'character') : counted(bytes, 'byte')} />;
}
