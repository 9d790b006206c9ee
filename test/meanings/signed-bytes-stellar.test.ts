import { hex, SIGNER } from '../unit/crypto/payloads/forms/builder.ts';
import {
  account,
  asset,
  envelope,
  feeBump,
  ISSUER_KEY,
  int64,
  list,
  muxed,
  none,
  OTHER_KEY,
  opaque,
  operation,
  pay,
  RECIPIENT_KEY,
  STELLAR_KEY,
  type StellarAround,
  some,
  stellar,
  stellarPayment,
  TEST,
  transaction,
  USDC_KEY,
  uint32,
  untilTime,
  XLM,
} from '../unit/crypto/payloads/forms/stellar-builder.ts';
import { blind, type Case, corpus, payload, whole } from './corpus.ts';

const join = (...parts: readonly Uint8Array[]) => Buffer.concat(parts);
const digits = (message: Uint8Array, signWith = SIGNER): Case =>
  payload('PAYLOAD_ENCODING_HEXADECIMAL', hex(message), {
    signWith,
    hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
  });
const example = (...operations: readonly Uint8Array[]) => digits(stellar(operations));
const around = (more: StellarAround) => digits(stellar([stellarPayment], more));
const memo = (text: string | Uint8Array) => around({ memo: join(uint32(1), opaque(text)) });
const to = account(RECIPIENT_KEY);
const HASH = Buffer.alloc(32, 0xab);
const balance = join(uint32(0), HASH);
const price = (n: number, d: number) => join(uint32(n), uint32(d));
const USDC = asset('USDC', USDC_KEY);
/** The options of `SetOptions` in their order, each absent but those given. */
const options = (given: Readonly<Record<number, Uint8Array>>) =>
  operation(
    5,
    join(...Array.from({ length: 9 }, (_, index) => (given[index] === undefined ? none : some(given[index])))),
  );
const ed25519 = (key: Uint8Array, weight: number) => join(uint32(0), key, uint32(weight));
const conditions = (...parts: readonly Uint8Array[]) => join(uint32(2), ...parts);
const NO_CONDITIONS = [none, none, none, int64(0), uint32(0), list()];
const [UNCONDITIONAL, BEFORE, WITHIN] = [
  uint32(0),
  join(uint32(4), int64(1_800_000_000)),
  join(uint32(5), int64(3600)),
];
const claimant = (key: Uint8Array, predicate: Uint8Array) => join(uint32(0), account(key), predicate);
const signing = stellar([stellarPayment]);

