import { createContext, type ReactNode, useContext } from 'react';
import {
  type DecodedField,
  inQuotes,
  type NamedAddress,
  type NamedId,
  RELATION_WORDS,
  type ValueKind,
  type ValueRow,
} from '../../shared/model/index.ts';
import { WholeAddress } from '../ui/address.tsx';
import { Clamp } from '../ui/clamp.tsx';
import { Differing } from '../ui/differing.tsx';
import { breakable, type Fact } from '../ui/facts.tsx';
import { PagedText, Reading } from '../ui/pages.tsx';
import { Visible } from '../ui/visible.tsx';
import { cutAtAddresses } from '../words/address.ts';
import { hexByteLength } from '../words/hex.ts';
import { listTitle } from '../words/labels.ts';
import { counted, groupedAmounts, leadingNumber } from '../words/number.ts';
import { groupNames, groupOf, labelInGroup } from '../words/path.ts';
import { kindWords } from '../words/values.ts';
import './value.css';
import { worded } from '../language/worded.ts';

/** Bytes from this many characters on are shown by their beginning. */
const LONG = 256;

/** This machine's knowledge of the addresses in the meaning being drawn, by their spelling. */
export const KnownAddresses = createContext<ReadonlyMap<string, NamedAddress>>(new Map());

/** The names of ids and keys in the meaning being drawn. */
export const KnownIds = createContext<ReadonlyMap<string, NamedId>>(new Map());

/** A value drawn by its kind, after its name if it has one. */
export function Value({ text, kind }: { readonly text: string; readonly kind: ValueKind }): ReactNode {
  const named = useContext(KnownIds).get(text);
  if (named === undefined) return <Plain text={text} kind={kind} />;
  const { name, byService } = named;
  return (
    <>
      <strong className="value-known-name">
        <Visible text={byService === true ? inQuotes(name) : name} />
        {byService === true ? <span className="value-by caption faint">the service’s word</span> : null}
      </strong>
      <span className="value-id">
        <Plain text={text} kind={kind} />
      </span>
    </>
  );
}

function Plain({ text, kind }: { readonly text: string; readonly kind: ValueKind }): ReactNode {
  switch (kind) {
    case 'address':
      return <KnownAddress text={text} />;
    case 'hash':
    case 'key':
      return <WholeAddress text={text} />;
    case 'bytes':
    case 'token':
      return <LongBytes text={text} />;
    case 'amount':
      return <Amount text={text} />;
    case 'enum':
    case 'asset':
    case 'duration':
      return <InWords words={kindWords(kind, text)} text={text} />;
    case 'time':
      return <Bytes text={text} />;
    case 'text':
      return (
        <span className="value">
          <PagedText label="the text" text={text} />
        </span>
      );
  }
}

/**
 * A whole address, with its label and its relation to this wallet below. If it resembles a known address, the differing
 * characters are marked.
 */
function KnownAddress({ text }: { readonly text: string }): ReactNode {
  const known = useContext(KnownAddresses).get(text);
  if (known === undefined) return <WholeAddress text={text} />;
  const { relation, label, resembles } = known;
  return (
    <>
      {resembles === null ? <WholeAddress text={text} /> : <Differing text={text} from={resembles.address} />}
      <Known label={label} is={worded(RELATION_WORDS[relation])} />
      {resembles === null ? null : (
        <>
          <Known label={resembles.label} is="is not this, but looks like it" />
          <WholeAddress text={resembles.address} />
        </>
      )}
    </>
  );
}

/** A label with its relation. The label is text of another party, so it is quoted. */
function Known({ label, is }: { readonly label: string | null; readonly is: string }): ReactNode {
  if (label === null && is === '') return null;
  return (
    <span className="value-known">
      {label === null ? null : (
        <strong className="value-name">
          “<Visible text={label} />”
        </strong>
      )}{' '}
      {is}
    </span>
  );
}

/** Bytes that are part of a decision are shown whole, others by their beginning. */
function LongBytes({ text }: { readonly text: string }): ReactNode {
  const isRead = useContext(Reading) !== null;
  return isRead || text.length < LONG ? <Bytes text={text} /> : <Clamp text={text} size={sizeOf(text)} />;
}

/** Text for machines, with nothing hidden. */
export function Bytes({ text, soft = false }: { readonly text: string; readonly soft?: boolean }): ReactNode {
  return (
    <span className={soft ? 'value mono soft' : 'value mono'}>
      <PagedText label="the bytes" text={text} />
    </span>
  );
}

/** A value of the interface in both spellings. Null for one without words. */
function InWords({ words, text }: { readonly words: string | null; readonly text: string }): ReactNode {
  if (words === null) return <span className="value mono">{breakable(text)}</span>;
  return (
    <>
      {words} <span className="mono faint">{breakable(text)}</span>
    </>
  );
}

/** A leading number is drawn in thousands. Copied text has no separators. */
function Amount({ text }: { readonly text: string }): ReactNode {
  const [digits, rest] = leadingNumber(text);
  return (
    <span className="value">
      <span className="mono digits">
        {digits.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups are positions of one number
          <span key={index}>{group}</span>
        ))}
      </span>
      <Visible text={rest} />
    </span>
  );
}

interface SentenceProps {
  readonly text: string;
  readonly addresses: ReadonlySet<string>;
}

/** A sentence in which addresses and amounts are drawn in groups. */
export function Sentence({ text, addresses }: SentenceProps): ReactNode {
  return cutAtAddresses(text, addresses).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are positions of one text
    addresses.has(part) ? <WholeAddress key={index} text={part} /> : <Words key={index} text={part} />,
  );
}

const Words = ({ text }: { readonly text: string }): ReactNode => <Visible text={groupedAmounts(text)} />;

/**
 * Returns the decoded fields of a payload or a transaction as facts. They are read before deciding, so long bytes are
 * shown whole.
 */
export function decodedFacts(fields: readonly DecodedField[]): Fact[] {
  const names = groupNames(fields.map(({ name }) => name));
  return fields.map(({ name, value, kind }, index) => ({
    label: names[index]?.label ?? name,
    value: kind === 'bytes' ? <Bytes text={value} /> : <Value text={value} kind={kind} />,
    from: name,
    group: names[index]?.group,
  }));
}

/**
 * Returns the rows of a meaning, an intent or a result as facts. Members of a list item are grouped under its name.
 * `content` is the path of the decoded content. Its own fields show it, so only the beginning of its raw form is drawn.
 */
export function factsOf(rows: readonly ValueRow[], content: string | null = null): Fact[] {
  return rows.map(({ path, label, value, kind }) => ({
    label: value === 'none' ? listTitle(labelInGroup(label)) : labelInGroup(label),
    value: isWithin(path, content) ? <RawContent text={value} /> : <Value text={value} kind={kind} />,
    from: path,
    group: groupOf(path),
  }));
}

/** Returns true when `path` equals `content` or is an item of it. */
function isWithin(path: string, content: string | null): boolean {
  return content !== null && (path === content || path.startsWith(`${content}[`));
}

/** Two lines of a pane hold about this many characters. */
const SHORT = 128;

function RawContent({ text }: { readonly text: string }): ReactNode {
  if (text.length <= SHORT) return <Bytes text={text} soft />;
  return <Clamp text={text} size={sizeOf(text)} />;
}

function sizeOf(text: string): string {
  const bytes = hexByteLength(text);
  return bytes === null ? counted(text.length, 'character') : counted(bytes, 'byte');
}
