/** Signature bases of the XRP Ledger and of Stellar that are refused. */
import { describePayload } from '../../../electron/crypto/index.ts';
import { hexEncode } from '../../../shared/wire/index.ts';
import {
  asset,
  int64,
  list,
  none,
  OTHER_KEY,
  operation,
  PUBLIC,
  pay,
  RECIPIENT_KEY,
  type StellarAround,
  some,
  stellar,
  account as stellarAccount,
  stellarPayment,
  transaction,
  uint32,
  XLM,
} from '../crypto/payloads/forms/stellar-builder.ts';
import {
  account,
  array,
  bytes,
  claim,
  drops,
  five,
  issued,
  memos,
  PAYMENT,
  sized,
  XRP_RECIPIENT,
  type XrpFields,
  type XrpName,
  xrp,
  xrpPayment,
} from '../crypto/payloads/forms/xrp-builder.ts';
import { named } from './cases.ts';

/** The findings about bytes that Ed25519 signs as they are. */
const unhashed = (signed: Uint8Array) =>
  (
    describePayload('PAYLOAD_ENCODING_HEXADECIMAL', hexEncode(signed), {
      hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
      signWith: null,
    })?.findings ?? []
  )
    .map((finding) => finding.text)
    .join(' | ');

const join = (...parts: readonly Uint8Array[]) => Buffer.concat(parts);
const paid = (more: { readonly [Name in XrpName]?: XrpFields[Name] }) => xrp(PAYMENT, xrpPayment, more);
const to = account(XRP_RECIPIENT);
const ofAmount = (amount: Uint8Array) => paid({ Amount: amount });
const path = (...digits: readonly string[]) => paid({ Paths: bytes(digits.join('')) });
const through = `01${'33'.repeat(20)}`;
const issuer = '11'.repeat(20);

const around = (more: StellarAround) => stellar([stellarPayment], more);
const of = (type: number, ...parts: readonly Uint8Array[]) => stellar([operation(type, join(...parts))]);
const recipient = stellarAccount(RECIPIENT_KEY);
const claimable = (predicate: Uint8Array) => of(14, XLM, int64(5), list(join(uint32(0), recipient, predicate)));
const not = (predicate: Uint8Array) => join(uint32(3), some(predicate));
const conditions = (...parts: readonly Uint8Array[]) => around({ conditions: join(uint32(2), ...parts) });

export const LEDGERS = [
  named('a transaction of the XRP Ledger', unhashed, {
    'that is too long': join(bytes('53545800'), Buffer.alloc(65_536)),
    'without the account of its signer': bytes('534d5400'),
    'that begins like a claim': join(claim(5n), Buffer.of(0)),
    'without a type first': bytes('535458002280000000'),
    'with a field twice': join(paid({}), bytes('83'), to),
    'with fields in another order': join(paid({}), bytes('2280000000')),
    'with the number of a field in two bytes': bytes('5354580012000020022280000000'),
    'with a field that is not signed': paid({ TxnSignature: sized(Buffer.alloc(64)) }),
    'with an unknown field': join(paid({}), bytes('8f'), to),
    'with an object outside its list': bytes('53545800120000ea7d0161e1'),
    'with an account of another length': join(bytes('53545800120000'), bytes('81020505')),
    'with half a hash in a list': paid({ NFTokenOffers: sized(Buffer.alloc(48)) }),
    'with a length that no field has': join(bytes('53545800120000'), bytes('73ff')),
    'with another object in a list': paid({ Memos: array('eb', bytes('7d0161')) }),
    'with too many memos': paid({ Memos: memos(...Array.from({ length: 65 }, () => 'a')) }),
    'with a memo without an end': paid({ Memos: bytes('ea7d0161') }),
    'with a list without items': paid({ Memos: bytes('f1') }),
    'with a path without steps': path('00'),
    'with too many paths': path(Array.from({ length: 7 }, () => through).join('ff'), '00'),
    'with a path of too many steps': path(through.repeat(9), '00'),
    'with an unknown step': path('02', '00'),
    'with a negative amount': ofAmount(bytes('0000000000000005')),
    'with more XRP than there is': ofAmount(drops(2n * 10n ** 17n)),
    'with another spelling of an amount': ofAmount(issued(5n, 0, 'USD')),
    'with XRP of an issuer': ofAmount(five('XRP')),
    'with an end inside an amount': bytes('5354580012000061400000'),
    'with an end inside an asset': bytes(`53545800120024031801${issuer.slice(2)}`),
  }),
  named('a transaction of Stellar', unhashed, {
    'that is too long': join(around({}), Buffer.alloc(131_072)),
    'of an unknown type': around({ type: 3 }),
    'that pays a fee of no transaction': join(PUBLIC, uint32(5), recipient, int64(9), uint32(5), transaction([])),
    'with data of contracts': around({ extension: 1 }),
    'with unknown conditions': around({ conditions: uint32(3) }),
    'with an option that is neither': conditions(uint32(2)),
    'with an optional number that is neither': conditions(none, none, uint32(2)),
    'with too many extra signers': conditions(none, none, none, int64(0), uint32(0), uint32(3)),
    'with an unknown extra signer': conditions(none, none, none, int64(0), uint32(0), list(uint32(4))),
    'with an unknown memo': around({ memo: uint32(5) }),
    'with a long memo': around({ memo: join(uint32(1), uint32(29)) }),
    'with padding that is not zeros': around({ memo: join(uint32(1), uint32(1), Buffer.from('abcd')) }),
    'with an unknown operation': of(99),
    'with a call of a contract': of(24),
    'with a longer life of entries': of(25),
    'with restored entries': of(26),
    'with a negative amount': stellar([pay(recipient, XLM, -1)]),
    'with an unknown account': stellar([pay(join(uint32(7), OTHER_KEY), XLM, 5)]),
    'with an unknown sponsored account': of(16, uint32(1), OTHER_KEY),
    'with an unknown asset': stellar([pay(recipient, uint32(4), 5)]),
    'with an invalid code': stellar([pay(recipient, asset('A-B'), 5)]),
    'with an unknown code': of(7, recipient, uint32(3)),
    'with an unknown pool': of(6, uint32(3), uint32(1)),
    'with another fee of a pool': of(6, uint32(3), uint32(0), XLM, asset('USD'), uint32(31)),
    'with a price of nothing': of(4, XLM, asset('USD'), int64(5), uint32(1), uint32(0)),
    'with an unknown balance': of(15, uint32(1)),
    'with an unknown claimant': of(14, XLM, int64(5), list(uint32(1))),
    'with an unknown condition': claimable(uint32(6)),
    'with half a condition': claimable(join(uint32(1), list(uint32(0)))),
    'with a condition without its part': claimable(join(uint32(3), none)),
    'with deep conditions': claimable(not(not(not(not(uint32(0)))))),
    'with an unknown sponsored entry': of(18, uint32(0), uint32(9)),
    'with bytes behind it': join(around({}), Buffer.of(0)),
  }),
];
