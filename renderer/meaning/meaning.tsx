import { type ReactNode, useContext } from 'react';
import {
  type DecodedField,
  type FindingLevel,
  isCompared,
  type Meaning,
  type Naming,
} from '../../shared/model/index.ts';
import { findOperation } from '../../shared/operations/index.ts';
import { BytesPane } from '../ui/bytes-pane.tsx';
import { type Fact, Facts, PAGE_FACTS } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';
import { PAGE_CHARACTERS, Reading } from '../ui/pages.tsx';
import { cutAtAddresses, shorten } from '../words/address.ts';
import { counted } from '../words/number.ts';
import './meaning.css';
import { Bytes, decodedFacts, factsOf, KnownAddresses, Sentence } from './value.tsx';

interface MeaningViewProps {
  readonly meaning: Meaning;
  /** Null when nothing is known of its addresses. */
  readonly naming: Naming | null;
  /** The consequence when the content is not what it claims to be: `This cannot be signed`. */
  readonly cannot: string;
  /** The heading of the request's table, or null for the usual one. */
  readonly name: string | null;
  /** Further facts about the request. */
  readonly facts: readonly Fact[];
  /** The exact bytes as text, with a label and a note, or null without bytes. */
  readonly bytes: { readonly text: string; readonly label: string; readonly note: string } | null;
  /** Drawn between the warnings and the summary. */
  readonly children?: ReactNode;
}

/**
 * The meaning of a request, drawn the same everywhere. In order: warnings, summary, all fields, the request, notes, and
 * the bytes.
 */
export function MeaningView({ meaning, naming, cannot, name, facts, bytes, children }: MeaningViewProps) {
  const { decoded, rows } = meaning;
  const isRead = useContext(Reading) !== null;
  const isPaged = isRead && decoded !== null && isLong(decoded.fields);
  const label = name ?? (decoded === null ? 'Meaning' : 'Request');
  const does: Fact = {
    label: 'Does',
    value: <strong className="meaning-does">{meaning.title}</strong>,
    from: meaning.activityType,
  };
  return (
    <KnownAddresses.Provider value={new Map(naming?.addresses.map((known) => [known.address, known]))}>
      <Findings meaning={meaning} naming={naming} cannot={cannot} levels={URGENT} />
      {children}
      {decoded === null ? null : (
        <>
          <Facts label="In short" facts={decodedFacts(decoded.summary)} />
          <details
            className="meaning-fields"
            // Pages that must be read are open. Blind content has no summary, so all of it is open.
            open={isPaged || meaning.judged === 'blind'}
          >
            <summary>
              All {counted(decoded.fields.length, 'field')}
              {isPaged ? ', with pages to go through' : ''}
            </summary>
            <Facts label={decoded.title} titled facts={decodedFacts(decoded.fields)} />
          </details>
        </>
      )}
      <Facts
        label={label}
        titled={label !== 'Meaning'}
        facts={[
          ...(label === 'Meaning' ? [] : [does]),
          ...factsOf(rows, decoded === null ? null : contentOf(meaning.operation)),
          { label: 'Organization id', value: <Bytes text={meaning.organizationId} />, from: 'organizationId' },
          ...facts,
        ]}
      />
      <Findings meaning={meaning} naming={naming} cannot={cannot} levels={GOOD_TO_KNOW} />
      {bytes === null ? null : <BytesPane {...bytes} />}
    </KnownAddresses.Provider>
  );
}

/** Returns the headline with shortened addresses. Each address stands whole below. */
export function headlineOf(meaning: Meaning, naming: Naming | null): string {
  return shortHeadline(naming?.headline ?? meaning.headline, addressesOf(meaning));
}

/** Returns the same for a headline with the addresses that it may name. */
export function shortHeadline(headline: string, addresses: ReadonlySet<string>): string {
  return cutAtAddresses(headline, addresses)
    .map((part) => (addresses.has(part) ? shorten(part) : part))
    .join('');
}

/** The addresses, hashes and keys of a meaning. Its headline and findings name no others. */
function addressesOf({ decoded, rows }: Meaning): ReadonlySet<string> {
  const told = [...(decoded?.summary ?? []), ...(decoded?.fields ?? []), ...rows];
  return new Set(told.flatMap(({ value, kind }) => (isCompared(kind) ? [value] : [])));
}

interface Level {
  readonly level: FindingLevel;
  readonly tone: 'danger' | 'care' | 'plain';
  readonly title: string;
}

const URGENT: readonly Level[] = [
  { level: 'danger', tone: 'danger', title: 'Read this before you sign' },
  { level: 'care', tone: 'care', title: 'Out of the usual' },
];
const GOOD_TO_KNOW: readonly Level[] = [{ level: 'information', tone: 'plain', title: 'Good to know' }];

interface FindingsProps extends Pick<MeaningViewProps, 'meaning' | 'naming' | 'cannot'> {
  readonly levels: readonly Level[];
}

/** The vault's findings about a body and main's findings about its addresses, one notice for each level. */
function Findings({ meaning, naming, cannot, levels }: FindingsProps) {
  const resembled = naming?.addresses.flatMap(({ resembles }) => (resembles === null ? [] : [resembles.address])) ?? [];
  const addresses = new Set([...addressesOf(meaning), ...resembled]);
  const findings = [...(naming?.findings ?? []), ...meaning.findings];
  const isRead = useContext(Reading) !== null;
  return levels.map(({ level, tone, title }) => {
    const found = findings.filter((finding) => finding.level === level);
    if (found.length === 0) return null;
    const isDanger = level === 'danger';
    const usual = isDanger && !isRead ? 'Read this' : title;
    return (
      <Notice
        key={level}
        tone={tone}
        title={isDanger && meaning.judged === 'unreadable' ? `${cannot}: it is not what it says it is` : usual}
        loud={isDanger && isRead}
      >
        <ul className="meaning-findings">
          {found.map(({ text, basis }) => (
            <li key={text} title={basis ?? undefined}>
              <Sentence text={text} addresses={addresses} />
            </li>
          ))}
        </ul>
      </Notice>
    );
  });
}

/** Returns the path of the content that an operation signs, from its declaration, or null when it signs nothing. */
function contentOf(name: string | null): string | null {
  const operation = findOperation(name ?? '');
  return operation?.kind === 'activity' && operation.signs !== null ? `parameters.${operation.signs.content}` : null;
}

/** Returns true when the fields need pages, all of which the approver must open. */
function isLong(fields: readonly DecodedField[]): boolean {
  return fields.length > PAGE_FACTS || fields.some(({ value }) => value.length > PAGE_CHARACTERS);
}
