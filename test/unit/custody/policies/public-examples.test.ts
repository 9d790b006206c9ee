import { describe, expect, test } from 'vitest';
import { outcomeOf, type Sample } from './public-examples.ts';

/** Policies of the kinds in the public documentation, each with its value for a decoded request. */
const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SENDER = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9';
const SPL = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

type Cases = readonly (readonly [text: string, outcome: string])[];
const CONDITIONS: Readonly<Record<Exclude<Sample, 'approved'>, Cases>> = {
  ethereum: [
    [`eth.tx.to == '${RECIPIENT}'`, 'true'],
    [`eth.tx.to == '${RECIPIENT.toLowerCase()}'`, 'true'],
    [`eth.tx.to in ['0x${'00'.repeat(20)}', '${RECIPIENT}']`, 'true'],
    [`eth.tx.to == '${RECIPIENT}' && eth.tx.data[0..10] == '0xa9059cbb'`, 'true'],
    ["eth.tx.data[0..10] == '0x095ea7b3'", 'false'],
    [`eth.tx.data[10..74] == '${'0'.repeat(64)}'`, 'true'],
    ["eth.tx.data[0..200] == '0xa9059cbb'", 'no value'],
    ['eth.tx.chain_id == 11155111', 'true'],
    ["eth.tx.chain_id == '11155111'", 'true'],
    ['eth.tx.chain_id in [1, 8453, 42161]', 'false'],
    ['eth.tx.nonce >= 0 && eth.tx.nonce <= 200', 'true'],
    ['eth.tx.nonce <= 50', 'false'],
    ['eth.tx.value <= 1000000000000000000', 'true'],
    ['eth.tx.value < 1000000000000000000', 'false'],
    ['eth.tx.max_fee_per_gas < 50000000000 && eth.tx.gas <= 100000', 'true'],
    ["eth.tx.type == 'TYPE_2'", 'true'],
    [`eth.tx.from == wallet_account.address`, 'true'],
    ["eth.tx.function_name == 'transfer'", 'no value'],
    ["eth.tx.contract_call_args['wad'] < 1000000000000000000", 'no value'],
    ["wallet.id == 'wallet-1' && activity.resource == 'WALLET' && activity.action == 'SIGN'", 'true'],
    [`wallet_account.address == '${RECIPIENT}'`, 'true'],
    ["wallet.label == 'Treasury' && wallet.exported == false", 'true'],
    ["activity.type == 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2'", 'true'],
    ["activity.type in ['ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2']", 'true'],
    ["solana.tx.transfers.count() == 1 && eth.tx.to == ''", 'no value'],
    ['eth.tx.to == <ALLOWED_ADDRESS>', 'refused'],
    ['eth.tx.gas_limit < 21000', 'refused'],
  ],
  typed: [
    ["eth.eip_712.primary_type == 'Permit'", 'true'],
    ["eth.eip_712.domain.name == 'USD Coin' && eth.eip_712.domain.chain_id == 1", 'true'],
    [`eth.eip_712.domain.verifying_contract == '0x${'11'.repeat(20)}'`, 'true'],
    [`eth.eip_712.message['spender'] == '0x${'22'.repeat(20)}'`, 'true'],
    ["eth.eip_712.message['value'] == '0'", 'true'],
    ["eth.eip_712.message['value'] < 1000000", 'true'],
    ["eth.eip_712.message['owner'] == '0x00'", 'no value'],
    ["activity.params.encoding == 'PAYLOAD_ENCODING_EIP712'", 'true'],
    ["eth.tx.to == '0x00'", 'no value'],
  ],
  solana: [
    [`solana.tx.transfers.all(transfer, transfer.from == '${SENDER}')`, 'true'],
    [`solana.tx.transfers.count == 1 && solana.tx.transfers[0].from == '${SENDER}'`, 'true'],
    ['solana.tx.transfers.all(t, t.amount <= 1000)', 'true'],
    ['solana.tx.transfers.any(t, t.amount > 1000)', 'false'],
    ["solana.tx.program_keys.all(p, p == '11111111111111111111111111111111')", 'true'],
    [`solana.tx.program_keys.any(p, p == '${SPL}')`, 'false'],
    [`solana.tx.account_keys.contains('${SENDER}')`, 'true'],
    ["solana.tx.instructions.all(i, i.program_key == '11111111111111111111111111111111')", 'true'],
    ["solana.tx.instructions[0].instruction_data_hex[0..8] == '02000000'", 'true'],
    ['solana.tx.instructions.any(i, i.accounts.all(a, a.signer))', 'false'],
    ['solana.tx.spl_transfers.count() == 0', 'true'],
    ["solana.tx.spl_transfers.all(t, t.token_mint == 'x')", 'true'],
    ["solana.tx.instructions[0].parsed_instruction_data.instruction_name == 'transfer'", 'no value'],
  ],
  bitcoin: [
    ['bitcoin.tx.outputs.all(o, o.value <= 60000)', 'true'],
    ["bitcoin.tx.outputs.any(o, o.address_type == 'P2TR')", 'true'],
    ["bitcoin.tx.outputs.all(o, o.address in ['bc1qzyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3gmv0vy'])", 'false'],
    ['bitcoin.tx.inputs.count() == 1 && bitcoin.tx.inputs[0].vout == 1', 'true'],
    ["bitcoin.tx.locktime.type == 'Blocks' && bitcoin.tx.locktime.amount == 800000", 'true'],
    ['bitcoin.tx.fee <= 20000', 'no value'],
  ],
  tron: [
    ["tron.tx.contract[0].type == 'TransferContract'", 'true'],
    ['tron.tx.contract.count() == 1 && tron.tx.contract[0].amount <= 5000000', 'true'],
    ["tron.tx.contract[0].to_address == 'T'", 'false'],
    ["tron.tx.contract[0].data[0..8] == 'a9059cbb'", 'no value'],
    ["private_key.id == 'key-1'", 'true'],
    ["private_key.tags.contains('hot')", 'true'],
    ['private_key.imported && private_key.exported == false', 'true'],
    ["wallet.id == 'wallet-1'", 'no value'],
  ],
  users: [
    ["activity.resource == 'USER' && activity.action == 'CREATE'", 'true'],
    ["activity.resource == 'POLICY' && activity.action == 'CREATE'", 'false'],
    ["activity.action == 'DELETE'", 'false'],
    ["activity.kind == 'CREATE_USERS'", 'true'],
    ["activity.resource in ['USER', 'POLICY']", 'true'],
  ],
  exports: [
    ["activity.type == 'ACTIVITY_TYPE_EXPORT_WALLET' && activity.params.wallet_id == 'wallet-1'", 'true'],
    ["activity.action == 'EXPORT' && wallet.imported == false", 'true'],
  ],
};