corpus('signed-bytes-stellar', {
  'a payment': whole(example(stellarPayment)),
  'a payment on the test network': whole(around({ network: TEST })),
  'a payment of USDC': whole(example(pay(to, USDC, 15_000_000))),
  'a payment of the asset of an issuer': whole(example(pay(to, asset('LONGASSET'), 1))),
  'a payment to a customer of an account': whole(example(pay(muxed(RECIPIENT_KEY, 7n), XLM, 5))),
  'a payment from a customer of an account': whole(around({ source: muxed(STELLAR_KEY, 9n) })),
  'a payment to oneself': whole(example(pay(account(STELLAR_KEY), XLM, 5))),
  'a payment to an address without a key': whole(example(pay(account(Buffer.alloc(32)), XLM, 5))),
  'a payment that never expires': whole(around({ conditions: uint32(0) })),
  'a payment with a time of zero': whole(around({ conditions: untilTime(0) })),
  'a payment with every condition': whole(
    around({
      conditions: conditions(
        some(join(int64(1_745_000_000), int64(1_800_000_000))),
        some(join(uint32(5), uint32(900))),
        some(int64(40)),
        int64(60),
        uint32(3),
        list(join(uint32(0), OTHER_KEY), join(uint32(3), OTHER_KEY, opaque('abc'))),
      ),
    }),
  ),
  'a payment with a memo': whole(memo('Rent for May')),
  'a payment with the number of a memo': whole(around({ memo: join(uint32(2), int64(77)) })),
  'a payment with the hash of a memo': whole(around({ memo: join(uint32(3), HASH) })),
  'a refund': whole(around({ memo: join(uint32(4), HASH) })),
  'a payment with a fee that is a mistake': whole(around({ fee: 2_000_000_000 })),
  'a payment of another account': whole(around({ source: account(OTHER_KEY) })),
  'a payment by a key that is not known': whole(digits(signing, 'a private key')),
  'an operation of this account in the transaction of another one': whole(
    digits(stellar([pay(to, XLM, 5, account(STELLAR_KEY))], { source: account(OTHER_KEY) })),
  ),
  'an operation of another account': whole(example(stellarPayment, pay(to, XLM, 5, account(OTHER_KEY)))),
  'a sign-in (SEP-10)': whole(
    digits(
      stellar(
        [operation(10, join(opaque('service.example auth'), some(opaque('a'.repeat(64)))), account(STELLAR_KEY))],
        { sequence: 0n, source: account(OTHER_KEY) },
      ),
    ),
  ),
  'the fee of another transaction': whole(digits(feeBump([stellarPayment]))),
  'the fee of another transaction, which another account pays': whole(
    digits(feeBump([stellarPayment], { payer: account(ISSUER_KEY) })),
  ),
  'a new account': whole(example(operation(0, join(to, int64(20_000_000))))),
  'a payment by a path': whole(
    example(operation(2, join(XLM, int64(90_000_000), to, USDC, int64(10_000_000), list(asset('EURX'))))),
  ),
  'a payment of a fixed amount by a path': whole(
    example(operation(13, join(XLM, int64(90_000_000), to, USDC, int64(10_000_000), list()))),
  ),
  'an offer to sell': whole(example(operation(3, join(XLM, USDC, int64(50_000_000), price(1, 10), int64(0))))),
  'an offer to sell for a third': whole(
    example(operation(3, join(XLM, USDC, int64(50_000_000), price(1, 3), int64(8)))),
  ),
  'an offer that is deleted': whole(example(operation(3, join(XLM, USDC, int64(0), price(1, 10), int64(8))))),
  'an offer to buy': whole(example(operation(12, join(XLM, USDC, int64(50_000_000), price(10, 1), int64(0))))),
  'a passive offer': whole(example(operation(4, join(XLM, USDC, int64(50_000_000), price(1, 10))))),
  'a new signer': whole(example(options({ 8: ed25519(OTHER_KEY, 10) }))),
  'a signer that is a hash': whole(example(options({ 8: join(uint32(2), HASH, uint32(1)) }))),
  'a signer that is a transaction': whole(example(options({ 8: join(uint32(1), HASH, uint32(1)) }))),
  'a master key without weight behind three payments': whole(
    example(stellarPayment, stellarPayment, stellarPayment, options({ 3: uint32(0) })),
  ),
  'a removed signer': whole(example(options({ 8: ed25519(OTHER_KEY, 0) }))),
  'a master key without weight': whole(example(options({ 3: uint32(0) }))),
  'weights and thresholds': whole(example(options({ 3: uint32(2), 4: uint32(1), 5: uint32(2), 6: uint32(3) }))),
  'flags and a domain': whole(example(options({ 0: to, 1: uint32(1), 2: uint32(14), 7: opaque('example.com') }))),
  'no option': whole(example(options({}))),
  'trust in an asset': whole(example(operation(6, join(USDC, int64(10_000_000))))),
  'trust without a limit': whole(example(operation(6, join(USDC, int64(2n ** 63n - 1n))))),
  'trust that ends': whole(example(operation(6, join(USDC, int64(0))))),
  'trust in the shares of a pool': whole(
    example(operation(6, join(uint32(3), uint32(0), XLM, USDC, uint32(30), int64(5)))),
  ),
  'an approval': whole(example(operation(7, join(to, uint32(1), Buffer.from('EURX'), uint32(1))))),
  'an approval that is revoked': whole(example(operation(7, join(to, uint32(1), Buffer.from('EURX'), uint32(0))))),
  'flags of a trust line': whole(example(operation(21, join(to, asset('EURX', STELLAR_KEY), uint32(1), uint32(2))))),
  'a merged account': whole(example(operation(8, to))),
  inflation: whole(example(operation(9))),
  data: whole(example(operation(10, join(opaque('config'), some(opaque('on')))))),
  'data that is deleted': whole(example(operation(10, join(opaque('config'), none)))),
  'a higher sequence number': whole(example(operation(11, int64(99)))),
  'a claimable balance': whole(
    example(
      operation(
        14,
        join(
          XLM,
          int64(50_000_000),
          list(
            claimant(RECIPIENT_KEY, join(uint32(1), list(BEFORE, join(uint32(3), some(WITHIN))))),
            claimant(STELLAR_KEY, UNCONDITIONAL),
          ),
        ),
      ),
    ),
  ),
  'a claimable balance without a way back': whole(
    example(operation(14, join(XLM, int64(50_000_000), list(claimant(RECIPIENT_KEY, UNCONDITIONAL))))),
  ),
  'a balance that is claimed': whole(example(operation(15, balance))),
  'a sponsorship': whole(
    example(operation(16, to), operation(0, join(to, int64(0))), operation(17, Buffer.alloc(0), to)),
  ),
  'a sponsorship that ends': whole(example(operation(18, join(uint32(0), uint32(1), to, USDC)))),
  'a sponsorship of a signer that ends': whole(example(operation(18, join(uint32(1), to, uint32(0), OTHER_KEY)))),
  'an asset that is clawed back': whole(example(operation(19, join(asset('EURX', STELLAR_KEY), to, int64(5))))),
  'a balance that is clawed back': whole(example(operation(20, balance))),
  'the fee of another transaction, without its signatures': whole(digits(feeBump([stellarPayment], {}, []))),
  'a payment on a network without a name': blind(around({ network: Buffer.alloc(32, 0x77) })),
  'no operation': blind(example()),
  'a payment of nothing': blind(example(pay(to, XLM, 0))),
  'an offer of an asset for itself': blind(example(operation(3, join(USDC, USDC, int64(5), price(1, 1), int64(0))))),
  'an offer that deletes none': blind(example(operation(3, join(XLM, USDC, int64(0), price(1, 1), int64(0))))),
  'fixed flags that are freed': blind(example(options({ 1: uint32(4) }))),
  'trust in the shares of a pool with another fee': blind(
    example(operation(6, join(uint32(3), uint32(0), XLM, USDC, uint32(0xffff_ffff), int64(5)))),
  ),
  'a flag that is not known': blind(example(options({ 2: uint32(64) }))),
  'a weight out of range': blind(example(options({ 3: uint32(256) }))),
  'trust in XLM': blind(example(operation(6, join(XLM, int64(5))))),
  'an approval that is not known': blind(example(operation(7, join(to, uint32(1), Buffer.from('EURX'), uint32(9))))),
  'flags of a trust line of another issuer': blind(example(operation(21, join(to, USDC, uint32(1), uint32(0))))),
  'a claimable balance for nobody': blind(example(operation(14, join(XLM, int64(5), list())))),
  'a deposit in a pool': blind(example(operation(22, join(HASH, int64(5), int64(6), price(1, 1), price(2, 1))))),
  'a withdrawal from a pool': blind(example(operation(23, join(HASH, int64(5), int64(6), int64(7))))),
  'a call of a contract': blind(example(operation(24, Buffer.alloc(40)))),
  'a longer life of a contract': blind(example(operation(25, Buffer.alloc(8)))),
  'a restored contract': blind(example(operation(26, Buffer.alloc(4)))),
  'data of contracts': blind(around({ extension: 1 })),
  'an operation that is not known': blind(example(operation(99))),
  'an approval of a call (Soroban)': blind(digits(join(uint32(9), signing.subarray(0, 32), Buffer.alloc(80, 1)))),
  'another type of envelope': blind(around({ type: 3 })),
  'an envelope without its network': blind(digits(envelope([stellarPayment]))),
  'the hash of a payment': blind(digits(HASH)),
  'a byte behind it': blind(digits(join(signing, Buffer.of(0)))),
  'an end that is early': blind(digits(signing.subarray(0, -1))),
  'a negative amount': blind(example(pay(to, XLM, -5))),
  'a code with a zero inside': blind(example(pay(to, asset('A\0B'), 5))),
  'a code that is too short for its form': blind(
    example(pay(to, join(uint32(2), Buffer.from('USD'.padEnd(12, '\0')), account(ISSUER_KEY)), 5)),
  ),
  'an asset of another kind': blind(example(pay(to, uint32(9), 5))),
  'an account of another kind': blind(example(pay(join(uint32(1), RECIPIENT_KEY), XLM, 5))),
  'a price that is no fraction': blind(example(operation(3, join(XLM, USDC, int64(5), price(1, 0), int64(0))))),
  'padding that is not zeros': blind(around({ memo: join(uint32(1), uint32(1), Buffer.from('abcd')) })),
  'a memo that is too long': blind(memo('a'.repeat(29))),
  'a memo of another kind': blind(around({ memo: uint32(9) })),
  'an option that is neither': blind(around({ conditions: conditions(uint32(2)) })),
  'conditions of another kind': blind(around({ conditions: uint32(9) })),
  'too many operations': blind(example(...Array.from({ length: 101 }, () => stellarPayment))),
  'a fee bump of a fee bump': blind(
    digits(join(signing.subarray(0, 32), uint32(5), account(STELLAR_KEY), int64(9), uint32(5), transaction([]))),
  ),
  'too many extra signers': blind(
    around({ conditions: conditions(...NO_CONDITIONS.slice(0, -1), uint32(3), Buffer.alloc(120)) }),
  ),
});

