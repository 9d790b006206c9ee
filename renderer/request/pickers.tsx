import type { ReactNode } from 'react';
import type { EndpointContent, OrganizationContent } from '../../shared/model/index.ts';
import type { Field } from '../form/fields.ts';
import type { FieldControl, Overrides } from '../form/form-fields.tsx';
import { PickMany, PickOne } from '../form/pick-by-name.tsx';
import type { Choice } from '../ui/field.tsx';
import { PickBySearch } from './pick-by-search.tsx';
import { PickListed } from './pick-listed.tsx';
import { choicesOf, choicesOfEndpoints, LISTED, NAMED, SEARCHED } from './picker-kinds.ts';

/** The member that names another organization, and the choice of none. */
const ORGANIZATION = { name: 'organizationId', none: 'This organization' };

interface PickerOptions {
  /** Null while they are unknown: their ids are typed. */
  readonly endpoints?: readonly EndpointContent[] | null;
  /** True for a request about another organization, whose things have no known names. */
  readonly isElsewhere?: boolean;
}

/**
 * Returns a control that chooses by name for each member that holds ids of known things. Ids are typed in the same
 * controls while the names are unknown, which is null.
 */
export function pickersFor(
  fields: readonly Field[],
  content: OrganizationContent | null,
  { endpoints = null, isElsewhere = false }: PickerOptions = {},
): Overrides {
  const choices: Readonly<Record<string, readonly Choice<string>[] | null>> = {
    ...(content === null ? {} : choicesOf(content)),
    ...(endpoints === null ? {} : choicesOfEndpoints(endpoints)),
  };
  const found: Record<string, (control: FieldControl) => ReactNode> = {};
  const pick = (field: Field, path: string): boolean => {
    const isText = field.kind === 'text';
    const isList = field.kind === 'list' && field.item.kind === 'text';
    if ((!isText && !isList) || (isElsewhere && field.name !== ORGANIZATION.name)) return false;
    const [searched, sought] = SEARCHED[field.name] ?? [];
    const [kind, title = field.title] = NAMED[field.name] ?? [];
    if (searched !== undefined) {
      found[isText ? path : `${path}.*`] = (control) => (
        <PickBySearch control={control} of={searched} title={isText ? sought : undefined} />
      );
      return true;
    }
    const [listed, called = field.title] = LISTED[field.name] ?? [];
    if (listed !== undefined && isText) {
      found[path] = (control) => <PickListed control={control} of={listed} title={called} />;
      return true;
    }
    if (kind === undefined) return false;
    const known = choices[kind];
    // A form has no field for another organization before one is known.
    if (known === null || (known === undefined && kind === 'organizations')) return false;
    const Pick = isText ? PickOne : PickMany;
    const none = field.name === ORGANIZATION.name ? ORGANIZATION.none : undefined;
    found[path] = (control) => <Pick control={control} title={title} choices={known ?? null} none={none} />;
    return true;
  };
  const walk = (list: readonly Field[], prefix: string) => {
    for (const field of list) {
      const path = `${prefix}${field.name}`;
      if (pick(field, path)) continue;
      if (field.kind === 'group') walk(field.fields, `${path}.`);
      else if (field.kind === 'list' && field.item.kind === 'group') walk(field.item.fields, `${path}.*.`);
    }
  };
  walk(fields, '');
  return found;
}
