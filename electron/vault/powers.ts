/** Who gets what power by an activity that signs nothing, in words: data per operation. Values are what a body says, of whatever type. */
import { type Finding, isJsonObject, type JsonObject, ownMember, shortened } from '../../shared/model/index.ts';
import type { ActivityOperation } from '../../shared/operations/index.ts';
import { care, danger } from '../crypto/index.ts';

/** A sentence without its full stop, and what must be said of it. */
export interface Power {
  readonly headline: string;
  readonly findings: readonly Finding[];
}

type Tell = (given: Given) => Power;

/** Reads members of a body that may be of any type. */
interface Given {
  readonly own: JsonObject;
  text(name: string): string;
  list(name: string): readonly unknown[];
}

const MAXIMUM_NAME = 256;

const given = (own: JsonObject): Given => ({
  own,
  text: (name) => {
    const value = ownMember(own, name);
    return typeof value === 'string' ? shortened(value, MAXIMUM_NAME) : '';
  },
  list: (name) => {
    const value = ownMember(own, name);
    return Array.isArray(value) ? value : [];
  },
});
const each = (items: readonly unknown[]): Given[] => items.filter(isJsonObject).map(given);

const counted = (count: number, noun: string, plural = `${noun}s`) => `${count} ${count === 1 ? noun : plural}`;
const quoted = (name: string) => (name === '' ? 'without a name' : `“${name}”`);
const names = (items: readonly Given[], member: string) => items.map((item) => quoted(item.text(member))).join(', ');
const from = (field: string) => ({ field: `parameters.${field}` });

const plain =
  (headline: (given: Given) => string): Tell =>
  (body) => ({ headline: headline(body), findings: [] });

/** Keys that are deleted are gone for good, unless somebody else has them. */
const deleting =
  (list: string, noun: string, plural: string, others = ' with all keys'): Tell =>
  ({ own, list: items }) => ({
    headline: `Delete ${counted(items(list).length, noun, plural)}${others}`,
    findings: [
      ownMember(own, 'deleteWithoutExport') === true
        ? danger(
            'Keys that were never exported are deleted too. What they hold is lost for good.',
            from('deleteWithoutExport'),
          )
        : care('Keys that are deleted come back only from an export.', from(list)),
    ],
  });

/** An export gives a key to whoever has the target key. */
const exporting =
  (what: string, member: string): Tell =>
  ({ text }) => ({
    headline: `Export the ${what} ${text(member)} to whoever has the target key ${text('targetPublicKey')}`,
    findings: [
      danger(
        'Whoever has the target key gets the private keys, and with them all that they hold.',
        from('targetPublicKey'),
      ),
    ],
  });

const endless = (key: Given) => !['string', 'number'].includes(typeof ownMember(key.own, 'expirationSeconds'));

/** What lets somebody act as a user. */
const credentials =
  (list: string, name: string, noun: string): Tell =>
  ({ text, list: items }) => {
    const added = each(items(list));
    const lasts = noun === 'API key' && added.some(endless);
    return {
      headline: `Give the user ${text('userId')} ${counted(added.length, noun)}: ${names(added, name)}${lasts ? ', never expiring' : ''}`,
      findings: [
        danger('Whoever has it can do all that this user may do.', from(list)),
        ...(lasts ? [care('An API key among them never expires.', from(list))] : []),
      ],
    };
  };

const making = (users: readonly Given[], list: string, noun: string): Power => {
  const keys = users.reduce((sum, user) => sum + user.list('apiKeys').length, 0);
  return {
    headline: `Add ${counted(users.length, noun)}: ${names(users, 'userName')}${keys === 0 ? '' : `, with ${counted(keys, 'API key')}`}`,
    findings: users.some((user) => each(user.list('apiKeys')).some(endless))
      ? [care('An API key among them never expires.', from(list))]
      : [],
  };
};

const ANYTHING = /^\s*(true|1 *== *1)?\s*$/;
const policy = (made: Given, path: string): Power => {
  const allows = made.text('effect') === 'EFFECT_ALLOW';
  const [condition, consensus] = [made.text('condition'), made.text('consensus')];
  return {
    headline: `Let policy ${quoted(made.text('policyName'))} ${allows ? 'allow' : 'deny'} ${ANYTHING.test(condition) ? 'everything' : `what fits ${condition}`}${consensus === '' ? '' : ANYTHING.test(consensus) ? ', for everybody' : `, when ${consensus}`}`,
    findings: !allows
      ? []
      : [
          ANYTHING.test(condition) || ANYTHING.test(consensus)
            ? danger('It allows everything, or lets everybody do it.', from(path))
            : care('Who fits it may act without the root quorum.', from(path)),
        ],
  };
};

const removing = (list: string, noun: string, plural = `${noun}s`): Tell =>
  plain(({ list: items }) => `Delete ${counted(items(list).length, noun, plural)}`);

/** Of a user: what is taken away. */
const taking = (list: string, noun: string): Tell =>
  plain(({ text, list: items }) => `Take ${counted(items(list).length, noun)} from the user ${text('userId')}`);