const CONSENSUS = [
  ["approvers.any(user, user.id == 'user-1')", 'true'],
  ["approvers.any(user, user.id == 'user-3')", 'false'],
  ["approvers.any(user, user.tags.contains('admin'))", 'true'],
  ["approvers.filter(user, user.tags.contains('finance')).count() >= 2", 'true'],
  ["approvers.filter(user, user.tags.contains('admin')).count() >= 2", 'false'],
  ["approvers.count() == 2 && approvers.all(user, user.tags.contains('finance'))", 'true'],
  ["approvers.any(user, user.email == 'a@example.com')", 'true'],
  ["approvers.any(user, user.alias == 'Bot')", 'true'],
  ["credentials.any(credential, credential.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')", 'true'],
  ["credentials.all(credential, credential.type == 'CREDENTIAL_TYPE_API_KEY_P256')", 'false'],
  ["credentials.any(credential, credential.user_id == 'user-2' && credential.public_key == '02bb')", 'true'],
  ["credentials.any(credential, credential.credential_id == 'AAAA')", 'true'],
  ["approvers.any(user, user.name == 'Ada')", 'refused'],
  ["approvers.any(user => user.id == 'user-1')", 'refused'],
] as const satisfies Cases;

describe.each(Object.entries(CONDITIONS))('a condition about the %s sample', (sample, cases) => {
  test.each(cases)('%s is %s', (text, outcome) => {
    expect(outcomeOf('condition', sample as Sample, text).split(':')[0]).toBe(outcome);
  });
});

test.each(CONSENSUS)('the consensus %s is %s', (text, outcome) => {
  expect(outcomeOf('consensus', 'approved', text).split(':')[0]).toBe(outcome);
});
