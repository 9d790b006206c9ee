import { type Finding, ownMember, shortened } from '../../../shared/model/index.ts';
import { care, danger } from '../../crypto/index.ts';
import {
  counted,
  type Explain,
  each,
  from,
  type Given,
  ids,
  MAXIMUM_NAME,
  names,
  type Power,
  plain,
  quoted,
  when,
} from './power.ts';

const endless = (key: Given) => !['string', 'number'].includes(typeof ownMember(key.own, 'expirationSeconds'));

/** Credentials with which somebody can act as a user. */
const credentials =
  (list: string, name: string, noun: string): Explain =>
  ({ text, list: items }) => {
    const added = each(items(list));
    const lasts = noun === 'API key' && added.some(endless);
    return {
      headline: `Give the user ${text('userId')} ${counted(added.length, noun)}: ${names(added, name)}${lasts ? ', never expiring' : ''}`,
      findings: [
        danger('Anyone with it can do everything this user may do.', from(list)),
        ...(lasts ? [care('An API key among them never expires.', from(list))] : []),
      ],
    };
  };

/** Policies read tags (`user.tags`, `private_key.tags`), so a tag is power. */
const tagged = (field: string, noun = 'user tag'): Finding[] => [
  care(
    noun === 'user tag'
      ? 'Policies can allow and deny by tags: users who get or lose a tag may have other permissions afterwards.'
      : 'Policies can allow and deny by tags: users may have other permissions for private keys that get or lose a tag.',
    from(field),
  ),
];

const making = (users: readonly Given[], list: string, noun: string): Power => {
  const among = (member: string) => users.reduce((sum, user) => sum + user.list(member).length, 0);
  const given = [
    { count: among('apiKeys'), noun: 'API key' },
    { count: among('authenticators'), noun: 'authenticator' },
    { count: among('oauthProviders'), noun: 'OAuth provider' },
    { count: among('userTags'), noun: 'tag' },
  ].filter(({ count }) => count > 0);
  const words = given.map((each) => counted(each.count, each.noun)).join(', ');
  return {
    headline: `Add ${counted(users.length, noun)}: ${names(users, 'userName')}${when(words, `, with ${words}`)}`,
    findings: [
      ...(users.some((user) => each(user.list('apiKeys')).some(endless))
        ? [care('An API key among them never expires.', from(list))]
        : []),
      ...(among('userTags') > 0 ? tagged(list) : []),
    ],
  };
};

/** A changed tag: the users or keys that get it, and those that lose it. */
const retagging =
  (
    noun: string,
    { id, name, members }: { readonly id: string; readonly name: string; readonly members: string },
  ): Explain =>
  ({ text, list }) => {
    const [added, removed] = [list(`add${members}`), list(`remove${members}`)];
    const changes = [
      when(text(name), `name it ${quoted(text(name))}`),
      when(ids(added), `give it to ${ids(added)}`),
      when(ids(removed), `take it from ${ids(removed)}`),
    ].filter((change) => change !== '');
    return {
      headline: `Change the ${noun} ${text(id)}${when(changes.join(), `: ${changes.join(', ')}`)}`,
      findings:
        added.length + removed.length > 0 ? tagged(added.length > 0 ? `add${members}` : `remove${members}`, noun) : [],
    };
  };

const tagging =
  (noun: string, name: string, list: string): Explain =>
  ({ text, list: items }) => ({
    headline: `Create the ${noun} ${quoted(text(name))}${when(ids(items(list)), ` and give it to ${ids(items(list))}`)}`,
    findings: items(list).length > 0 ? tagged(list, noun) : [],
  });

const untagging =
  (noun: string, list: string): Explain =>
  ({ list: items }) => ({
    headline: `Delete ${counted(items(list).length, noun)} and take ${items(list).length === 1 ? 'it' : 'them'} from all that have ${items(list).length === 1 ? 'it' : 'them'}: ${ids(items(list))}`,
    findings: tagged(list, noun),
  });

const mailed = (field: string) => care('Anyone who reads mail sent there may log in as this user.', from(field));

const messaged = (field: string) => care('Anyone who reads messages sent there may log in as this user.', from(field));

