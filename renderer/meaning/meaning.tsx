import { type ReactNode, useContext } from 'react';
import type { DecodedField, Finding, Meaning, Naming } from '../../shared/model/index.ts';
import { findOperation } from '../../shared/operations/index.ts';
import { worded } from '../language/worded.ts';
import { BytesPane } from '../ui/bytes-pane.tsx';
import { type Fact, Facts, PAGE_FACTS } from '../ui/facts.tsx';
import { PAGE_CHARACTERS, Reading } from '../ui/pages.tsx';
import { counted } from '../words/number.ts';
import './meaning.css';
import { isCalm } from './calm.ts';
import { Findings, GOOD_TO_KNOW, GRAVE, URGENT } from './findings.tsx';
import { Fold } from './fold.tsx';
import { isShortened, isWorded, leadFacts } from './lead.tsx';
import { Bytes, decodedFacts, factsOf, KnownAddresses, KnownIds } from './value.tsx';

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
  /** Drawn after the values that decide, before everything that is folded. */
  readonly afterLead?: ReactNode;
  /** Another meaning stands before this one, so all of this one is folded. */
  readonly isSecond?: boolean;
}

/**
 * The meaning of a request, drawn the same everywhere. In order: warnings, the values that decide, notes, and in folds
 * all fields, the request and the bytes. In a question, content that is dangerous or has an unknown effect is unfolded.
 * So is everything that a warning points to.
 */
export function MeaningView(props: MeaningViewProps) {
  const { meaning, naming, cannot, name, facts, bytes, children, afterLead, isSecond = false } = props;
  const { decoded, rows } = meaning;
  const isRead = useContext(Reading) !== null;
  const findings = [...(naming?.findings ?? []), ...meaning.findings];
  const opens = isRead ? opensOf(meaning, findings) : { fields: meaning.judged === 'blind', request: false };
  const isAll = isRead && !isCalm(meaning, naming);
  const fields = decoded?.fields ?? rows;
  return (
    <KnownAddresses.Provider value={new Map(naming?.addresses.map((known) => [known.address, known]))}>
      <KnownIds.Provider value={new Map(naming?.ids.map((named) => [named.id, named]))}>
        <Findings meaning={meaning} naming={naming} cannot={cannot} levels={isSecond ? GRAVE : URGENT} />
        {children}
        {isSecond ? null : (
          <div className={decoded === null ? 'lead lead-request' : 'lead'} lang="en">
            <Facts label={decoded === null ? (name ?? 'Meaning') : 'In short'} facts={leadFacts(meaning, naming)} />
          </div>
        )}
        <Findings meaning={meaning} naming={naming} cannot={cannot} levels={GOOD_TO_KNOW} />
        {afterLead}
        <div className="folds">
          {isSecond || !isShortened(meaning) ? null : (
            <Fold title="Fields" note={String(fields.length)} isOpen={isAll || opens.fields}>
              <Facts
                label={decoded?.title ?? 'Fields'}
                titled={decoded !== null}
                facts={decoded === null ? factsOf(rows) : decodedFacts(decoded.fields)}
              />
            </Fold>
          )}
          <Fold title={name ?? 'Request'} note={worded(meaning.title)} isOpen={isAll || opens.request}>
            <Facts
              label={name !== null && decoded === null && !isSecond ? 'Request' : (name ?? 'Request')}
              facts={[
                { label: 'Does', value: meaning.title, from: meaning.activityType },
                ...(decoded !== null || isSecond
                  ? factsOf(rows, decoded === null ? null : contentOf(meaning.operation))
                  : isShortened(meaning)
                    ? []
                    : factsOf(rows.filter(isWorded))),
                { label: 'Organization id', value: <Bytes text={meaning.organizationId} />, from: 'organizationId' },
                ...facts,
              ]}
            />
          </Fold>
          {bytes === null ? null : (
            <Fold title={bytes.label} note={`${counted(meaning.bodyLength, 'byte')} · ${ends(meaning)}`} isOpen={isAll}>
              <BytesPane {...bytes} />
            </Fold>
          )}
        </div>
      </KnownIds.Provider>
    </KnownAddresses.Provider>
  );
}

/** Returns the folds that a warning points to, and those with pages to go through. */
function opensOf({ decoded, rows }: Meaning, findings: readonly Finding[]): { fields: boolean; request: boolean } {
  const pointed = findings.flatMap(({ level, field }) => (level === 'information' || field === null ? [] : [field]));
  const summary = new Set((decoded?.summary ?? []).map(({ value }) => value));
  const isBelow = (name: string, field: string) => name === field || name.startsWith(`${field}.`);
  const isPointed = ({ name, value }: DecodedField) =>
    !summary.has(value) && pointed.some((field) => isBelow(name, field));
  return {
    fields: decoded === null ? isLong(rows) : isLong(decoded.fields) || decoded.fields.some(isPointed),
    request: decoded !== null && rows.some(({ path }) => pointed.some((field) => isBelow(path, field))),
  };
}

/** The start and the end of the fingerprint, in groups of four. */
function ends({ fingerprint }: Meaning): string {
  const hex = fingerprint.replace(/^sha256:/, '');
  return `${hex.slice(0, 4)} ${hex.slice(4, 8)} … ${hex.slice(-8, -4)} ${hex.slice(-4)}`;
}

/** Returns the path of the content that an operation signs, from its declaration, or null when it signs nothing. */
function contentOf(name: string | null): string | null {
  const operation = findOperation(name ?? '');
  return operation?.kind === 'activity' && operation.signs !== null ? `parameters.${operation.signs.content}` : null;
}

/** Returns true when the fields need pages, all of which the approver must open. */
function isLong(fields: readonly Pick<DecodedField, 'value'>[]): boolean {
  return fields.length > PAGE_FACTS || fields.some(({ value }) => value.length > PAGE_CHARACTERS);
}
