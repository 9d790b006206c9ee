import { hex, SIGNER } from '../unit/crypto/payloads/forms/builder.ts';
import {
  account,
  addressOf,
  array,
  bytes,
  claim,
  drops,
  five,
  issued,
  memos,
  object,
  PAYMENT,
  RLUSD_ISSUER,
  signers,
  sized,
  XRP_ISSUER,
  XRP_RECIPIENT,
  XRP_SENDER,
  type XrpFields,
  type XrpName,
  xrp,
  xrpOfMany,
  xrpPayment,
} from '../unit/crypto/payloads/forms/xrp-builder.ts';
import { blind, type Case, corpus, payload, whole } from './corpus.ts';

const OTHER = addressOf(Buffer.alloc(20, 0x33));
const BLACK_HOLE = 'rrrrrrrrrrrrrrrrrrrrrhoLvTp';
const HASH = Buffer.alloc(32, 0xab);
const digits = (message: Uint8Array, how: { signWith?: string; hashFunction?: string } = {}): Case =>
  payload('PAYLOAD_ENCODING_HEXADECIMAL', hex(message), {
    signWith: SIGNER,
    hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
    ...how,
  } as never);
type More = { readonly [Name in XrpName]?: XrpFields[Name] | undefined };
const example = (type: number, fields: XrpFields, more: More = {}) => digits(xrp(type, fields, more));
const paid = (more: More) => digits(xrp(PAYMENT, xrpPayment, more));
const to = account(XRP_RECIPIENT);
const [CANONICAL, PARTIAL] = [0x8000_0000, 0x8002_0000];
/** A path through an account, and one into a currency of an issuer and out by another account. */
const paths = Buffer.concat([
  bytes('01'),
  account(OTHER).subarray(1),
  bytes('ff30'),
  bytes('0000000000000000000000005553440000000000'),
  account(XRP_ISSUER).subarray(1),
  bytes('00'),
]);
const TIME = 700_000_000;
const signing = xrp(PAYMENT, xrpPayment);
const change = (from: string, into: string) => digits(bytes(hex(signing).replace(from, into)));

