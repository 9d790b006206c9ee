/** Conditions of drafts. `address` is the account that signs. */
export const conditions = (recipient: string, address: string) => [
  "activity.action == 'SIGN'",
  "activity.type == 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2'",
  "activity.type != 'ACTIVITY_TYPE_SIGN_TRANSACTION'",
  "activity.resource == 'WALLET'",
  'eth.tx.value <= 50',
  'eth.tx.value > 1',
  `eth.tx.to == '0x${recipient}'`,
  `eth.tx.to != '0x${recipient}'`,
  "eth.tx.function_name == 'transfer'",
  "wallet.label == 'Hot'",
  "wallet.label != 'Hot'",
  `wallet_account.address == '${address.toLowerCase()}'`,
  "activity.params.sign_with != 'x'",
  "eth.tx.data[0..10] == '0xa9059cbb'",
  'true',
  'false',
];

/** Consensus expressions of drafts, about the user `robotId` with the tag `tagId`. */
export const consensuses = (robotId: string, tagId: string) => [
  '',
  'approvers.count() >= 2',
  `approvers.any(u, u.id == '${robotId}')`,
  `approvers.any(u, u.tags.contains('${tagId}')) && approvers.count() >= 1`,
  `approvers.filter(u, u.tags.contains('${tagId}')).count() > 1`,
  "approvers.all(u, u.email == '')",
  "credentials.any(c, c.type == 'CREDENTIAL_TYPE_API_KEY_P256')",
];
