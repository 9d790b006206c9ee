import {
  APTOS_RECIPIENT,
  APTOS_SENDER,
  APTOS_USDC,
  type AptosAround,
  type AptosCall,
  account,
  aptos,
  aptosTransfer,
  list,
  orderless,
  struct,
  u64,
} from '../unit/crypto/payloads/forms/aptos-builder.ts';
import { hex, SIGNER } from '../unit/crypto/payloads/forms/builder.ts';
import { blind, type Case, corpus, payload, whole } from './corpus.ts';

const OTHER = `0x${'33'.repeat(32)}`;
const bytes = (message: Uint8Array, signWith = APTOS_SENDER): Case =>
  payload('PAYLOAD_ENCODING_HEXADECIMAL', hex(message), { signWith, hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' });
const caseOf = (call: AptosCall, around: AptosAround = {}, signWith?: string) => bytes(aptos(call, around), signWith);
const sent = (called: string, more: Partial<AptosCall> = {}): AptosCall => ({ ...aptosTransfer, called, ...more });
const asset = (metadata: string, called = '0x1::primary_fungible_store::transfer'): AptosCall => ({
  called,
  ...(called.startsWith('0x1::primary') ? { types: [struct('0x1::fungible_asset::Metadata')] } : {}),
  arguments: [account(metadata), account(APTOS_RECIPIENT), u64(2_500_000)],
});
const object = { called: '0x1::object::transfer_call', arguments: [account(OTHER), account(APTOS_RECIPIENT)] };
const many = {
  called: '0x1::aptos_account::batch_transfer',
  arguments: [list(account(APTOS_RECIPIENT), account(OTHER)), list(u64(50_000_000), u64(1))],
};

corpus('signed-bytes-aptos', {
  'a transfer': whole(caseOf(aptosTransfer)),
  'a transfer of a coin by its type': whole(
    caseOf(sent('0x1::aptos_account::transfer_coins', { types: [struct('0x1::aptos_coin::AptosCoin')] })),
  ),
  'a transfer of a coin that is not known': whole(
    caseOf(sent('0x1::coin::transfer', { types: [struct(`${OTHER}::fake::USDC`)] })),
  ),
  'a transfer of USDC': whole(caseOf(asset(APTOS_USDC))),
  'a transfer of USDC by the account’s module': whole(
    caseOf(asset(APTOS_USDC, '0x1::aptos_account::transfer_fungible_assets')),
  ),
  'a transfer of the asset with the address of USDC on the test network': whole(
    caseOf(asset(APTOS_USDC), { chain: 2 }),
  ),
  'a transfer to several accounts': whole(caseOf(many)),
  'a transfer to nobody': whole(caseOf({ ...many, arguments: [list(), list()] })),
  'a transfer to an address of the chain itself': whole(
    caseOf({ ...aptosTransfer, arguments: [account('0x1'), u64(5)] }),
  ),
  'a transfer to oneself': whole(caseOf({ ...aptosTransfer, arguments: [account(APTOS_SENDER), u64(5)] })),
  'an object that is given away': whole(caseOf(object)),
  'a stake': whole(
    caseOf({ called: '0x1::delegation_pool::add_stake', arguments: [account(OTHER), u64(1_100_000_000n)] }),
  ),
  'an orderless transfer': whole(
    caseOf(aptosTransfer, { sequence: 2n ** 64n - 1n, payload: orderless(aptosTransfer, 77n) }),
  ),
  'a transfer whose fee another account pays': whole(caseOf(aptosTransfer, { feePayer: OTHER })),
  'a transfer whose fee whoever wants to pays': whole(caseOf(aptosTransfer, { feePayer: '0x0' })),
  'a transfer of another account, whose fee this one pays': whole(
    caseOf(aptosTransfer, { sender: OTHER, feePayer: APTOS_SENDER }),
  ),
  'a transfer of another account, signed beside it': whole(
    caseOf(aptosTransfer, { sender: OTHER, others: [APTOS_SENDER] }),
  ),
  'a transfer by the address of its key on Solana': whole(caseOf(aptosTransfer, {}, SIGNER)),
  'a transfer of another account, by an address of the key on Solana': whole(
    caseOf(aptosTransfer, { sender: OTHER }, SIGNER),
  ),
  'a transfer of another account': whole(caseOf(aptosTransfer, { sender: OTHER })),
  'a transfer with a fee that is a mistake': whole(caseOf(aptosTransfer, { gas: 2_000_000n, price: 10_000n })),
  'a transfer that expired': whole(caseOf(aptosTransfer, { expires: 1_600_000_000n })),
  'a transfer that never expires': whole(caseOf(aptosTransfer, { expires: 2n ** 64n - 1n })),
  'a transfer on a network without a name': whole(caseOf(aptosTransfer, { chain: 77 })),
  'a transfer with an argument more': blind(
    caseOf({ ...aptosTransfer, arguments: [...aptosTransfer.arguments, u64(1)] }),
  ),
  'a transfer with a type more': blind(caseOf({ ...aptosTransfer, types: [struct('0x1::aptos_coin::AptosCoin')] })),
  'a transfer to more accounts than it has amounts': blind(
    caseOf({ ...many, arguments: [list(account(OTHER), account(OTHER)), list(u64(1))] }),
  ),
  'a transfer of another module with that name': blind(caseOf(sent(`${OTHER}::aptos_account::transfer`))),
  'a function that is not known': blind(caseOf(sent(`${OTHER}::router::swap`))),
  'a new key for the account': blind(caseOf(sent('0x1::account::rotate_authentication_key'))),
  'new code': blind(caseOf(sent('0x1::code::publish_package_txn'))),
  'a script': blind(caseOf(aptosTransfer, { payload: Buffer.of(0, 0, 0, 0) })),
  'a transfer by a multisig account': blind(caseOf(aptosTransfer, { payload: Buffer.of(3, ...Buffer.alloc(40)) })),
  'an orderless transfer of a multisig account': blind(
    caseOf(aptosTransfer, {
      payload: Buffer.concat([
        orderless(aptosTransfer, 7n).subarray(0, -10),
        Buffer.of(1),
        account(OTHER),
        Buffer.of(0),
      ]),
    }),
  ),
  'a transfer with a byte behind it': blind(bytes(Buffer.concat([aptos(aptosTransfer), Buffer.of(0)]))),
  'a transfer that ends early': blind(bytes(aptos(aptosTransfer).subarray(0, -1))),
});
