import type { Field } from '../../../../renderer/form/fields.ts';
import { fieldsOf } from '../../../../renderer/form/fields.ts';
import { ORGANIZATION_GROUPS } from '../../../../renderer/state/organization-sections.ts';
import { SETTINGS_SECTIONS } from '../../../../renderer/state/settings-sections.ts';
import { ERROR_CODES, OUTCOMES } from '../../../../shared/errors/index.ts';
import { RELATION_WORDS, singular } from '../../../../shared/model/index.ts';
import {
  NEWEST_OPERATIONS,
  type Operation,
  type SchemaNode,
  schemaNode,
  titleOf,
} from '../../../../shared/operations/index.ts';
import { COMPLETION_WORDS } from '../../../../shared/policy-language/index.ts';

/** The verbs of answers to a question (renderer/trusted/verbs.ts). The headline of a meaning is English. */
const VERBS = [
  ...['Approve', 'Reject', 'Sign', 'Export', 'Send', 'Allow', 'Claim', 'Delegate', 'Deposit', 'Pay', 'Redeem', 'Repay'],
  ...['Stake', 'Swap', 'Undelegate', 'Unstake', 'Unwrap', 'Withdraw', 'Wrap'],
];
const SIGNED = ['Sign blind', 'Sign transaction', 'Sign typed data', 'Sign message', 'Sign payload'];
const EXPORTED = ['Export key', 'Export wallet', 'Export secret', 'Export secrets'];
/** The most characters of a button. */
const MOST = 24;

const answersTo = ({ title }: Operation): string[] => {
  const whole = title.replace(/, version \d+$/, '');
  const [verb = title] = whole.split(' ');
  const labels = [whole, singular(whole)].map((label) => (label.length > MOST ? verb : label));
  return [...labels, `Don’t ${verb.toLowerCase()}`];
};

const namesOf = (fields: readonly Field[]): string[] =>
  fields.flatMap((field) => [
    field.title,
    ...(field.help === null ? [] : [field.help]),
    ...(field.kind === 'text' && field.says !== null ? [field.says] : []),
    ...(field.kind === 'flag' && field.absent !== null ? [field.absent] : []),
    ...(field.kind === 'group' ? namesOf(field.fields) : []),
    ...(field.kind === 'list' ? [field.one, ...namesOf([field.item])] : []),
  ]);

/** The titles of the columns in a list that an operation returns. */
const answered = ({ response }: Operation): string[] =>
  Object.entries((schemaNode(response) as SchemaNode).properties ?? {})
    .filter(([, { type }]) => type === 'array')
    .flatMap(([name, node]) => [
      titleOf(node, name),
      ...Object.entries(node.items === undefined ? {} : (schemaNode(node.items).properties ?? {})).map(
        ([member, value]) => titleOf(schemaNode(value), member),
      ),
    ]);

const asked = (operation: Operation) => (operation.kind === 'activity' ? operation.parameters : operation.request);

/** Returns every word of a table that a page shows through `worded`, sorted. */
export function tableWordsInUse(): readonly string[] {
  const words = [
    ...[...Object.keys(SETTINGS_SECTIONS), ...Object.values(SETTINGS_SECTIONS).flat()],
    ...Object.keys(ORGANIZATION_GROUPS),
    ...['Everywhere', 'Places', 'Lists', 'Addresses', 'Keys'],
    ...['Policies', 'Tags', 'Rights of users', 'Webhooks', 'Users', 'Wallets'],
    ...[
      'PIN',
      'PINs',
      'passphrase',
      'passphrases',
      'code',
      'OIDC token',
      'recovery phrase',
      'private key',
      'secret',
      'wallet',
    ],
    ...[...VERBS, ...SIGNED, ...EXPORTED, ...VERBS.map((verb) => `Don’t ${verb.toLowerCase()}`)],
    ...NEWEST_OPERATIONS.flatMap((operation) => {
      const schema = asked(operation);
      return [
        ...[operation.title, operation.summary, ...(operation.kind === 'activity' ? answersTo(operation) : [])],
        ...(schema === null ? [] : namesOf(fieldsOf(schema))),
        ...answered(operation),
      ];
    }),
    ...Object.values(ERROR_CODES).map(({ title }) => title),
    ...Object.values(OUTCOMES).map(({ title }) => title),
    ...Object.values(RELATION_WORDS),
    ...COMPLETION_WORDS,
  ];
  return [...new Set(words)].filter((word) => word !== '').sort();
}
