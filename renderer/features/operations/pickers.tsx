import type { ReactNode } from 'react';
import type { OrganizationContent } from '../../../shared/model/index.ts';
import type { Field } from '../../form/fields.ts';
import type { FieldControl, Overrides } from '../../form/form-fields.tsx';
import type { Choice } from '../../ui/field.tsx';
import { PickMany, PickOne } from './pick-by-name.tsx';

/** The kind of thing that an id member names, by the name of the member. */
const KINDS: Readonly<Record<string, keyof ReturnType<typeof choicesOf>>> = {
  ...{ userId: 'users', userIds: 'users', addUserIds: 'users', removeUserIds: 'users' },
  ...{ userTags: 'userTags', userTagIds: 'userTags', userTagId: 'userTags' },
  ...{ privateKeyTags: 'privateKeyTags', privateKeyTagId: 'privateKeyTags', privateKeyTagIds: 'privateKeyTags' },
  ...{ privateKeyId: 'privateKeys', privateKeyIds: 'privateKeys' },
  ...{ addPrivateKeyIds: 'privateKeys', removePrivateKeyIds: 'privateKeys' },
  ...{ policyId: 'policies', policyIds: 'policies', secretIds: 'secrets', appId: 'apps' },
};

/** The title of a picker. The declared titles name ids. */
const TITLES: Readonly<Record<string, string>> = {
  ...{ userId: 'User', userIds: 'Users', addUserIds: 'Add users', removeUserIds: 'Remove users' },
  ...{
    privateKeyId: 'Private key',
    privateKeyIds: 'Private keys',
    addPrivateKeyIds: 'Add private keys',
    removePrivateKeyIds: 'Remove private keys',
    userTags: 'Tags',
    userTagIds: 'Tags',
    userTagId: 'Tag',
    privateKeyTags: 'Tags',
    privateKeyTagIds: 'Tags',
    privateKeyTagId: 'Tag',
    policyId: 'Policy',
    policyIds: 'Policies',
    secretIds: 'Secrets',
    appId: 'Application',
  },
};

/**
 * Returns a control that chooses by name for each member that holds ids that the organization names. Ids are typed in
 * the same controls while the names are unknown, which is null.
 */
export function pickersFor(fields: readonly Field[], content: OrganizationContent | null): Overrides {
  const choices = content === null ? null : choicesOf(content);
  /** Without the private keys, their ids are typed. */
  const hasKeys = content === null || content.privateKeys != null;
  const kindOf = (name: string) => (KINDS[name] === 'privateKeys' && !hasKeys ? undefined : KINDS[name]);
  const found: Record<string, (control: FieldControl) => ReactNode> = {};
  const walk = (list: readonly Field[], prefix: string) => {
    for (const field of list) {
      const path = `${prefix}${field.name}`;
      const kind = kindOf(field.name);
      const title = TITLES[field.name] ?? field.title;
      if (kind !== undefined && field.kind === 'text')
        found[path] = (control) => <PickOne control={control} title={title} choices={choices?.[kind] ?? null} />;
      else if (kind !== undefined && field.kind === 'list' && field.item.kind === 'text')
        found[path] = (control) => <PickMany control={control} title={title} choices={choices?.[kind] ?? null} />;
      else if (field.kind === 'group') walk(field.fields, `${path}.`);
      else if (field.kind === 'list' && field.item.kind === 'group') walk(field.item.fields, `${path}.*.`);
    }
  };
  walk(fields, '');
  return found;
}

function choicesOf({ users, tags, privateKeys, policies, secrets, apps }: OrganizationContent) {
  const unique = (named: readonly { readonly id: string; readonly name: string }[], more: (id: string) => string) =>
    named.map(({ id, name }): Choice<string> => {
      const isAlone = named.filter((other) => other.name === name).length === 1;
      return { value: id, label: isAlone ? name : `${name} (${more(id)})` };
    });
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  return {
    users: unique(users, (id) => emails.get(id) ?? id),
    userTags: unique(
      tags.filter(({ kind }) => kind === 'user'),
      (id) => id,
    ),
    privateKeyTags: unique(
      tags.filter(({ kind }) => kind === 'private key'),
      (id) => id,
    ),
    privateKeys: unique(privateKeys ?? [], (id) => id),
    policies: unique(policies, (id) => id),
    secrets: unique(
      secrets.map(({ id, name }) => ({ id, name: name ?? 'Without a name' })),
      (id) => id,
    ),
    apps: unique(apps, (id) => id),
  };
}
