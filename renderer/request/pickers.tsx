import type { ReactNode } from 'react';
import type { EndpointContent, OrganizationContent } from '../../shared/model/index.ts';
import type { Field } from '../form/fields.ts';
import type { FieldControl, Overrides } from '../form/form-fields.tsx';
import { PickMany, PickOne } from '../form/pick-by-name.tsx';
import type { FormValues } from '../form/values.ts';
import type { Choice } from '../ui/field.tsx';
import { narrowedChoices } from './narrow-choices.ts';
import { PickBySearch } from './pick-by-search.tsx';
import { PickListed } from './pick-listed.tsx';
import { choicesOf, choicesOfEndpoints, LISTED, NAMED, SEARCHED } from './picker-kinds.ts';

/** The member that names another organization. */
const ORGANIZATION = 'organizationId';
/** The choice of none, where leaving out the member has a meaning of its own. */
const NONE: Readonly<Record<string, string>> = {
  [ORGANIZATION]: 'This organization',
  apiKeyPublicKey: 'The whole organization',
};

interface PickerOptions {
  /** Null while they are unknown: their ids are typed. */
  readonly endpoints?: readonly EndpointContent[] | null;
  /** True for a request about another organization, whose things have no known names. */
  readonly isElsewhere?: boolean;
  /** The values of the form, which narrow the choices of some members. */
  readonly values?: FormValues | null;
}

/**
 * Returns a control that chooses by name for each member that holds ids of known things. Ids are typed in the same
 * controls while the names are unknown, which is null.
 */
export function pickersFor(
  fields: readonly Field[],
  content: OrganizationContent | null,
  { endpoints = null, isElsewhere = false, values = null }: PickerOptions = {},
): Overrides {
  const choices: Readonly<Record<string, readonly Choice<string>[] | null>> = {
    ...(content === null ? {} : choicesOf(content)),
    ...(endpoints === null ? {} : choicesOfEndpoints(endpoints)),
  };
  const found: Record<string, (control: FieldControl) => ReactNode> = {};
  for (const { path, field, member } of namersIn(fields)) {
    const isText = field.kind === 'text';
    if (isElsewhere && member !== ORGANIZATION) continue;
    const [searched, sought] = SEARCHED[member] ?? [];
    if (searched !== undefined) {
      found[isText ? path : `${path}.*`] = (control) => (
        <PickBySearch control={control} of={searched} title={isText ? sought : undefined} />
      );
      continue;
    }
    const [listed, called = field.title] = LISTED[member] ?? [];
    if (listed !== undefined && isText) {
      found[path] = (control) => <PickListed control={control} of={listed} title={called} />;
      continue;
    }
    const [kind, title = field.title] = NAMED[member] ?? [];
    if (kind === undefined) continue;
    const known = choices[kind];
    // A form has no field for another organization before one is known.
    if (known === null || (known === undefined && kind === 'organizations')) continue;
    const Pick = isText ? PickOne : PickMany;
    const none = NONE[member];
    const fitting = (at: string) =>
      known === undefined || content === null || values === null
        ? (known ?? null)
        : narrowedChoices(member, at, known, { content, values });
    found[path] = (control) => <Pick control={control} title={title} choices={fitting(control.path)} none={none} />;
  }
  return found;
}

interface Namer {
  /** With `*` for every list position. */
  readonly path: string;
  readonly field: Field;
  /** The key of its picker: its name, or the kind that it declares. */
  readonly member: string;
}

/** Returns the members of a form that are a text or a list of texts, which can name things. */
export function namersIn(fields: readonly Field[], prefix = ''): readonly Namer[] {
  return fields.flatMap((field): readonly Namer[] => {
    const path = `${prefix}${field.name}`;
    if (field.kind === 'group') return namersIn(field.fields, `${path}.`);
    if (field.kind === 'text') return [{ path, field, member: field.names ?? field.name }];
    if (field.kind !== 'list') return [];
    if (field.item.kind === 'group') return namersIn(field.item.fields, `${path}.*.`);
    return field.item.kind === 'text' ? [{ path, field, member: field.name }] : [];
  });
}
