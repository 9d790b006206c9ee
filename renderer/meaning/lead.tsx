import { useContext } from 'react';
import { type DecodedField, type Meaning, RELATION_WORDS, type ValueRow } from '../../shared/model/index.ts';
import { worded } from '../language/worded.ts';
import { WholeAddress } from '../ui/address.tsx';
import { Differing } from '../ui/differing.tsx';
import type { Fact } from '../ui/facts.tsx';
import { Visible } from '../ui/visible.tsx';
import { groupOf, labelInGroup } from '../words/path.ts';
import { valueLabel } from '../words/values.ts';
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

/** Returns the facts of a meaning that decide, the most important first. Its other values stand in the folds. */
export function leadFacts({ decoded, rows }: Pick<Meaning, 'decoded' | 'rows'>): Fact[] {
  if (decoded === null) return itemFacts(rows);
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
function itemFacts(rows: readonly ValueRow[]): Fact[] {
  const facts = factsOf(rows);
  return rows.flatMap((row, index): Fact[] => {
    if (isMachineText(row)) return [];
    const { path } = row;
    const group = groupOf(path);
    const members = membersOf(rows, group);
    const fact = facts[index];
    if (group === undefined || members.length < MANY_MEMBERS)
      return fact === undefined ? [] : [withValueInWords(fact, row)];
    if (members[0]?.path !== path) return [];
    return [accountFact(members) ?? { label: group, value: members.map(wordsOf).join(' · '), from: path }];
  });
}

/** An enumerated value in words alone. Its spelling in the interface stands in the folds. */
const withValueInWords = (fact: Fact, { kind, value }: ValueRow): Fact =>
  isWorded({ kind, value }) ? { ...fact, value: valueLabel(value) } : fact;

/** Returns true for an enumerated value that has words. */
export const isWorded = ({ kind, value }: Pick<ValueRow, 'kind' | 'value'>): boolean =>
  kind === 'enum' && valueLabel(value) !== value;

const wordsOf = ({ value, kind, label }: ValueRow): string =>
  kind === 'enum' ? valueLabel(value) : `${labelInGroup(label)} ${value}`;

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
