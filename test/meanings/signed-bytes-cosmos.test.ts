import { bech32 } from '@scure/base';
import { hex } from '../unit/crypto/payloads/forms/builder.ts';
import {
  amino,
  any,
  arbitrary,
  coin,
  direct,
  document,
  proto,
  RECIPIENT,
  SENDER,
  send,
  sendAny,
  transferAny,
  VALIDATOR,
  voteAny,
} from '../unit/crypto/payloads/forms/cosmos-builder.ts';
import { blind, corpus, payload, whole } from './corpus.ts';

const SHA256 = { signWith: SENDER, hashFunction: 'HASH_FUNCTION_SHA256' };
const text = (message: string) => payload('PAYLOAD_ENCODING_TEXT_UTF8', message, SHA256);
const bytes = (digits: string) => payload('PAYLOAD_ENCODING_HEXADECIMAL', digits, SHA256);
/** The parts of signers: a key, or none, and a sequence. */
const signedBy = (sequence: bigint, key: Uint8Array | null) =>
  proto(
    [1, proto(...(key === null ? [] : [[1, key] as const]), [2, proto([1, proto([1, 1n])])], [3, sequence])],
    [2, proto([1, proto([1, 'uatom'], [2, '5000'])], [2, 200_000n])],
  );
const keyOf = (type: string, length = 33) => any(type, proto([1, new Uint8Array(length).fill(2)]));
const UNORDERED = [
  [4, 1n],
  [5, proto([1, 1_745_383_655n])],
] as const;
const stake = (type: string) => ({
  type,
  value: { amount: coin('1500000'), delegator_address: SENDER, validator_address: VALIDATOR },
});

