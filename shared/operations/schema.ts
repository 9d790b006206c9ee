import type { TSchema } from 'typebox';
import type { JsonObject } from '../model/json.ts';
import type { PathStep } from '../model/json-scanner.ts';
import type { ValueKind, ValueRow } from '../model/rows.ts';
import { singular } from '../model/singular.ts';

/** A schema as the JSON Schema data it is: the members that this program reads. */
export interface SchemaNode {
  readonly type?: string;
  readonly title?: string;
  readonly help?: string;
  /** The kind of its value. The default is `enum` with a list of values, else `text`. */
  readonly kind?: ValueKind;
  readonly const?: unknown;
  readonly enum?: readonly (string | number)[];
  /** The known values of a text. */
  readonly examples?: readonly string[];
  readonly anyOf?: readonly SchemaNode[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  /** The name of one item of a list whose title has no singular. */
  readonly one?: string;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** The requirement of the pattern in words, after `must be`. */
  readonly says?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The meaning of an absent optional flag, when it does not mean no: “Not changed”. */
  readonly absent?: string;
  /** True for a member without content, whose presence alone chooses it: `groupBy.organization`. */
  readonly choice?: boolean;
  /** The kind of thing that a text names, for a member whose name does not say it. */
  readonly names?: NamedKind;
}

/** `apiKeyPublicKey` is the public key of an API key. `authenticationMethod` is the id of any way to sign in. */
export type NamedKind = 'apiKeyPublicKey' | 'authenticationMethod';

/** A place as its declaration describes it. */
export interface DeclaredPlace {
  /** False for an undeclared member of an object that declares its members. */
  readonly known: boolean;
  /** The names a person reads, outermost first: `Account 1, Curve`. */
  readonly label: string;
  readonly kind: ValueKind;
  readonly isList: boolean;
  /** The name of a member whose presence alone chooses it, and the label of the choice. */
  readonly choice?: { readonly name: string; readonly label: string };
}

/** Returns the schema as data. When null is the only alternative, returns the other choice. */
export function schemaNode(schema: TSchema | SchemaNode): SchemaNode {
  const node = schema as SchemaNode;
  const [only, ...others] = node.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return only === undefined || others.length > 0 ? node : only;
}

/** The schema's title, else the member's name in words: `walletId` reads `Wallet id`. */
export function titleOf(node: SchemaNode | undefined, name: string): string {
  if (node?.title !== undefined) return node.title;
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the name of one item of a list by the list's title: "Accounts" gives "Account", "Secret ids" gives "Secret". */
export const itemTitle = (node: SchemaNode | undefined, title: string): string =>
  node?.one ?? singular(title.replace(/ ids?$/, ''));

/**
 * A member of a schema for people: its path and its types.
 * In the path, `?` marks an optional member and `[]` the items of a list.
 */
export interface MemberRow {
  readonly path: string;
  readonly title: string;
  /** The allowed values, else the type. `quote` marks values. */
  readonly type: string;
}

/**
 * Returns a row for each member of a schema, each inner one after its parent. Activities are not expanded: their name
 * is enough.
 */
export function memberRows(schema: TSchema | SchemaNode, quote: (value: string) => string, above = ''): MemberRow[] {
  const { properties = {}, required = [] } = schemaNode(schema);
  return Object.entries(properties).flatMap(([name, member]) => {
    const node = schemaNode(member);
    const path = `${above}${name}${required.includes(name) ? '' : '?'}`;
    const inner = node.type === 'array' && node.items !== undefined ? schemaNode(node.items) : node;
    const below = `${path}${inner === node ? '.' : '[].'}`;
    const rows = name === 'activity' || name === 'activities' ? [] : memberRows(inner, quote, below);
    return [{ path, title: titleOf(node, name), type: typeOf(node, quote) }, ...rows];
  });
}

function typeOf(node: SchemaNode, quote: (value: string) => string): string {
  if (node.const !== undefined) return quote(String(node.const));
  if (node.enum !== undefined) return node.enum.map((value) => quote(String(value))).join(' ');
  if (node.type === 'array' && node.items !== undefined) return `list of ${typeOf(schemaNode(node.items), quote)}`;
  return node.anyOf === undefined ? (node.type ?? 'any') : node.anyOf.map((each) => typeOf(each, quote)).join(' or ');
}

/**
 * Looks a place up in a schema. Without a schema, or below an unknown member, the names themselves become the labels,
 * in words.
 */
export function placeIn(schema: TSchema | null, path: readonly PathStep[]): DeclaredPlace {
  let node = schema === null ? undefined : schemaNode(schema);
  let known = true;
  const labels: string[] = [];
  for (const step of path) {
    if (typeof step === 'number') {
      labels.push(`${itemTitle(node, labels.pop() ?? '')} ${step + 1}`.trim());
      node = node?.items === undefined ? undefined : schemaNode(node.items);
      continue;
    }
    const member = memberOf(node, step);
    if (member === undefined && node !== undefined && !takesAnyMember(node)) known = false;
    node = member;
    labels.push(titleOf(node, step));
  }
  // The wrapper around every activity's parameters is meaningless to people.
  if (path[0] === 'parameters' && path.length > 1) labels.shift();
  const kind = node?.kind ?? (node?.enum === undefined ? 'text' : 'enum');
  // Rows show a duration in words, so its unit is not in its label.
  if (kind === 'duration') labels.push((labels.pop() ?? '').replace(/ in seconds$/, ''));
  const name = node?.choice === true ? path.at(-1) : undefined;
  const place = { known, label: labels.join(', '), kind, isList: node?.type === 'array' };
  return typeof name === 'string' ? { ...place, choice: { name, label: labels.slice(0, -1).join(', ') } } : place;
}

/**
 * Returns the row of an empty object or list. A member whose presence chooses it is the value of its choice:
 * `Aggregation, Group by` with `organization`.
 * @param other the value of any other empty member
 */
export function emptyAt(
  { label, kind, choice }: DeclaredPlace,
  other: string,
): Pick<ValueRow, 'label' | 'value' | 'kind'> {
  return choice === undefined
    ? { label, value: other, kind }
    : { label: choice.label, value: choice.name, kind: 'enum' };
}

/** Returns the declared names of the members of the object at a place. */
export function namesIn(schema: TSchema, path: readonly PathStep[]): readonly string[] {
  const node = path.reduce<SchemaNode | undefined>((found, step) => {
    const inner = typeof step === 'number' ? found?.items : memberOf(found, step);
    return inner === undefined ? undefined : schemaNode(inner);
  }, schemaNode(schema));
  return Object.keys(node?.properties ?? {});
}

function memberOf(node: SchemaNode | undefined, name: string): SchemaNode | undefined {
  const { properties } = node ?? {};
  const member = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return member === undefined ? undefined : schemaNode(member);
}

function takesAnyMember({ properties, type, const: only, enum: values }: SchemaNode): boolean {
  if (properties !== undefined) return false;
  return type === 'object' || (type === undefined && only === undefined && values === undefined);
}

/**
 * Returns the name of the new or changed object: the first text whose member ends in `Name`. Null when there is none.
 */
export function nameIn(parameters: JsonObject): string | null {
  const member = Object.keys(parameters).find((name) => name.endsWith('Name') && typeof parameters[name] === 'string');
  const named = member === undefined ? null : parameters[member];
  return typeof named === 'string' ? named : null;
}