const POWERS: Readonly<Record<string, Tell>> = {
  delete_wallets: deleting('walletIds', 'wallet', 'wallets'),
  delete_wallet_accounts: deleting('walletAccountIds', 'account', 'accounts'),
  delete_private_keys: deleting('privateKeyIds', 'private key', 'private keys', ''),
  delete_secrets: removing('secretIds', 'secret'),
  delete_sub_organization: ({ own }) => ({
    headline: 'Delete this sub-organization with all of its users and keys',
    findings: [
      danger(
        ownMember(own, 'deleteWithoutExport') === true
          ? 'Keys that were never exported are deleted too. What they hold is lost for good.'
          : 'Nobody can act in it any more.',
        from('deleteWithoutExport'),
      ),
    ],
  }),
  export_wallet_account: exporting('key of', 'address'),
  export_wallet: exporting('wallet', 'walletId'),
  export_private_key: exporting('private key', 'privateKeyId'),
  export_secrets: ({ list }) => ({
    headline: `Export ${counted(list('secrets').length, 'secret')} to whoever has the target key`,
    findings: [danger('Whoever has the target key gets them.', from('secrets'))],
  }),
  create_users: ({ list }) => making(each(list('users')), 'users', 'user'),
  create_api_only_users: ({ list }) => making(each(list('apiOnlyUsers')), 'apiOnlyUsers', 'API-only user'),
  delete_users: removing('userIds', 'user'),
  update_user_email: ({ text }) => ({
    headline: `Make ${text('userEmail')} the email of the user ${text('userId')}`,
    findings: [care('Whoever reads mail that is sent there may log in as this user.', from('userEmail'))],
  }),
  update_user_phone_number: ({ text }) => ({
    headline: `Make ${text('userPhoneNumber')} the phone number of the user ${text('userId')}`,
    findings: [care('Whoever reads messages that are sent there may log in as this user.', from('userPhoneNumber'))],
  }),
  create_api_keys: credentials('apiKeys', 'apiKeyName', 'API key'),
  create_authenticators: credentials('authenticators', 'authenticatorName', 'authenticator'),
  create_oauth_providers: credentials('oauthProviders', 'providerName', 'OAuth provider'),
  delete_api_keys: taking('apiKeyIds', 'API key'),
  delete_authenticators: taking('authenticatorIds', 'authenticator'),
  delete_oauth_providers: taking('providerIds', 'OAuth provider'),
  update_root_quorum: ({ own, list }) => {
    const threshold = ownMember(own, 'threshold');
    const users = list('userIds');
    return {
      headline:
        `Let ${typeof threshold === 'number' ? threshold : 'some'} of ${counted(users.length, 'user')} be the root quorum: ${users.filter((user) => typeof user === 'string').join(', ')}`.slice(
          0,
          1024,
        ),
      findings: [danger('The root quorum may do everything; who is not in it loses that.', from('userIds'))],
    };
  },
  create_sub_organization: ({ text, list }) => ({
    headline: `Create the sub-organization ${quoted(text('subOrganizationName'))}, whose root users are ${names(each(list('rootUsers')), 'userName')}`,
    findings: [care('Its root users alone may act in it.', from('rootUsers'))],
  }),
  create_policy: (made) => policy(made, 'condition'),
  create_policies: ({ list }) => {
    const told = each(list('policies')).map((made) => policy(made, 'policies'));
    const [first] = told;
    return told.length === 1 && first !== undefined
      ? first
      : {
          headline: `Create ${counted(told.length, 'policy', 'policies')}`,
          findings: told.flatMap(({ findings }) => findings),
        };
  },
  update_policy: ({ text }) => ({
    headline: `Change the policy ${text('policyId')}`,
    findings: [
      text('policyEffect') === 'EFFECT_ALLOW' || text('policyCondition') !== '' || text('policyConsensus') !== ''
        ? danger('It may allow more from then on.', from('policyId'))
        : care('It may allow something else from then on.', from('policyId')),
    ],
  }),
  delete_policy: ({ text }) => ({
    headline: `Delete the policy ${text('policyId')}`,
    findings: [care('If it denies something, that may be allowed from then on.', from('policyId'))],
  }),
  delete_policies: ({ list }) => ({
    headline: `Delete ${counted(list('policyIds').length, 'policy', 'policies')}`,
    findings: [care('What one of them denies may be allowed from then on.', from('policyIds'))],
  }),
  delete_mfa_policy: ({ text }) => ({
    headline: `Ask no second factor of the user ${text('userId')} by the MFA policy ${text('mfaPolicyId')} any more`,
    findings: [danger('Whoever has one credential of this user may do what needed two.', from('mfaPolicyId'))],
  }),
  stamp_login: ({ text }) => ({
    headline: `Open a session for the key ${text('publicKey')}`,
    findings: [care('Whoever has that key may act as you until the session ends.', from('publicKey'))],
  }),
  set_organization_feature: ({ text }) => ({
    headline: `Set the feature ${text('name')} to “${text('value')}”`,
    findings: [care('It changes how people get in, or what the organization may do.', from('name'))],
  }),
  remove_organization_feature: plain(({ text }) => `Turn off the feature ${text('name')}`),
  create_webhook_endpoint: ({ text }) => ({
    headline: `Tell ${text('url')} of what happens in the organization`,
    findings: [care('It hears of every event it is subscribed to.', from('url'))],
  }),
  delete_webhook_endpoint: plain(({ text }) => `Tell the endpoint ${text('endpointId')} nothing any more`),
};

/** What the activity gives, takes or lets out; null for one whose title tells it. */
export function powerOf(operation: ActivityOperation | undefined, parameters: unknown): Power | null {
  const tell = operation === undefined ? undefined : POWERS[operation.name];
  return tell === undefined || !isJsonObject(parameters) ? null : tell(given(parameters));
}
