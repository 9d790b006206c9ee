import { inQuotes, isBitcoinChain, ownMember, shortened, splitAsset } from '../../../shared/model/index.ts';
import { eventLabel, limitText, namedValue } from '../../../shared/words/index.ts';
import { assetsText, care, danger, information } from '../../crypto/index.ts';
import { faults } from './expressions.ts';
import { policy } from './policies.ts';
import {
  counted,
  type Explain,
  each,
  from,
  type Given,
  given,
  ids,
  names,
  type Power,
  plain,
  quoted,
  when,
} from './power.ts';

const subOrganization = ({ text, list }: Given): Power => ({
  headline: `Create the sub-organization ${quoted(text('subOrganizationName'))}, whose root users are ${names(each(list('rootUsers')), 'userName')}`,
  findings: [care('Its root users alone may act in it.', from('rootUsers'))],
});

/** Events that a finding names. Others are counted. */
const MAXIMUM_EVENTS = 8;

/** Returns the events that a webhook endpoint receives. An event that this version does not know is quoted. */
function receivedWords(subscriptions: readonly Given[]): string {
  const active = subscriptions.filter(({ own }) => ownMember(own, 'isActive') !== false);
  const events = active.map(({ text }) => {
    const label = eventLabel(text('eventType'));
    const name = label === text('eventType') ? quoted(label) : label;
    return text('filtersJson') === '' ? name : `${name} (filtered)`;
  });
  const more = events.length - MAXIMUM_EVENTS;
  if (events.length === 0) return 'It receives no event, because it is subscribed to none.';
  return `It receives these events: ${events.slice(0, MAXIMUM_EVENTS).join(', ')}${more > 0 ? `, and ${more} more` : ''}.`;
}

const OWNERS: Readonly<Record<string, string>> = {
  organization: 'for everybody together',
  user: 'for each user',
  wallet: 'from each wallet',
};

const velocityControl = ({ own, text }: Given): Power => {
  const within = (of: Given, name: string) => each([ownMember(of.own, name)])[0] ?? given({});
  const [aggregation, dataSource] = [within(given(own), 'aggregation'), within(given(own), 'dataSource')];
  const transfers = within(dataSource, 'chainAssetTransfer');
  const isTransfer = ownMember(dataSource.own, 'chainAssetTransfer') !== undefined;
  const filter = within(isTransfer ? transfers : within(dataSource, 'activityExecution'), 'filter');
  const types = each(filter.list('activity')).map((one) => one.text('activityType'));
  const assets = each(transfers.list('definition')).map((one) => ({
    caip19: one.text('caip19'),
    decimals: one.text('decimals'),
  }));
  const isSum = aggregation.text('method') === 'VELOCITY_CONTROL_AGGREGATION_METHOD_SUM';
  const unit = isTransfer ? `${isSum ? '' : 'transfers of '}${assetsText(assets)}` : 'activities';
  const [owner = ''] = Object.keys(within(aggregation, 'groupBy').own);
  const duration = within(within(aggregation, 'window'), 'rolling').text('duration');
  const seconds = /^[1-9][0-9]{0,9}$/.test(duration) ? duration : null;
  const limit = limitText({
    operator: aggregation.text('operator'),
    threshold: aggregation.text('threshold'),
    unit,
    seconds,
  });
  const isFeeCounted = assets.every(({ caip19 }) => isBitcoinChain(splitAsset(caip19)?.chain ?? ''));
  return {
    headline: shortened(
      `Create the limit ${quoted(text('name'))} (controls.${text('identifier')}): ${limit}${types.length === 0 ? '' : ` by ${types.join(', ')}`}, ${OWNERS[owner] ?? owner}`,
      1024,
    ),
    findings: [
      information('It limits nothing until a policy names it. The root quorum is never limited.', from('identifier')),
      information('Nothing is used yet. Counting begins when it is created.', from('aggregation')),
      ...(isTransfer && isSum && !isFeeCounted
        ? [information('Network fees count on Bitcoin alone.', from('dataSource'))]
        : []),
    ],
  };
};

/** The owner of an IP allowlist. */
const ofWhat = (publicKey: string) => (publicKey === '' ? 'the organization' : `the API key ${publicKey}`);