corpus('signed-bytes-xrp', {
  'a payment': whole(paid({})),
  'a payment with a tag, an invoice and memos': whole(
    paid({ DestinationTag: 1234, SourceTag: 9, InvoiceID: HASH, Memos: memos('Rent for May', '') }),
  ),
  'a payment with a memo that is no text': blind(paid({ Memos: memos('Rent for May', bytes('ff00')) })),
  'a payment for a bridge, in the bytes of a memo': blind(
    paid({ Memos: memos(bytes(`4642505266410001${'00'.repeat(24)}`)) }),
  ),
  'a payment that never expires': whole(paid({ LastLedgerSequence: undefined })),
  'a payment that ends with a ledger far ahead': whole(paid({ LastLedgerSequence: 0xffff_ffff })),
  'a payment that ends with a ledger in years': whole(paid({ LastLedgerSequence: 120_000_000 })),
  'a payment that ends with a ledger of this week': whole(paid({ LastLedgerSequence: 95_700_000 })),
  'a payment by a ticket': whole(paid({ Sequence: 0, TicketSequence: 5 })),
  'a payment after another one': whole(paid({ AccountTxnID: HASH })),
  'a payment with a fee that is a mistake': whole(paid({ Fee: drops(50_000_000) })),
  'a payment to an address without a key': whole(paid({ Destination: account(BLACK_HOLE) })),
  'a payment of another account': whole(paid({ Account: account(OTHER) })),
  'a payment with the key of somebody else': whole(paid({ SigningPubKey: sized(Buffer.alloc(33, 0x02)) })),
  'a payment that another chain’s address of the key signs': whole(digits(signing, { signWith: SIGNER })),
  'a payment by a key that is not known': whole(digits(signing, { signWith: 'a private key' })),
  'a payment of an account whose regular key signs': whole(
    digits(xrp(PAYMENT, xrpPayment, { Account: account(OTHER) }), { signWith: 'a private key' }),
  ),
  'a payment of a currency': whole(example(PAYMENT, { Amount: five('USD'), Destination: to })),
  'a payment of a currency of this account': whole(
    example(PAYMENT, { Amount: five('USD', XRP_SENDER), Destination: to }),
  ),
  'a payment of RLUSD': whole(example(PAYMENT, { Amount: five('RLUSD', RLUSD_ISSUER), Destination: to })),
  'a payment of RLUSD of another issuer': whole(example(PAYMENT, { Amount: five('RLUSD'), Destination: to })),
  'a payment of a currency that resembles RLUSD': whole(example(PAYMENT, { Amount: five('RLU5D'), Destination: to })),
  'a payment of a currency of any issuer': whole(
    example(PAYMENT, { Amount: five('USD', XRP_RECIPIENT), SendMax: five('EUR', XRP_SENDER), Destination: to }),
  ),
  'a payment of very much and of very little': whole(
    example(PAYMENT, {
      Amount: issued(9_999_999_999_999_999n, 80, 'USD'),
      SendMax: issued(1_000_000_000_000_000n, -96, 'EUR'),
      Destination: to,
    }),
  ),
  'a payment by paths': whole(
    example(PAYMENT, { Amount: five('USD'), SendMax: drops(9_000_000), Paths: paths, Destination: to }),
  ),
  'a partial payment': whole(
    example(PAYMENT, { Amount: five('USD'), SendMax: drops(9_000_000), Destination: to, Flags: PARTIAL }),
  ),
  'a partial payment with a least amount': whole(
    example(PAYMENT, {
      Amount: five('USD'),
      DeliverMin: issued(4n * 10n ** 15n, -15, 'USD'),
      SendMax: drops(9_000_000),
      Destination: to,
      Flags: PARTIAL,
    }),
  ),
  'an exchange with oneself': whole(
    example(PAYMENT, { Amount: five('USD'), SendMax: drops(9_000_000), Destination: account(XRP_SENDER) }),
  ),
  'one of several signatures': whole(
    digits(xrpOfMany(XRP_SENDER, PAYMENT, { ...xrpPayment, Account: account(OTHER) })),
  ),
  'one of several signatures, of somebody else': whole(digits(xrpOfMany(OTHER, PAYMENT, xrpPayment))),
  'trust in an issuer': whole(example(20, { LimitAmount: five('USD') })),
  'trust that ends': whole(example(20, { LimitAmount: issued(0n, 0, 'USD') })),
  'trust with every danger': whole(
    example(20, { LimitAmount: five('USD'), QualityIn: 900_000_000, QualityOut: 1_000_000_000, Flags: 0x8054_0000 }),
  ),
  'an offer to buy': whole(example(7, { TakerPays: five('USD'), TakerGets: drops(9_000_000) })),
  'an offer to sell that replaces another and ends': whole(
    example(7, {
      TakerPays: drops(9_000_000),
      TakerGets: five('USD'),
      OfferSequence: 6,
      Expiration: TIME,
      Flags: 0x8008_0000,
    }),
  ),
  'an offer that is filled at once': whole(
    example(7, { TakerPays: five('USD'), TakerGets: drops(1), Flags: 0x8003_0000 }),
  ),
  'an offer that is cancelled': whole(example(8, { OfferSequence: 6 })),
  'a disabled master key': whole(example(3, { SetFlag: 4 })),
  'an enabled master key': whole(example(3, { ClearFlag: 4 })),
  'settings of an issuer': whole(
    example(3, {
      SetFlag: 16,
      ClearFlag: 8,
      TransferRate: 1_005_000_000,
      TickSize: 5,
      Domain: sized(Buffer.from('example.com')),
      EmailHash: Buffer.alloc(16),
      Flags: 0x8001_0000,
    }),
  ),
  'currencies that can be locked': whole(example(3, { SetFlag: 17 })),
  'a setting that changes nothing': whole(example(3, {})),
  'an account that can mint': whole(example(3, { SetFlag: 10, NFTokenMinter: account(OTHER) })),
  'a new regular key': whole(example(5, { RegularKey: account(OTHER) })),
  'a removed regular key': whole(example(5, {})),
  'a list of signers': whole(example(12, { SignerQuorum: 3, SignerEntries: signers([OTHER, 1], [XRP_ISSUER, 2]) })),
  'a list with a signer who needs no other': whole(
    example(12, { SignerQuorum: 2, SignerEntries: signers([OTHER, 2], [XRP_ISSUER, 1]) }),
  ),
  'a removed list of signers': whole(example(12, { SignerQuorum: 0 })),
  'a deleted account': whole(example(21, { Destination: to, DestinationTag: 7 })),
  'an escrow': whole(
    example(1, { Amount: drops(5_000_000), Destination: to, FinishAfter: TIME, CancelAfter: TIME + 9 }),
  ),
  'an escrow with a condition and no way back': whole(
    example(1, { Amount: drops(5_000_000), Destination: to, Condition: sized(Buffer.alloc(39, 0xa0)) }),
  ),
  'an escrow far ahead': whole(
    example(1, { Amount: drops(5_000_000), Destination: to, FinishAfter: 2_000_000_000, CancelAfter: 2_000_000_001 }),
  ),
  'an escrow with a condition and a way back far ahead': whole(
    example(1, {
      Amount: drops(5_000_000),
      Destination: to,
      Condition: sized(Buffer.alloc(39, 0xa0)),
      CancelAfter: 0xffff_ffff,
    }),
  ),
  'an escrow that is released': whole(example(2, { Owner: account(OTHER), OfferSequence: 9 })),
  'an escrow that is returned': whole(example(4, { Owner: account(OTHER), OfferSequence: 9 })),
  'a check': whole(example(16, { SendMax: drops(5_000_000), Destination: to, Expiration: TIME })),
  'a check without an end': whole(example(16, { SendMax: drops(5_000_000), Destination: to })),
  'a check for an address without a key': whole(
    example(16, { SendMax: drops(5_000_000), Destination: account(BLACK_HOLE), Expiration: TIME }),
  ),
  'a check that is cashed': whole(example(17, { CheckID: HASH, Amount: drops(5_000_000) })),
  'a check that is cashed for at least': whole(example(17, { CheckID: HASH, DeliverMin: five('USD') })),
  'a check that is cancelled': whole(example(18, { CheckID: HASH })),
  'a token for sale to anybody for nothing': whole(
    example(27, { NFTokenID: HASH, Amount: drops(0), Flags: 0x8000_0001 }),
  ),
  'a token for sale for a drop': whole(example(27, { NFTokenID: HASH, Amount: drops(1), Flags: 0x8000_0001 })),
  'a token for sale to one account': whole(
    example(27, { NFTokenID: HASH, Amount: drops(5), Destination: to, Expiration: TIME, Flags: 0x8000_0001 }),
  ),
  'an offer for a token': whole(example(27, { NFTokenID: HASH, Amount: five('USD'), Owner: account(OTHER) })),
  'offers for tokens that are cancelled': whole(example(28, { NFTokenOffers: sized(Buffer.concat([HASH, HASH])) })),
  'a destroyed token': whole(example(26, { NFTokenID: HASH })),
  'reserved numbers': whole(example(10, { TicketCount: 3 })),
  'an approved payer': whole(example(19, { Authorize: account(OTHER) })),
  'a payment channel': whole(
    example(13, {
      Amount: drops(5_000_000),
      Destination: to,
      SettleDelay: 86_400,
      PublicKey: sized(Buffer.alloc(33, 2)),
    }),
  ),
  'more for a payment channel': whole(example(14, { Channel: HASH, Amount: drops(5_000_000), Expiration: TIME })),
  'a claim of a payment channel': whole(digits(claim(1000n))),
  'a claim of more XRP than there is': blind(digits(claim(2n ** 60n))),
  'a claim with a byte behind it': blind(digits(Buffer.concat([claim(1000n), Buffer.of(0)]))),
  'a claim that is hashed otherwise': blind(
    digits(claim(1000n), { signWith: XRP_SENDER, hashFunction: 'HASH_FUNCTION_SHA256' }),
  ),
  'a payment that is hashed otherwise': blind(
    digits(signing, { signWith: XRP_SENDER, hashFunction: 'HASH_FUNCTION_SHA256' }),
  ),
  'a payment on another network': blind(paid({ NetworkID: 21_337 })),
  'a payment of another account by a permission': blind(paid({ Delegate: account(OTHER) })),
  'a payment with a flag that is not known': blind(paid({ Flags: 0x8000_0001 })),
  'a payment inside a batch': blind(paid({ Flags: 0x4000_0000 })),
  'a payment without its key': blind(paid({ SigningPubKey: undefined })),
  'a payment with the field of another type': blind(paid({ OfferSequence: 6 })),
  'a payment with a number and a ticket': blind(paid({ TicketSequence: 5 })),
  'a payment whose fee is a currency': blind(paid({ Fee: five('USD') })),
  'a partial payment of XRP': blind(paid({ Flags: PARTIAL })),
  'a least amount that is not partial': blind(paid({ DeliverMin: drops(1) })),
  'a payment to oneself': blind(paid({ Destination: account(XRP_SENDER) })),
  'a payment of nothing': blind(paid({ Amount: drops(0) })),
  'one of several signatures with a key': blind(
    digits(Buffer.concat([bytes('534d5400'), signing.subarray(4), account(OTHER).subarray(1)])),
  ),
  'trust in oneself': blind(example(20, { LimitAmount: five('USD', XRP_SENDER) })),
  'trust in XRP': blind(example(20, { LimitAmount: drops(5) })),
  'an offer of a currency for itself': blind(example(7, { TakerPays: five('USD'), TakerGets: five('USD') })),
  'an offer with two ways to fill it': blind(
    example(7, { TakerPays: five('USD'), TakerGets: drops(1), Flags: 0x8006_0000 }),
  ),
  'a setting that is not known': blind(example(3, { SetFlag: 99 })),
  'a right to freeze that is taken back': blind(example(3, { ClearFlag: 6 })),
  'a right to claw back that is given up': blind(example(3, { ClearFlag: 16 })),
  'an approved payer that is the account': blind(example(19, { Authorize: account(XRP_SENDER) })),
  'a setting that is set and cleared': blind(example(3, { SetFlag: 8, ClearFlag: 8 })),
  'signers who do not reach their quorum': blind(example(12, { SignerQuorum: 9, SignerEntries: signers([OTHER, 1]) })),
  'a signer twice': blind(example(12, { SignerQuorum: 1, SignerEntries: signers([OTHER, 1], [OTHER, 1]) })),
  'an escrow without an end': blind(example(1, { Amount: drops(5), Destination: to })),
  'an offer for a token that is accepted': blind(example(29, { NFTokenSellOffer: HASH })),
  'a deposit in a pool': blind(
    example(36, { Amount: drops(5), Asset: Buffer.alloc(20), Asset2: five('USD').subarray(8), Flags: 0x8008_0000 }),
  ),
  'a type without a name': blind(example(199, {})),
  'a batch': blind(digits(Buffer.concat([bytes('42434800'), Buffer.alloc(60, 1)]))),
  'a byte behind it': blind(digits(Buffer.concat([signing, Buffer.of(0)]))),
  'an end that is early': blind(digits(signing.subarray(0, -1))),
  'fields in another order': blind(
    digits(
      Buffer.concat([
        signing.subarray(0, 4),
        object({ Flags: CANONICAL }),
        signing.subarray(4, 7),
        signing.subarray(12),
      ]),
    ),
  ),
  'a field twice': blind(digits(Buffer.concat([signing, bytes('83'), to]))),
  'a field that is not known': blind(digits(Buffer.concat([signing, bytes('8f'), to]))),
  'a field that nobody signs': blind(paid({ TxnSignature: sized(Buffer.alloc(64)) })),
  'a field in more bytes than it needs': blind(change('2280000000', '20022280000000')),
  'a negative amount': blind(change('6140000000004c4b40', '6100000000004c4b40')),
  'an amount of a currency in another spelling': blind(
    example(PAYMENT, { Amount: issued(5n, 0, 'USD'), Destination: to }),
  ),
  'an account of another length': blind(change('8114', '8113')),
  'a memo without content': blind(paid({ Memos: array('ea', Buffer.alloc(0)) })),
  'a memo without an end': blind(paid({ Memos: bytes('ea7d0161') })),
});

