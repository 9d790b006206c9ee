import { isJsonObject, type OrganizationContent } from '../../shared/model/index.ts';
import type { FormValue, FormValues } from '../form/values.ts';
import type { Choice } from '../ui/field.tsx';

type Choices = readonly Choice<string>[];

/**
 * Returns the choices of a member that fit the other values of its form. These are the members of a tag to remove, the
 * others to add, and the methods of one user and of the chosen type. `path` is that of the control in the form.
 */
export function narrowedChoices(
  member: string,
  path: string,
  choices: Choices,
  { content, values }: { readonly content: OrganizationContent; readonly values: FormValues },
): Choices {
  const only = (ids: ReadonlySet<string>, isIn = true) => choices.filter(({ value }) => ids.has(value) === isIn);
  switch (member) {
    case 'addUserIds':
    case 'removeUserIds': {
      const tagged = content.users.filter(({ tagIds }) => tagIds.some((id) => id === values.userTagId));
      return values.userTagId === undefined || values.userTagId === ''
        ? choices
        : only(new Set(tagged.map(({ id }) => id)), member === 'removeUserIds');
    }
    case 'addPrivateKeyIds':
    case 'removePrivateKeyIds': {
      const keys = content.tags.find(({ id }) => id === values.privateKeyTagId)?.privateKeys ?? null;
      return keys === null ? choices : only(new Set(keys.map(({ id }) => id)), member === 'removePrivateKeyIds');
    }
    case 'authenticationMethod': {
      const user = content.users.find(({ id }) => id === values.userId);
      if (user === undefined) return choices;
      const of = typeAt(values, path);
      const methods = [
        ...(of('API_KEY') ? user.keys : []),
        ...(of('PASSKEY') ? user.passkeys : []),
        ...(of('OAUTH') ? user.providers : []),
        ...(of('SESSION') ? content.sessionProfiles : []),
      ];
      return only(new Set(methods.map(({ id }) => id)));
    }
    default:
      return choices;
  }
}

/** Returns a test of the type beside an id. It is true for every kind while none is chosen. */
function typeAt(values: FormValues, path: string): (kind: string) => boolean {
  const steps = [...path.split('.').slice(0, -1), 'type'];
  const found = steps.reduce<FormValue | undefined>(
    (value, step) =>
      Array.isArray(value) ? value[Number(step)] : isJsonObject(value) ? (value[step] as FormValue) : undefined,
    values,
  );
  return (kind) => typeof found !== 'string' || found === '' || found.includes(kind);
}