/** Removes something from a user. */
const taking = (list: string, noun: string): Explain =>
  plain(
    ({ text, list: items }) =>
      `Take ${counted(items(list).length, noun)} from the user ${text('userId')}: ${ids(items(list))}`,
  );

/** Activities about users, their credentials, and tags. */
export const USERS: Readonly<Record<string, Explain>> = {
  create_users: ({ list }) => making(each(list('users')), 'users', 'user'),
  create_api_only_users: ({ list }) => making(each(list('apiOnlyUsers')), 'apiOnlyUsers', 'API-only user'),
  delete_users: plain(
    ({ list }) => `Delete ${counted(list('userIds').length, 'user')} with all credentials: ${ids(list('userIds'))}`,
  ),
  update_user: ({ own, text, list }) => ({
    headline: `Change the user ${text('userId')}: ${[
      when(text('userName'), `name ${quoted(text('userName'))}`),
      when(text('userEmail'), `email ${text('userEmail')}`),
      when(text('userPhoneNumber'), `phone number ${text('userPhoneNumber')}`),
      when(ids(list('userTagIds')), `only the tags ${ids(list('userTagIds'))}`),
      Array.isArray(ownMember(own, 'userTagIds')) && list('userTagIds').length === 0 ? 'no tags any more' : '',
    ]
      .filter((change) => change !== '')
      .join(', ')
      .replace(/^$/, 'nothing')}`,
    findings: [
      ...(text('userEmail') === '' ? [] : [mailed('userEmail')]),
      ...(text('userPhoneNumber') === '' ? [] : [messaged('userPhoneNumber')]),
      ...(Array.isArray(ownMember(own, 'userTagIds')) ? tagged('userTagIds') : []),
    ],
  }),
  update_user_name: plain(({ text }) => `Name the user ${text('userId')} ${quoted(text('userName'))}`),
  update_user_email: ({ text }) => ({
    headline: `Make ${text('userEmail')} the email of the user ${text('userId')}`,
    findings: [mailed('userEmail')],
  }),
  update_user_phone_number: ({ text }) => ({
    headline: `Make ${text('userPhoneNumber')} the phone number of the user ${text('userId')}`,
    findings: [messaged('userPhoneNumber')],
  }),
  create_api_keys: credentials('apiKeys', 'apiKeyName', 'API key'),
  create_authenticators: credentials('authenticators', 'authenticatorName', 'authenticator'),
  create_oauth_providers: credentials('oauthProviders', 'providerName', 'OAuth provider'),
  delete_api_keys: taking('apiKeyIds', 'API key'),
  delete_authenticators: taking('authenticatorIds', 'authenticator'),
  delete_oauth_providers: taking('providerIds', 'OAuth provider'),
  create_user_tag: tagging('user tag', 'userTagName', 'userIds'),
  update_user_tag: retagging('user tag', { id: 'userTagId', name: 'newUserTagName', members: 'UserIds' }),
  delete_user_tags: untagging('user tag', 'userTagIds'),
  create_private_key_tag: tagging('private key tag', 'privateKeyTagName', 'privateKeyIds'),
  update_private_key_tag: retagging('private key tag', {
    id: 'privateKeyTagId',
    name: 'newPrivateKeyTagName',
    members: 'PrivateKeyIds',
  }),
  delete_private_key_tags: untagging('private key tag', 'privateKeyTagIds'),
  create_invitations: ({ list }) => {
    const invited = each(list('invitations'));
    const words = invited.map((one) => `${quoted(one.text('receiverUserName'))} at ${one.text('receiverUserEmail')}`);
    return {
      headline: shortened(
        `Invite ${counted(invited.length, 'person', 'people')}: ${words.join(', ')}`,
        4 * MAXIMUM_NAME,
      ),
      findings: [
        care('Anyone who reads mail sent there may become a user of the organization.', from('invitations')),
        ...(invited.some((one) => one.list('receiverUserTags').length > 0) ? tagged('invitations') : []),
      ],
    };
  },
  delete_invitation: plain(({ text }) => `Take the invitation ${text('invitationId')} back`),
};
