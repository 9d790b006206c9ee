import { useContext } from 'react';
import {
  type DecodedField,
  type Meaning,
  type Naming,
  RELATION_WORDS,
  type ValueRow,
} from '../../shared/model/index.ts';
import { worded } from '../language/worded.ts';
import { WholeAddress } from '../ui/address.tsx';
import { Differing } from '../ui/differing.tsx';
import type { Fact } from '../ui/facts.tsx';
import { Visible } from '../ui/visible.tsx';
import { groupOf, labelInGroup } from '../words/path.ts';
import { kindWords, valueLabel } from '../words/values.ts';
import { Bytes, decodedFacts, factsOf, KnownAddresses } from './value.tsx';

/** The rows of a payment by which an exchange or another custodian credits one of its customers. */
const CREDITED = ['To, muxed', 'Destination tag', 'Memo', 'Memo, a number', 'Comment'];

/** The order of a payment: a decision compares the amount and the recipient first. */
const PAYMENT = ['Amount', 'To', ...CREDITED, 'Fee at most', 'Fee', 'From', 'Chain', 'Nonce'];

/** The most fields that stand in the lead beside a summary. */
const FEW_FIELDS = 3;

/** Members of a list item from which the item is one line. */
const MANY_MEMBERS = 3;

/** Nobody reads a longer text for machines, such as an encrypted bundle, so it stands only in the folds. */
const LONGEST_MACHINE_TEXT = 256;

const isMachineText = ({ kind, value }: ValueRow): boolean => kind === 'bytes' && value.length > LONGEST_MACHINE_TEXT;

/**
 * Returns the facts of a meaning that decide, the most important first. Its other values stand in the folds. An id that
 * `naming` has a name for is labelled by its thing.
 */
export function leadFacts(
  { decoded, rows }: Pick<Meaning, 'decoded' | 'rows'>,
  naming: Pick<Naming, 'ids'> | null = null,
): Fact[] {
  if (decoded === null) return itemFacts(rows, new Set(naming?.ids.map(({ id }) => id)));
  return [...summaryFacts(decoded.summary), ...(isBrief(decoded) ? decodedFacts(decoded.fields).map(labelled) : [])];
}

/** The labels of a signed text, by the names that findings point to. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['message', 'Message'],
  ['text', 'Text'],
]);

const labelled = (fact: Fact): Fact => ({ ...fact, label: LABELS.get(fact.from ?? '') ?? fact.label });

/** Returns true when the lead leaves out values. */
export function isShortened({ decoded, rows }: Pick<Meaning, 'decoded' | 'rows'>): boolean {
  if (decoded !== null) return !isBrief(decoded);
  return rows.some((row) => isMachineText(row) || membersOf(rows, groupOf(row.path)).length >= MANY_MEMBERS);
}

/** A message is its own meaning, so its few fields are part of the lead. */
const isBrief = ({ fields }: NonNullable<Meaning['decoded']>): boolean => fields.length <= FEW_FIELDS;

function summaryFacts(summary: readonly DecodedField[]): Fact[] {
  const names = summary.map(({ name }) => name);
  const isPayment = new Set(names).size === names.length && ['Amount', 'To'].every((name) => names.includes(name));
  if (!isPayment) return decodedFacts(summary);
  const others = names.filter((name) => !PAYMENT.includes(name));
  const find = (name: string) => summary.find((field) => field.name === name);
  const nonce = find('Nonce')?.value;
  return [...PAYMENT, ...others].flatMap((name): Fact[] => {
    const field = find(name);
    // The chain has the nonce beside it.
    if (field === undefined || (name === 'Nonce' && names.includes('Chain'))) return [];
    const { value, kind } = field;
    const [fact] = decodedFacts([field]);
    if (fact === undefined) return [];
    if (name === 'Fee at most') return [{ ...fact, label: 'Fee', value: <>at most {fact.value}</> }];
    if (name === 'Amount') return [{ ...fact, value: <strong className="lead-value">{fact.value}</strong> }];
    if (name === 'To' && kind === 'address') return [{ ...fact, value: <Party address={value} /> }];
    if (name === 'Chain' && nonce !== undefined) return [{ ...fact, aside: `nonce ${nonce}` }];
    return [fact];
  });
}