/** Choice (wide-allowlist): fewer fixed bits take in a large part of all addresses. Private networks have more. */
const FEWEST_BITS = { 4: 8, 6: 17 } as const;

/** Returns true for a rule that takes in a large part of all addresses. */
function isWide(cidr: string): boolean {
  const [, bits] = /\/(\d{1,3})$/.exec(cidr) ?? [];
  return bits !== undefined && Number(bits) < FEWEST_BITS[cidr.includes(':') ? 6 : 4];
}

const allowlist = ({ own, text, list }: Given): Power => {
  const publicKey = text('publicKey');
  const isDisabled = publicKey === '' && ownMember(own, 'enabled') === false;
  const rules =
    ownMember(own, 'rules') === undefined ? 'its rules stay as they are' : names(each(list('rules')), 'cidr');
  const wide = each(list('rules')).flatMap((rule) => {
    const cidr = rule.text('cidr');
    return isWide(cidr) ? [cidr] : [];
  });
  const effect =
    publicKey === ''
      ? 'Only requests from these addresses are accepted.'
      : 'While the organization has a list that is enabled, this key is accepted from these addresses alone.';
  return {
    headline: shortened(
      `Set the IP allowlist of ${ofWhat(publicKey)}${isDisabled ? ', and disable it' : ''}: ${rules}`,
      1024,
    ),
    findings: [
      isDisabled
        ? danger('All requests with a valid stamp are accepted, from any address.', from('enabled'))
        : care(effect, from('rules')),
      ...(wide.length === 0
        ? []
        : [
            danger(
              `The list keeps few out: ${wide.join(', ')} ${wide.length === 1 ? 'holds' : 'hold'} a large part of all addresses.`,
              from('rules'),
            ),
          ]),
      ...(ownMember(own, 'onEvaluationError') === 'ALLOW'
        ? [danger('Requests are accepted from any address while the list cannot be read.', from('onEvaluationError'))]
        : []),
    ],
  };
};

/** The members of `update_policy` that replace an expression. */
const UPDATED = ['policyCondition', 'policyConsensus', 'time'];