corpus('signed-bytes-cosmos', {
  'a transfer in amino JSON': text(amino([send], { memo: 'for 1 < 2 lunches'.replace('<', 'or') })),
  'a transfer in amino JSON as bytes': bytes(hex(Buffer.from(amino([send])))),
  'a transfer of another account': text(amino([{ ...send, value: { ...send.value, from_address: RECIPIENT } }])),
  'a transfer of a coin that is not known': text(
    amino([{ ...send, value: { ...send.value, amount: [coin('5', 'ibc/27394FB092D2ECCD56123C74F36E4C1F')] } }]),
  ),
  'a fee that is a mistake': text(amino([send], { fee: { amount: [coin('10000000')], gas: '200000' } })),
  'a transfer whose memo has it swapped': text(amino([send], { memo: '=:ETH.ETH:0x66' })),
  'a chain id with a line feed': text(amino([send], { chain_id: 'cosmoshub-4\nfoo' })),
  'a transfer on no chain': text(amino([send], { chain_id: '' })),
  'stakes and votes in amino JSON': text(
    amino([
      stake('cosmos-sdk/MsgDelegate'),
      stake('cosmos-sdk/MsgUndelegate'),
      { type: 'cosmos-sdk/MsgVote', value: { option: 4, proposal_id: '12', voter: SENDER } },
    ]),
  ),
  'a message that is not known in amino JSON': text(
    amino([{ type: 'wasm/MsgExecuteContract', value: { contract: RECIPIENT, msg: {}, sender: SENDER } }]),
  ),
  'a transfer with a member more': text(amino([{ ...send, value: { ...send.value, note: 'x' } }])),
  'a document with a member more': text(amino([send], { tip: {} })),
  'a document with a member twice': text(amino([send]).replace('"memo":""', '"memo":"","memo":"x"')),
  'a document that is not sorted': text(JSON.stringify(Object.fromEntries(Object.entries(document([send])).reverse()))),
  'a document with spaces': text(amino([send]).replace('"memo":', '"memo": ')),
  'a message (ADR-36)': text(arbitrary('I own this account.')),
  'a message (ADR-36) of another account': text(arbitrary('I own this account.', RECIPIENT)),
  'a message (ADR-36) on a chain': text(arbitrary('hello').replace('"chain_id":""', '"chain_id":"cosmoshub-4"')),
  'a transfer, direct': bytes(hex(direct([sendAny], [[2, '1024']]))),
  'a vote and a transfer to another chain, direct': bytes(hex(direct([voteAny, transferAny('')]))),
  'a transfer to another chain whose memo is an instruction': bytes(hex(direct([transferAny('{"wasm":{}}')]))),
  'a message that is not known, direct': bytes(
    hex(direct([any('/cosmos.authz.v1beta1.MsgExec', Buffer.of(10, 1, 0x61))])),
  ),
  'a body with a field that is not known': bytes(hex(direct([sendAny], [[1023, Buffer.of(10, 1, 0x61)]]))),
  'a transfer with a field that is not known': bytes(
    hex(direct([any('/cosmos.bank.v1beta1.MsgSend', Buffer.of(0x48, 1))])),
  ),
  'a transfer of an account of another chain': whole(text(amino([send], { chain_id: 'osmosis-1' }))),
  'a transfer whose memo is an address': blind(text(amino([send], { memo: RECIPIENT }))),
  'a transfer whose memo is bytes': blind(text(amino([send], { memo: `0x${'a1'.repeat(40)}` }))),
  'a transfer whose memo is bytes in base64': blind(
    text(amino([send], { memo: 'CpkBCpYBChwvY29zbW9zLmJhbmsudjFiZXRhMS5Nc2dTZW5kEnYKLWNvc21vczFw' })),
  ),
  'a transfer whose memo is the number of a payment': whole(
    text(amino([send], { memo: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed' })),
  ),
  'a transfer by its key, direct': whole(
    bytes(hex(direct([sendAny], [], signedBy(3n, keyOf('/cosmos.crypto.secp256k1.PubKey'))))),
  ),
  'a transfer by a key of an unknown type, direct': blind(
    bytes(hex(direct([sendAny], [], signedBy(3n, keyOf('/x.bls.PubKey'))))),
  ),
  'a transfer by a key of another length, direct': blind(
    bytes(hex(direct([sendAny], [], signedBy(3n, keyOf('/cosmos.crypto.secp256k1.PubKey', 40))))),
  ),
  'a transfer by nobody, direct': blind(bytes(hex(direct([sendAny], [], proto([2, proto([2, 1n])]))))),
  'a transfer in no order with its end, direct': whole(bytes(hex(direct([sendAny], UNORDERED, signedBy(0n, null))))),
  'a transfer with an end that has no members, direct': whole(
    bytes(hex(direct([sendAny], [[5, proto()]], signedBy(3n, null)))),
  ),
  'a transfer with an end in nanoseconds, direct': whole(
    bytes(hex(direct([sendAny], [[5, proto([1, 1_745_383_655n], [2, 5n])]], signedBy(3n, null)))),
  ),
  'a transfer with too many nanoseconds, direct': blind(
    bytes(hex(direct([sendAny], [[5, proto([1, 1_745_383_655n], [2, 1_000_000_000n])]], signedBy(3n, null)))),
  ),
  'a transfer in no order with a sequence, direct': blind(bytes(hex(direct([sendAny], UNORDERED, signedBy(3n, null))))),
  'a deposit, a stake that is kept, and grants that end, in amino JSON': whole(
    text(
      amino([
        {
          type: 'cosmos-sdk/v1/MsgDeposit',
          value: { amount: [coin('5000000')], depositor: SENDER, proposal_id: '12' },
        },
        {
          type: 'cosmos-sdk/MsgCancelUnbondingDelegation',
          value: {
            amount: coin('1500000'),
            creation_height: '2000',
            delegator_address: SENDER,
            validator_address: VALIDATOR,
          },
        },
        {
          type: 'cosmos-sdk/MsgRevoke',
          value: { grantee: RECIPIENT, granter: SENDER, msg_type_url: '/cosmos.bank.v1beta1.MsgSend' },
        },
        { type: 'cosmos-sdk/MsgRevokeAllowance', value: { grantee: RECIPIENT, granter: SENDER } },
      ]),
    ),
  ),
  'a grant of a type with other words, in amino JSON': blind(
    text(
      amino([
        {
          type: 'cosmos-sdk/MsgRevoke',
          value: { grantee: RECIPIENT, granter: SENDER, msg_type_url: '/a.B for nobody. Send 1 ATOM to' },
        },
      ]),
    ),
  ),
  'a transfer over a channel with other words, direct': blind(
    bytes(
      hex(
        direct([
          any(
            '/ibc.applications.transfer.v1.MsgTransfer',
            proto(
              ...([
                [1, 'transfer'],
                [2, 'channel-0 and back'],
                [3, proto([1, 'uatom'], [2, '5'])],
              ] as const),
              ...([
                [4, SENDER],
                [5, RECIPIENT],
                [7, 1_745_383_655_000_000_000n],
              ] as const),
            ),
          ),
        ]),
      ),
    ),
  ),
  'a grant that ends, direct': whole(
    bytes(
      hex(
        direct([
          any(
            '/cosmos.authz.v1beta1.MsgRevoke',
            proto([1, SENDER], [2, RECIPIENT], [3, '/cosmos.bank.v1beta1.MsgSend']),
          ),
        ]),
      ),
    ),
  ),
});

const OTHER = bech32.encode('cosmos', bech32.toWords(new Uint8Array(20).fill(7)));
const END = '2027-01-02T03:04:05.123456789Z';
const paid = (address: string, amount: string) => ({ address, coins: [coin(amount)] });
const party = (address: string, amount: string) => proto([1, address], [2, proto([1, 'uatom'], [2, amount])]);
const granted = (authorization: unknown, expiration: unknown = END, change: object = {}) => ({
  type: 'cosmos-sdk/MsgGrant',
  value: {
    grant: { authorization, ...(expiration === null ? {} : { expiration }) },
    grantee: RECIPIENT,
    granter: SENDER,
    ...change,
  },
});
const generic = (msg: string) => ({ type: 'cosmos-sdk/GenericAuthorization', value: { msg } });
const sending = (more: object = {}) => ({
  type: 'cosmos-sdk/SendAuthorization',
  value: { spend_limit: [coin('5000000')], ...more },
});
const grantAny = (authorization: Uint8Array, ...end: readonly (readonly [number, Uint8Array])[]) =>
  any('/cosmos.authz.v1beta1.MsgGrant', proto([1, SENDER], [2, RECIPIENT], [3, proto([1, authorization], ...end)]));
const staking = (...members: readonly (readonly [number, bigint | Uint8Array])[]) =>
  any('/cosmos.staking.v1beta1.StakeAuthorization', proto(...members));
const UNTIL = [2, proto([1, 1_798_859_045n])] as const;
const executed = (more: object = {}) => ({
  type: 'wasm/MsgExecuteContract',
  value: {
    contract: RECIPIENT,
    funds: [coin('7000000')],
    sender: SENDER,
    msg: { transfer: { amount: '5', recipient: OTHER } },
    ...more,
  },
});
const many = (inputs: readonly unknown[], outputs: readonly unknown[]) =>
  text(amino([{ type: 'cosmos-sdk/MsgMultiSend', value: { inputs, outputs } }]));

corpus('cosmos-grants', {
  'coins to several': whole(
    many([paid(SENDER, '6000000')], [paid(RECIPIENT, '1000000'), paid(OTHER, '2000000'), paid(SENDER, '3000000')]),
  ),
  'coins to several, direct': whole(
    bytes(
      hex(
        direct([
          any(
            '/cosmos.bank.v1beta1.MsgMultiSend',
            proto([1, party(SENDER, '3')], [2, party(RECIPIENT, '1')], [2, party(OTHER, '2')]),
          ),
        ]),
      ),
    ),
  ),
  'coins to six': whole(
    many(
      [paid(SENDER, '6')],
      Array.from({ length: 6 }, () => paid(RECIPIENT, '1')),
    ),
  ),
  'coins of two': blind(many([paid(SENDER, '1'), paid(OTHER, '1')], [paid(RECIPIENT, '2')])),
  'coins of somebody else to several': whole(many([paid(OTHER, '2')], [paid(RECIPIENT, '2')])),
  'more coins than are given': blind(many([paid(SENDER, '1')], [paid(RECIPIENT, '2')])),
  'coins with a member more': blind(many([paid(SENDER, '1')], [{ ...paid(RECIPIENT, '1'), memo: 'x' }])),
  'a grant of every message of a type': whole(text(amino([granted(generic('/cosmos.gov.v1beta1.MsgVote'))]))),
  'a grant of every payment, for ever': whole(text(amino([granted(generic('/cosmos.bank.v1beta1.MsgSend'), null)]))),
  'a grant of a type with other words': blind(text(amino([granted(generic('/a.B to nobody'))]))),
  'a grant of some coins': whole(text(amino([granted(sending())]))),
  'a grant of some coins for two accounts': whole(text(amino([granted(sending({ allow_list: [OTHER, RECIPIENT] }))]))),
  'a grant of another kind': blind(
    text(amino([granted({ type: 'cosmos-sdk/TransferAuthorization', value: { allocations: [] } })])),
  ),
  'a grant that ends at no time': blind(text(amino([granted(generic('/a.B'), 'soon')]))),
  'a grant of stake with one validator, direct': whole(
    bytes(
      hex(
        direct([
          grantAny(staking([1, proto([1, 'uatom'], [2, '5000000'])], [2, proto([1, VALIDATOR])], [4, 1n]), UNTIL),
        ]),
      ),
    ),
  ),
  'a grant of all stake with any validator but one, direct': whole(
    bytes(hex(direct([grantAny(staking([3, proto([1, VALIDATOR])], [4, 2n]), UNTIL)]))),
  ),
  'a grant of stake with two lists, direct': blind(
    bytes(hex(direct([grantAny(staking([2, proto([1, VALIDATOR])], [3, proto()], [4, 1n]), UNTIL)]))),
  ),
  'a grant of stake of no known kind, direct': blind(bytes(hex(direct([grantAny(staking([4, 9n]), UNTIL)])))),
  'a grant of another kind, direct': blind(
    bytes(hex(direct([grantAny(any('/ibc.applications.transfer.v1.TransferAuthorization', proto()), UNTIL)]))),
  ),
  'fees of somebody': whole(
    text(
      amino([
        {
          type: 'cosmos-sdk/MsgGrantAllowance',
          value: {
            allowance: {
              type: 'cosmos-sdk/BasicAllowance',
              value: { expiration: END, spend_limit: [coin('5000000')] },
            },
            grantee: RECIPIENT,
            granter: SENDER,
          },
        },
      ]),
    ),
  ),
  'all fees of somebody, direct': whole(
    bytes(
      hex(
        direct([
          any(
            '/cosmos.feegrant.v1beta1.MsgGrantAllowance',
            proto([1, SENDER], [2, RECIPIENT], [3, any('/cosmos.feegrant.v1beta1.BasicAllowance', proto())]),
          ),
        ]),
      ),
    ),
  ),
  'coins for a contract': blind(text(amino([executed()]))),
  'coins for a contract whose message is no JSON, direct': blind(
    bytes(
      hex(
        direct([
          any(
            '/cosmwasm.wasm.v1.MsgExecuteContract',
            proto([1, SENDER], [2, RECIPIENT], [3, 'not json'], [5, proto([1, 'uatom'], [2, '5'])]),
          ),
        ]),
      ),
    ),
  ),
});
