import { hex } from '../unit/crypto/payloads/forms/builder.ts';
import {
  amino,
  any,
  arbitrary,
  coin,
  direct,
  document,
  RECIPIENT,
  SENDER,
  send,
  sendAny,
  transferAny,
  VALIDATOR,
  voteAny,
} from '../unit/crypto/payloads/forms/cosmos-builder.ts';
import { corpus, payload } from './corpus.ts';

const SHA256 = { signWith: SENDER, hashFunction: 'HASH_FUNCTION_SHA256' };
const text = (message: string) => payload('PAYLOAD_ENCODING_TEXT_UTF8', message, SHA256);
const bytes = (digits: string) => payload('PAYLOAD_ENCODING_HEXADECIMAL', digits, SHA256);
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
});
