import type { ReactNode } from 'react';
import { inQuotes, type OrganizationContent, singular } from '../../../shared/model/index.ts';
import type { Field } from '../../form/fields.ts';
import type { FieldControl, Overrides } from '../../form/form-fields.tsx';
import { IconButton } from '../../ui/button.tsx';
import { type Choice, SelectField } from '../../ui/field.tsx';
import { Visible } from '../../ui/visible.tsx';
import { inSentence, withArticle } from '../../words/labels.ts';

type Choices = readonly Choice<string>[];

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

/** Returns a control that chooses by name for each member that holds ids that the organization names. */
export function pickersFor(fields: readonly Field[], content: OrganizationContent): Overrides {
  const choices = choicesOf(content);
  const hasKeys = content.privateKeys != null;
  /** Without the private keys, their ids are typed. */
  const kindOf = (name: string) => (KINDS[name] === 'privateKeys' && !hasKeys ? undefined : KINDS[name]);
  const found: Record<string, (control: FieldControl) => ReactNode> = {};
  const walk = (list: readonly Field[], prefix: string) => {
    for (const field of list) {
      const path = `${prefix}${field.name}`;
      const kind = kindOf(field.name);
      const title = TITLES[field.name] ?? field.title;
      if (kind !== undefined && field.kind === 'text')
        found[path] = (control) => <PickOne control={control} title={title} choices={choices[kind]} />;
      else if (kind !== undefined && field.kind === 'list' && field.item.kind === 'text')
        found[path] = (control) => <PickMany control={control} title={title} choices={choices[kind]} />;
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

interface PickProps {
  readonly control: FieldControl;
  readonly title: string;
  readonly choices: Choices;
}

const NONE = '';

/** One of the choices. An id without a name is a choice of its own. */
function PickOne({ control: { value, path, problems, onChange }, title, choices }: PickProps) {
  const chosen = String(value);
  const isKnown = chosen === NONE || choices.some((choice) => choice.value === chosen);
  return (
    <SelectField
      label={title}
      problem={problems[path]}
      value={chosen}
      choices={[
        { value: NONE, label: `Choose ${withArticle(inSentence(title))}` },
        ...choices,
        ...(isKnown ? [] : [{ value: chosen, label: chosen }]),
      ]}
      onChange={onChange}
    />
  );
}

/** Several of the choices, each with a button that takes it out. */
function PickMany({ control: { value, path, problems, onChange }, title, choices }: PickProps) {
  const chosen = Array.isArray(value) ? value.map(String).filter((id) => id !== NONE) : [];
  const labelOf = (id: string) => choices.find((choice) => choice.value === id)?.label ?? id;
  const left = choices.filter((choice) => !chosen.includes(choice.value));
  const noun = inSentence(singular(title).replace(/^(Add|Remove) /, ''));
  return (
    <div className="form-list">
      <h3>{title}</h3>
      {problems[path] === undefined ? null : (
        <p className="field-problem">
          <Visible text={problems[path]} />
        </p>
      )}
      {chosen.length === 0 ? null : (
        <ul className="picked" aria-label={title}>
          {chosen.map((id) => (
            <li key={id} className="picked-item">
              <span className="cut">
                <Visible text={labelOf(id)} />
              </span>
              <IconButton
                icon="close"
                label={`Take out ${inQuotes(labelOf(id))}`}
                onClick={() => onChange(chosen.filter((other) => other !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      {left.length === 0 ? (
        <p className="field-help">{choices.length === 0 ? `There is no ${noun} yet.` : `Every ${noun} is chosen.`}</p>
      ) : (
        <SelectField
          label={`Choose ${withArticle(noun)} for “${title}”`}
          value={NONE}
          choices={[{ value: NONE, label: `Add ${withArticle(noun)}` }, ...left]}
          onChange={(id) => id !== NONE && onChange([...chosen, id])}
        />
      )}
    </div>
  );
}