/** The recipient by name, with its whole address below. */
function Party({ address }: { readonly address: string }) {
  const known = useContext(KnownAddresses).get(address);
  const label = known?.label ?? null;
  return (
    <span className="lead-party">
      <span className="lead-name">
        <strong className="lead-value">{label === null ? 'Not in your address book' : <Visible text={label} />}</strong>
        <span className="caption faint">{known === undefined ? '' : worded(RELATION_WORDS[known.relation])}</span>
      </span>
      <span className="lead-address">
        {known?.resembles == null ? (
          <WholeAddress text={address} />
        ) : (
          <Differing text={address} from={known.resembles.address} />
        )}
      </span>
      {known?.resembles == null ? null : (
        <span className="caption">
          {known.resembles.label === null ? null : (
            <strong>
              “<Visible text={known.resembles.label} />”{' '}
            </strong>
          )}
          is not this, but looks like it <WholeAddress text={known.resembles.address} />
        </span>
      )}
    </span>
  );
}

const membersOf = (rows: readonly ValueRow[], group: string | undefined): readonly ValueRow[] =>
  group === undefined ? [] : rows.filter(({ path }) => groupOf(path) === group);

/** Returns the parameters of a request that people read, with one line for a list item of many members. */
function itemFacts(rows: readonly ValueRow[], named: ReadonlySet<string>): Fact[] {
  const facts = factsOf(rows.map((row) => ({ ...row, label: leadLabel(row, rows, named) })));
  return rows.flatMap((row, index): Fact[] => {
    if (isMachineText(row)) return [];
    const { path } = row;
    const group = groupOf(path);
    const members = membersOf(rows, group);
    const fact = facts[index];
    if (group === undefined || members.length < MANY_MEMBERS)
      return fact === undefined ? [] : [withValueInWords(fact, row)];
    if (members[0]?.path !== path) return [];
    const label = isOnly(path, rows) ? group.replace(/ 1$/, '') : group;
    return [
      accountFact(members) ??
        secretFact(members, label) ?? { label, value: members.map(wordsOf).join(' · '), from: path },
    ];
  });
}

/** An only item has no number, and an id that is shown by its name is called by its thing. */
function leadLabel({ path, label, value }: ValueRow, rows: readonly ValueRow[], named: ReadonlySet<string>): string {
  const whole = /\[0\]$/.test(path) && isOnly(path, rows) ? label.replace(/ 1$/, '') : label;
  return named.has(value) ? whole.replace(/(\S) id(?= \d+$|$)/, '$1') : whole;
}

/** Reports whether the list that a path ends in has one item: `parameters.addressFormats[0]`. */
function isOnly(path: string, rows: readonly ValueRow[]): boolean {
  const [, list] = /^(.+)\[0\](?:\.[^[\]]+)?$/.exec(path) ?? [];
  return list !== undefined && !rows.some((row) => row.path.startsWith(`${list}[1]`));
}

/** A value in words alone. Its spelling in the interface stands in the folds. */
const withValueInWords = (fact: Fact, { kind, value }: ValueRow): Fact => {
  const words = kindWords(kind, value);
  return words === null ? fact : { ...fact, value: words };
};

/** Returns true for an enumerated value that has words. */
export const isWorded = ({ kind, value }: Pick<ValueRow, 'kind' | 'value'>): boolean =>
  kind === 'enum' && kindWords(kind, value) !== null;

const wordsOf = ({ value, kind, label }: ValueRow): string => {
  const words = kindWords(kind, value) ?? value;
  return kind === 'enum' ? words : `${labelInGroup(label)} ${words}`;
};

/** A secret by its name. Its sealed bytes, and the service’s key that the vault verified for them, decide nothing. */
function secretFact(members: readonly ValueRow[], label: string): Fact | null {
  const sealed = members.find(({ path }) => path.endsWith('.secretPayload'));
  if (sealed === undefined) return null;
  const name = members.find(({ path }) => path.endsWith('.name'))?.value;
  return { label, value: name ?? 'without a name', from: sealed.path };
}

/** An account to derive: its chain and its path. Curve and path format follow from them. Null for other items. */
function accountFact(members: readonly ValueRow[]): Fact | null {
  const member = (name: string) => members.find(({ path }) => path.endsWith(`.${name}`));
  const [format, path] = [member('addressFormat'), member('path')];
  if (format === undefined || path === undefined) return null;
  const name = member('name')?.value;
  return {
    label: valueLabel(format.value),
    value: <Bytes text={path.value} />,
    from: path.path,
    ...(name === undefined ? {} : { aside: name }),
  };
}
