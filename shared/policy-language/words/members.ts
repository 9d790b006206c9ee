/** The words for the members of requests and approvals. */

/** Members by path. `[]` stands for the items of a list. A member that is not in the table keeps its path. */
export const MEMBERS: Readonly<Record<string, string>> = {
  'eth.tx.to': 'the recipient',
  'eth.tx.from': 'the sender',
  'eth.tx.value': 'the amount',
  'eth.tx.chain_id': 'the chain',
  'eth.tx.data': 'the call data',
  'eth.tx.gas': 'the gas limit',
  'eth.tx.nonce': 'the nonce',
  'eth.tx.function_name': 'the called function',
  'eth.tx.function_signature': 'the selector of the called function',
  'eth.eip_712.primary_type': 'the type of the typed data',
  'eth.eip_712.domain.name': 'the name in the typed data’s domain',
  'eth.eip_712.domain.chain_id': 'the chain of the typed data',
  'eth.eip_712.domain.verifying_contract': 'the contract of the typed data',
  'eth.eip_7702_authorization.address': 'the contract that the authorization names',
  'eth.eip_7702_authorization.chain_id': 'the chain of the authorization',
  'tempo.tx.chain_id': 'the chain',
  'wallet.id': 'the wallet',
  'wallet.label': 'the wallet’s name',
  'wallet_account.address': 'the account',
  'private_key.id': 'the private key',
  'private_key.label': 'the private key’s name',
  'secret.id': 'the secret',
  'secret.name': 'the secret’s name',
  'activity.type': 'the request',
  'activity.kind': 'the request',
  'activity.resource': 'the resource',
  'activity.action': 'the action',
  'approvers.count()': 'the number of approvers',
  'approvers[].id': 'the approver',
  'approvers[].email': 'the approver’s email address',
  'approvers[].alias': 'the approver’s name',
  'credentials[].id': 'the credential',
  'credentials[].user_id': 'the credential’s user',
  'credentials[].type': 'the credential’s type',
  'time.now': 'the time',
};

export const LISTS: Readonly<Record<string, string>> = {
  approvers: 'the approvers',
  credentials: 'the credentials of the approvals',
  wallets: 'the wallets',
  'approvers[].tags': 'the approver’s tags',
  'private_key.tags': 'the private key’s tags',
  'solana.tx.transfers': 'the SOL transfers',
  'solana.tx.spl_transfers': 'the token transfers',
  'solana.tx.instructions': 'the instructions',
  'solana.tx.account_keys': 'the accounts',
  'solana.tx.program_keys': 'the programs',
  'bitcoin.tx.outputs': 'the outputs',
  'bitcoin.tx.inputs': 'the inputs',
  'tron.tx.contract': 'the contracts of the transaction',
  'tempo.tx.calls': 'the calls',
};

/** Members of items that read better under another name. */
export const ITEM_MEMBERS: Readonly<Record<string, string>> = { to: 'recipient', from: 'sender', token_mint: 'token' };

/** Members that are true or false by themselves, with the words for each. */
export const TESTS: readonly (readonly [RegExp, holds: string, fails: string])[] = [
  [/^wallet\.imported$/, 'the wallet was imported', 'the wallet was not imported'],
  [/^wallet\.exported$/, 'the wallet was exported', 'the wallet was never exported'],
  [/^private_key\.imported$/, 'the private key was imported', 'the private key was not imported'],
  [/^private_key\.exported$/, 'the private key was exported', 'the private key was never exported'],
  [/^wallets\[\]\.imported$/, 'it was imported', 'it was not imported'],
  [/^wallets\[\]\.exported$/, 'it was exported', 'it was never exported'],
  [/^solana\.tx\.instructions\[\]\.accounts\[\]\.signer$/, 'it signs', 'it does not sign'],
  [/^solana\.tx\.instructions\[\]\.accounts\[\]\.writable$/, 'it is writable', 'it is not writable'],
  [/^controls\.(\w+)$/, 'the velocity control $1 holds', 'the velocity control $1 does not hold'],
];