/** Activities about policies, votes, and the organization with its webhooks and applications. */
export const ORGANIZATIONS: Readonly<Record<string, Explain>> = {
  delete_sub_organization: ({ own }) => ({
    headline: 'Delete this sub-organization with all of its users and keys',
    findings: [
      danger(
        ownMember(own, 'deleteWithoutExport') === true
          ? 'Keys that were never exported are deleted too. Their funds are lost permanently.'
          : 'Nobody can act in it afterwards.',
        from('deleteWithoutExport'),
      ),
    ],
  }),
  update_root_quorum: ({ own, list }) => {
    const threshold = ownMember(own, 'threshold');
    const users = list('userIds');
    return {
      headline:
        `Let ${typeof threshold === 'number' ? threshold : 'some'} of ${counted(users.length, 'user')} be the root quorum: ${users.filter((user) => typeof user === 'string').join(', ')}`.slice(
          0,
          1024,
        ),
      findings: [
        danger('The root quorum may do everything. Users outside it lose that power.', from('userIds')),
        ...(typeof threshold === 'number' && (threshold < 1 || threshold > new Set(users).size)
          ? [
              danger(
                'These users cannot give that number of votes: nobody could act as the root quorum.',
                from('threshold'),
              ),
            ]
          : []),
      ],
    };
  },
  update_organization_name: plain(({ text }) => `Name the organization ${quoted(text('organizationName'))}`),
  create_sub_organization: subOrganization,
  create_sub_organization_v3: (made) => {
    const { headline, findings } = subOrganization(made);
    const keys = each(made.list('privateKeys'));
    const more = `, with ${counted(keys.length, 'private key')}: ${names(keys, 'privateKeyName')}`;
    return { headline: keys.length === 0 ? headline : shortened(`${headline}${more}`, 1024), findings };
  },
  create_policy: (made) => policy(made, 'condition'),
  create_policies: ({ list }) => {
    const policies = each(list('policies')).map((made) => policy(made, 'policies'));
    const [first] = policies;
    return policies.length === 1 && first !== undefined
      ? first
      : {
          headline: `Create ${counted(policies.length, 'policy', 'policies')}`,
          findings: policies.flatMap(({ findings }) => findings),
        };
  },
  update_policy: ({ own, text }) => ({
    headline: `Change the policy ${text('policyId')}`,
    findings: [
      ...faults({ own }),
      // Empty text counts too: it removes the expression, so that the policy applies to more.
      text('policyEffect') === 'EFFECT_ALLOW' || UPDATED.some((name) => typeof ownMember(own, name) === 'string')
        ? danger('It may allow more afterwards.', from('policyId'))
        : care('It may allow something else afterwards.', from('policyId')),
    ],
  }),
  delete_policy: ({ text }) => ({
    headline: `Delete the policy ${text('policyId')}`,
    findings: [care('If it denies something, that may be allowed afterwards.', from('policyId'))],
  }),
  delete_policies: ({ list }) => ({
    headline: `Delete ${counted(list('policyIds').length, 'policy', 'policies')}`,
    findings: [care('Actions that one of them denies may be allowed afterwards.', from('policyIds'))],
  }),
  create_oauth2_credential: plain(
    ({ text }) => `Keep a credential of the application ${text('clientId')} at ${namedValue(text('provider'))}`,
  ),
  update_oauth2_credential: plain(
    ({ text }) =>
      `Replace the credential ${text('oauth2CredentialId')} with one of the application ${text('clientId')} at ${namedValue(text('provider'))}`,
  ),
  delete_oauth2_credential: plain(({ text }) => `Delete the OAuth 2.0 credential ${text('oauth2CredentialId')}`),
  create_fiat_on_ramp_credential: plain(
    ({ text }) =>
      `Keep a credential with the API key ${text('publishableApiKey')} at ${namedValue(text('onrampProvider'))}`,
  ),
  update_fiat_on_ramp_credential: plain(
    ({ text }) =>
      `Replace the credential ${text('fiatOnrampCredentialId')} with one with the API key ${text('publishableApiKey')} at ${namedValue(text('onrampProvider'))}`,
  ),
  delete_fiat_on_ramp_credential: plain(
    ({ text }) => `Delete the fiat on-ramp credential ${text('fiatOnrampCredentialId')}`,
  ),
  create_velocity_control: velocityControl,
  delete_velocity_control: ({ text }) => ({
    headline: `Delete the limit ${text('velocityControlId')}`,
    findings: [care('Its used amount is deleted, even if you create it again.', from('velocityControlId'))],
  }),
  create_mfa_policy: ({ own, text }) => ({
    headline: `Require further proof from the user ${text('userId')}, by the MFA policy ${quoted(text('mfaPolicyName'))}, for activities that match ${text('condition')}`,
    findings: [
      ...faults({ own }),
      information('Without that proof the user can no longer do any of these.', from('requiredAuthenticationMethods')),
    ],
  }),
  update_mfa_policy: ({ own, text }) => ({
    headline: `Change the MFA policy ${text('mfaPolicyId')} of the user ${text('userId')}${when(text('condition'), `, which then is for activities that match ${text('condition')}`)}`,
    findings: [
      ...faults({ own }),
      ownMember(own, 'condition') !== undefined || ownMember(own, 'requiredAuthenticationMethods') !== undefined
        ? danger('It may require less proof afterwards, or none.', from('mfaPolicyId'))
        : care('Another policy may be checked first afterwards.', from('mfaPolicyId')),
    ],
  }),
  delete_mfa_policy: ({ text }) => ({
    headline: `Stop requiring a second factor from the user ${text('userId')} by the MFA policy ${text('mfaPolicyId')}`,
    findings: [danger('Anyone with one credential of this user may do what needed two.', from('mfaPolicyId'))],
  }),
  approve_activity: ({ text }) => ({
    headline: `Approve the activity ${text('fingerprint')}`,
    findings: [
      care(
        'If no other vote is missing, the activity runs at once. Only the activity itself shows its effect.',
        from('fingerprint'),
      ),
    ],
  }),
  reject_activity: plain(({ text }) => `Reject the activity ${text('fingerprint')}, which ends it`),
  set_organization_feature: ({ text }) => ({
    headline: `Set the feature ${inQuotes(namedValue(text('name')))} to ${inQuotes(text('value'))}`,
    findings: [care('It changes how people log in, or the powers of the organization.', from('name'))],
  }),
  update_allowed_origins: ({ list }) => ({
    headline: `Let only pages of these origins use passkeys: ${inQuotes(ids(list('allowedOrigins')))}`,
    findings: [care('Users with passkeys of other pages only can no longer stamp.', from('allowedOrigins'))],
  }),
  set_ip_allowlist: allowlist,
  remove_ip_allowlist: ({ text }) => ({
    headline: `Remove the IP allowlist of ${ofWhat(text('publicKey'))}`,
    findings: [care('More addresses may be accepted afterwards.', from('publicKey'))],
  }),
  remove_organization_feature: plain(({ text }) => `Turn off the feature ${inQuotes(namedValue(text('name')))}`),
  create_webhook_endpoint: ({ text, list }) => ({
    headline: `Send events of the organization to ${text('url')}`,
    findings: [care(receivedWords(each(list('subscriptions'))), from('subscriptions'))],
  }),
  update_webhook_endpoint: ({ own, text }) => {
    const active = ownMember(own, 'isActive');
    const goesOn = text('url') !== '' || active === true;
    return {
      headline: `Change the webhook endpoint ${text('endpointId')}${when(text('url'), `: send events to ${text('url')}`)}${active === true ? ', and start sending' : active === false ? ', and stop sending' : ''}`,
      findings: goesOn
        ? [care('It receives every event it is subscribed to.', from(text('url') === '' ? 'isActive' : 'url'))]
        : [],
    };
  },
  replay_failed_webhook_deliveries: plain(
    ({ text }) => `Send all failed deliveries of the webhook endpoint ${text('endpointId')} once more`,
  ),
  replay_webhook_delivery: plain(({ text }) => `Send the webhook delivery ${text('deliveryId')} once more`),
  send_test_webhook_delivery: plain(
    ({ text }) => `Send a test event to the webhook endpoint ${text('endpointId')}, once`,
  ),
  rotate_webhook_key: plain(() => 'Replace the key that signs webhook deliveries, a day from now'),
  create_smart_contract_interface: ({ text }) => ({
    headline: `Keep the interface ${quoted(text('label'))} of the contract ${text('smartContractAddress')}`,
    findings: [
      care(
        'Policies decode calls of that contract with it: a wrong interface can make them allow hidden actions.',
        from('smartContractInterface'),
      ),
    ],
  }),
  delete_smart_contract_interface: ({ text }) => ({
    headline: `Delete the smart contract interface ${text('smartContractInterfaceId')}`,
    findings: [care('Policies can no longer decode calls with it.', from('smartContractInterfaceId'))],
  }),
  create_tvc_app: plain(
    ({ text }) => `Create the application ${quoted(text('name'))}, whose quorum key is ${text('quorumPublicKey')}`,
  ),
  create_tvc_deployment: ({ own, text }) => ({
    headline: `Deploy ${text('pivotContainerImageUrl')} as the application ${text('appId')}`,
    findings: [
      care('The contents of that image act as the application.', from('pivotContainerImageUrl')),
      ...(ownMember(own, 'debugMode') === true
        ? [danger('In debug mode its contents can be read from outside.', from('debugMode'))]
        : []),
    ],
  }),
  delete_tvc_app_and_deployments: plain(
    ({ text }) => `Delete the application ${text('appId')} with all its deployments`,
  ),
  set_tvc_app_live_deployment: ({ text }) => ({
    headline: `Make the deployment ${text('deploymentId')} the live one of its application`,
    findings: [care('The contents of its image act as the application.', from('deploymentId'))],
  }),
  delete_tvc_deployment: plain(({ text }) => `Delete the deployment ${text('deploymentId')}`),
  restore_tvc_deployment: plain(({ text }) => `Restore the deployment ${text('deploymentId')}`),
  delete_webhook_endpoint: plain(({ text }) => `Delete the webhook endpoint ${text('endpointId')}`),
};
