import { isCompared, readTimestamp, type ValueRow } from '../../../shared/model/index.ts';
import {
  emptyAt,
  type Operation,
  placeIn,
  type SchemaNode,
  schemaNode,
  titleOf,
} from '../../../shared/operations/index.ts';
import { isRecord } from '../../form/values.ts';
import { worded } from '../../language/worded.ts';
import { moment } from '../../words/time.ts';

/** An answer is foreign data, so the table is limited. The JSON view shows the rest. */
const MAXIMUM_ROWS = 500;
const MAXIMUM_COLUMNS = 4;

/** The schema type of declarations. */
type Schema = Operation['response'];
type Member = Readonly<Record<string, unknown>>;

/** An answer as a list: its member, its objects, and the members shown as columns. */
export interface AnsweredList {
  readonly member: string;
  readonly title: string;
  readonly items: readonly Member[];
  readonly columns: readonly { readonly name: string; readonly title: string; readonly mono: boolean }[];
}

/** Returns the answer as a list when its declaration has one list of objects, else null. */
export function listIn(response: Schema, answer: Member): AnsweredList | null {
  const lists = Object.entries(schemaNode(response).properties ?? {}).filter(([, { type }]) => type === 'array');
  const [[member, node] = [], ...others] = lists;
  const properties = node?.items === undefined ? undefined : schemaNode(node.items).properties;
  const items = member === undefined ? undefined : answer[member];
  if (member === undefined || properties === undefined || others.length > 0 || !Array.isArray(items)) return null;
  const columns = Object.entries(properties)
    .filter(([name, { type }]) => name !== 'organizationId' && isPlain(type))
    .slice(0, MAXIMUM_COLUMNS)
    .map(([name, value]) => ({
      name,
      title: worded(titleOf(schemaNode(value), name)),
      mono: isBytes(schemaNode(value)),
    }));
  return { member, title: worded(titleOf(node, member)), items: items.filter(isRecord), columns };
}

const isPlain = (type: string | undefined) => type === 'string' || type === 'boolean' || type === 'integer';
const isBytes = ({ kind, enum: values }: SchemaNode) => kind === 'bytes' || isCompared(kind) || values !== undefined;

/** Returns the id that continues a page: the first id member of an object. */
export function idOf(item: Member | undefined): string | null {
  const [, id] = Object.entries(item ?? {}).find(([name, value]) => /^id$|Id$/.test(name) && isText(value)) ?? [];
  return isText(id) ? id : null;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Flattens a value of an answer in its own order, with its declaration's names and kinds: `users[0].userName`. */
export function rowsOf(value: unknown, schema: Schema | SchemaNode | null): readonly ValueRow[] {
  const rows: ValueRow[] = [];
  const walk = (inner: unknown, steps: readonly (string | number)[], path: string) => {
    if (rows.length >= MAXIMUM_ROWS || inner === undefined || inner === null) return;
    const at = isRecord(inner) && isText(inner.seconds) ? readTimestamp(inner) : null;
    const isLeaf = typeof inner !== 'object' || at !== null || Object.keys(inner).length === 0;
    if (isLeaf) {
      const place = placeIn(schema as Schema | null, steps);
      const { label, kind } = place;
      if (at !== null) rows.push({ path, label, value: moment(at), kind: 'text' });
      else if (typeof inner === 'object') rows.push({ path, ...emptyAt({ ...place, kind: 'text' }, 'none') });
      else rows.push({ path, label, value: String(inner), kind: typeof inner === 'string' ? kind : 'text' });
    } else if (Array.isArray(inner)) {
      for (const [index, item] of inner.entries()) walk(item, [...steps, index], `${path}[${index}]`);
    } else {
      for (const [name, item] of Object.entries(inner))
        walk(item, [...steps, name], path === '' ? name : `${path}.${name}`);
    }
  };
  walk(value, [], '');
  return rows;
}
