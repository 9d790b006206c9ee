/**
 * Earlier versions of activities that public clients still send. Each becomes the newest version before it is decided and carried
 * out. The stored intent and result keep the form of the version that was sent. First versions of gateway operations stand beside.
 */
import { EARLIER_GATEWAY } from './gateway.ts';
import {
  emailAuthV1,
  emailAuthV2,
  initOtpAuthV1,
  initOtpAuthV2,
  initOtpV1,
  initOtpV2,
  initUserEmailRecoveryV1,
} from './logins.ts';
import { updatePolicyV1 } from './policies.ts';
import { createPrivateKeysV1, signRawPayloadV1, signTransactionV1 } from './signing.ts';
import {
  createSubOrganizationV1,
  createSubOrganizationV2,
  createSubOrganizationV3,
  createSubOrganizationV4,
  createSubOrganizationV5,
  createSubOrganizationV6,
  createSubOrganizationV7,
} from './sub-organizations.ts';
import { createApiKeysV1, createOauthProvidersV1, createUsersV2, createUsersV3 } from './users.ts';

/** The earlier versions that are carried out as the newest one. */
export const CONVERTED = {
  sign_raw_payload_v1: signRawPayloadV1,
  sign_transaction_v1: signTransactionV1,
  create_private_keys_v1: createPrivateKeysV1,
  create_users_v2: createUsersV2,
  create_users_v3: createUsersV3,
  create_api_keys_v1: createApiKeysV1,
  create_oauth_providers_v1: createOauthProvidersV1,
  create_sub_organization_v1: createSubOrganizationV1,
  create_sub_organization_v2: createSubOrganizationV2,
  create_sub_organization_v4: createSubOrganizationV4,
  create_sub_organization_v5: createSubOrganizationV5,
  create_sub_organization_v6: createSubOrganizationV6,
  create_sub_organization_v7: createSubOrganizationV7,
  update_policy_v1: updatePolicyV1,
  init_otp_v1: initOtpV1,
  init_otp_v2: initOtpV2,
  init_otp_auth_v1: initOtpAuthV1,
  init_otp_auth_v2: initOtpAuthV2,
  email_auth_v1: emailAuthV1,
  email_auth_v2: emailAuthV2,
  init_user_email_recovery_v1: initUserEmailRecoveryV1,
};

export const EARLIER = { ...CONVERTED, ...EARLIER_GATEWAY, create_sub_organization_v3: createSubOrganizationV3 };

/** Paths of earlier public clients, by the operation that answers at them. */
export const EARLIER_PATHS = {
  '/public/v1/submit/sign_raw_payload_v2': 'sign_raw_payload',
  '/public/v1/submit/sign_transaction_v2': 'sign_transaction',
  '/public/v1/submit/delete_invitations': 'delete_invitation',
} as const;