const name = (code: string, issuer?: string) => example(PAYMENT, { Amount: five(code, issuer), Destination: to });
const typed = (...all: readonly (readonly [type: string, data: string])[]) =>
  paid({
    Memos: array(
      'ea',
      ...all.map(([type, data]) =>
        Buffer.concat([bytes('7c'), sized(Buffer.from(type)), bytes('7d'), sized(Buffer.from(data))]),
      ),
    ),
  });
const said = (...texts: readonly (string | Uint8Array)[]) => paid({ Memos: memos(...texts) });

corpus('misleading-xrp', {
  'a memo that looks like rows': whole(said(`Amount: 1 XRP To: ${OTHER}`)),
  'a memo that closes its quotation': whole(said('x” to “Alice')),
  'a memo in lines': blind(said('Rent\nTo: Alice')),
  'a memo that turns around': blind(said('Rent \u202e04 PRX')),
  'a memo that is an instruction': blind(said('=:ETH.ETH:0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf')),
  'a memo that is an address': blind(said(OTHER)),
  'a memo with a type and a format': whole(typed(['Amount', '1 XRP'])),
  'a memo that is an address without 0x': blind(said('7E5F4552091A69125d5DfCb7b8C2659029395Bdf')),
  'a type of a memo that is an instruction': blind(typed(['=:ETH.ETH:thor1abc:5', 'x'])),
  'memos that are the members of a transfer by a bridge': blind(
    typed(['type', 'interchain_transfer'], ['destination_chain', 'sui']),
  ),
  'a memo that is signing data': blind(said(hex(signing))),
  'a currency that is XRP in small letters': whole(name('xrp')),
  'a currency of three letters that is XRP': blind(name('0000000000000000000000005852500000000000')),
  'a currency whose digits spell XRP': whole(name('5852500000000000000000000000000000000000')),
  'a currency whose digits spell XRP and blanks': whole(name('5852502020202020202020202020202020202020')),
  'a currency whose digits spell USD': whole(name('5553440000000000000000000000000000000000')),
  'a currency that is zeros': blind(name('00'.repeat(20))),
  'a currency with letters from right to left': whole(name('e280ae4452554c52000000000000000000000000')),
  'a currency with a zero inside': whole(name('5553444300585800000000000000000000000000')),
  'a currency that is a sentence': whole(name(Buffer.from('USD to Alice, 5 XRP.').toString('hex'))),
  'a currency that is an amount': whole(name('5XRP')),
  'a currency of three digits': whole(name('000')),
  'a currency of marks': whole(name('<b>')),
  'USDC of the known issuer': whole(name('USDC', 'rGm7WCVp9gb4jZHWTEtGUr4dd74z2XuWhE')),
  'USDC of another issuer': whole(name('USDC')),
  'RLUSD by the issuer of USDC': whole(name('RLUSD', 'rGm7WCVp9gb4jZHWTEtGUr4dd74z2XuWhE')),
  'a price in RLUSD of another issuer': whole(
    example(7, { TakerPays: five('RLUSD'), TakerGets: five('RLUSD', RLUSD_ISSUER) }),
  ),
  'trust in a false XRP': whole(example(20, { LimitAmount: five('Xrp') })),
  'a check in a false XRP': whole(example(16, { SendMax: five('xRP'), Destination: to, Expiration: TIME })),
  'an escrow that nobody can take back': whole(
    example(1, { Amount: drops(5_000_000), Destination: account(XRP_SENDER), FinishAfter: TIME }),
  ),
  'a domain with letters from right to left': whole(example(3, { Domain: sized(Buffer.from('\u202emoc.elpmaxe')) })),
  'a tag that looks like an amount': whole(paid({ DestinationTag: 1_000_000_000 })),
  'a partial payment that names the least of nothing': whole(
    example(PAYMENT, {
      Amount: five('USD'),
      DeliverMin: issued(0n, 0, 'USD'),
      SendMax: drops(9_000_000),
      Destination: to,
      Flags: PARTIAL,
    }),
  ),
  'a least amount in another currency': blind(
    example(PAYMENT, {
      Amount: five('USD'),
      DeliverMin: five('EUR'),
      SendMax: drops(9),
      Destination: to,
      Flags: PARTIAL,
    }),
  ),
  'a token with an id': whole(
    example(PAYMENT, { Amount: bytes(`60000000000000000500000001${'11'.repeat(20)}`), Destination: to }),
  ),
});