const named = (code: string, issuer?: Uint8Array) => example(pay(to, asset(code, issuer), 50_000_000));

corpus('misleading-stellar', {
  'an asset that is called XLM': whole(named('XLM')),
  'an asset that is called xlm': whole(named('xlm')),
  'an asset that resembles XLM': whole(named('X1M')),
  'USDC of another issuer': whole(named('USDC')),
  'USDC in small letters': whole(named('usdc')),
  'an asset that resembles USDC': whole(named('U5DC')),
  'EURC by the issuer of USDC': whole(named('EURC', USDC_KEY)),
  'an asset that is a number': whole(named('000')),
  'an asset that is an amount': whole(named('5XLM')),
  'an asset with letters of another alphabet': blind(named('USDС')),
  'a memo that looks like rows': whole(memo('Amount: 1 XLM To: GB')),
  'a memo that closes its quotation': whole(memo('x” to “Alice')),
  'a memo in lines': blind(memo('Rent\nTo: Alice')),
  'a memo that turns around': blind(memo('Rent \u202eMLX 04')),
  'a memo that is an instruction': blind(memo('=:ETH.ETH:thor1abc:5')),
  'a number of a memo that looks like an amount': whole(around({ memo: join(uint32(2), int64(1_000_000_000)) })),
  'data that is a sentence': whole(
    example(operation(10, join(opaque('x to Alice'), some(opaque('” and send 5 XLM'))))),
  ),
  'data that is not text': whole(example(operation(10, join(opaque(Buffer.of(0xff, 0)), some(opaque('')))))),
  'a domain with letters from right to left': whole(example(options({ 7: opaque('\u202emoc.elpmaxe') }))),
  'a payment behind others': whole(
    example(...Array.from({ length: 5 }, () => stellarPayment), pay(account(OTHER_KEY), XLM, 900_000_000)),
  ),
  'a merge behind three payments': whole(
    example(stellarPayment, stellarPayment, stellarPayment, operation(8, account(OTHER_KEY))),
  ),
  'a merge behind a payment': whole(example(stellarPayment, operation(8, account(OTHER_KEY)))),
  'a new signer behind a payment, for this account alone': whole(
    example(stellarPayment, options({ 8: ed25519(OTHER_KEY, 255), 3: uint32(0) })),
  ),
  'a transaction of this account whose operation pays from another': whole(
    example(pay(account(STELLAR_KEY), XLM, 5, account(OTHER_KEY))),
  ),
  'the muxed form of this account as the recipient': whole(example(pay(muxed(STELLAR_KEY, 5n), XLM, 5))),
  'a path payment that gets next to nothing': whole(
    example(operation(13, join(XLM, int64(90_000_000_000), to, USDC, int64(1), list()))),
  ),
  'an offer to sell for next to nothing': whole(
    example(operation(3, join(XLM, USDC, int64(10_000_000_000n), price(1, 2_147_483_647), int64(0)))),
  ),
  'an offer to buy next to nothing': whole(
    example(operation(12, join(XLM, USDC, int64(10), price(2_147_483_647, 1), int64(0)))),
  ),
  'a passive offer for next to nothing': whole(
    example(operation(4, join(XLM, USDC, int64(10_000_000_000n), price(1, 2_147_483_647)))),
  ),
  'a claimable balance with a way back that never opens': whole(
    example(
      operation(
        14,
        join(
          XLM,
          int64(50_000_000),
          list(claimant(RECIPIENT_KEY, UNCONDITIONAL), claimant(STELLAR_KEY, join(uint32(3), some(UNCONDITIONAL)))),
        ),
      ),
    ),
  ),
  'a memo that is no text': blind(memo(Buffer.of(0xff, 0x3d, 0x3a))),
  'a limit of ledgers that is far ahead': whole(
    around({
      conditions: conditions(none, some(join(uint32(0), uint32(0xffff_ffff))), none, int64(0), uint32(0), list()),
    }),
  ),
  'an end that is far ahead': whole(around({ conditions: untilTime(9_000_000_000) })),
  'a limit of ledgers alone': whole(
    around({ conditions: conditions(none, some(join(uint32(0), uint32(900))), none, int64(0), uint32(0), list()) }),
  ),
  'a sequence number that no network takes': whole(around({ sequence: 0n })),
});
