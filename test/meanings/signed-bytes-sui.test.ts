import { account, u64 } from '../unit/crypto/payloads/forms/aptos-builder.ts';
import { hex, SIGNER } from '../unit/crypto/payloads/forms/builder.ts';
import * as build from '../unit/crypto/payloads/forms/sui-builder.ts';
import { blind, type Case, corpus, payload, whole } from './corpus.ts';

const { GAS, SUI_OTHER: OTHER, SUI_RECIPIENT: TO, SUI_SENDER: SENDER } = build;
const { amount, call, give, input, merge, objectId, owned, part, recipient, result, split, sui } = build;
const bytes = (message: Uint8Array, signWith = SENDER): Case =>
  payload('PAYLOAD_ENCODING_HEXADECIMAL', hex(message), { signWith, hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' });
type Parts = readonly Uint8Array[];
const example = (inputs: Parts, commands: Parts, around: build.SuiAround = {}, signWith?: string) =>
  bytes(sui(inputs, commands, around), signWith);
const paid = (around: build.SuiAround = {}, signWith?: string) => bytes(build.suiPayment(around), signWith);

const PAY = [split(GAS, [input(0)]), give([part(0, 0)], input(1))];
const TO_BOTH = [split(GAS, [input(0), input(1)]), give([part(0, 0)], input(2)), give([part(0, 1)], input(3))];
const OBJECT = owned(objectId(1));
const COINS = [OBJECT, owned(objectId(2)), owned(objectId(3))];
const HUNDREDS = Array.from({ length: 150 }, (_, index) => index);
const MANY = Array.from({ length: 12 }, (_, index) => index);

corpus('signed-bytes-sui', {
  'a payment': whole(paid()),
  'a payment by the only result of a command': whole(
    example([amount(5), recipient(TO)], [split(GAS, [input(0)]), give([result(0)], input(1))]),
  ),
  'a payment to two accounts': whole(
    example([amount(1_500_000_000n), amount(1), recipient(TO), recipient(OTHER)], TO_BOTH),
  ),
  'a payment of two coins to one account': whole(
    example([amount(5), recipient(TO)], [split(GAS, [input(0), input(0)]), give([part(0, 0), part(0, 1)], input(1))]),
  ),
  'payments of one amount to two accounts': whole(
    example(
      [amount(5), recipient(TO), recipient(OTHER)],
      [split(GAS, [input(0), input(0)]), give([part(0, 0)], input(1)), give([part(0, 1)], input(2))],
    ),
  ),
  'payments to twelve accounts': whole(
    example(
      [amount(1_000_000_000n), ...MANY.map((index) => recipient(objectId(index)))],
      [
        split(
          GAS,
          MANY.map(() => input(0)),
        ),
        ...MANY.map((index) => give([part(0, index)], input(index + 1))),
      ],
    ),
  ),
  'payments to 150 accounts': whole(
    example(
      [amount(1_000_000_000n), ...HUNDREDS.map((index) => recipient(objectId(index)))],
      [
        split(
          GAS,
          HUNDREDS.map(() => input(0)),
        ),
        ...HUNDREDS.map((index) => give([part(0, index)], input(index + 1))),
      ],
    ),
  ),
  'a payment behind many merged coins': whole(
    example(
      [amount(5), recipient(TO), ...MANY.map((index) => owned(objectId(index)))],
      [...MANY.map((index) => merge(GAS, [input(index + 2)])), split(GAS, [input(0)]), give([part(12, 0)], input(1))],
    ),
  ),
  'a payment of everything': whole(example([recipient(TO)], [give([GAS], input(0))])),
  'a payment, and a payment of everything else': whole(
    example([amount(5), recipient(TO), recipient(OTHER)], [...PAY, give([GAS], input(2))]),
  ),
  'a payment from coins that are merged before': whole(
    example(
      [...COINS.slice(0, 2), amount(5), recipient(TO)],
      [merge(GAS, [input(0), input(1)]), split(GAS, [input(2)]), give([part(1, 0)], input(3))],
    ),
  ),
  'a payment of everything after coins are merged with it': whole(
    example([...COINS.slice(0, 2), recipient(TO)], [merge(GAS, [input(0), input(1)]), give([GAS], input(2))]),
  ),
  'coins that are merged into another': whole(example(COINS, [merge(input(0), [input(1), input(2)])])),
  'a payment to oneself': whole(example([amount(5), recipient(SENDER)], PAY)),
  'a payment to a package': whole(example([amount(5), recipient('0x2')], PAY)),
  'a payment of nothing': whole(example([amount(0), recipient(TO)], PAY)),
  'a payment that ends with an epoch': whole(paid({ expiration: build.epoch(900n) })),
  'a payment with a fee that is a mistake': whole(paid({ budget: 50_000_000_000n })),
  'a payment whose fee a sponsor pays': whole(paid({ payer: OTHER })),
  'a payment of another account, whose fee this one pays': whole(paid({ sender: OTHER, payer: SENDER })),
  'a payment of another account': whole(paid({ sender: OTHER })),
  'a payment by the address of its key on Solana': whole(paid({}, SIGNER)),
  'a payment of another account, by an address of the key on Solana': whole(paid({ sender: OTHER }, SIGNER)),
  'coins that become those of a sponsor': blind(example([OBJECT], [merge(GAS, [input(0)])], { payer: OTHER })),
  'everything of a sponsor': whole(example([recipient(TO)], [give([GAS], input(0))], { payer: OTHER })),
  'everything of this account, as a sponsor': whole(
    example([recipient(TO)], [give([GAS], input(0))], { sender: OTHER, payer: SENDER }),
  ),
  'an object that is given away': blind(example([OBJECT, recipient(TO)], [give([input(0)], input(1))])),
  'an object beside a payment': blind(
    example([amount(5), recipient(TO), OBJECT], [split(GAS, [input(0)]), give([part(0, 0), input(2)], input(1))]),
  ),
  'a payment from a coin that is not known': blind(
    example([OBJECT, amount(5), recipient(TO)], [split(input(0), [input(1)]), give([part(0, 0)], input(2))]),
  ),
  'a coin that was received': blind(
    example([build.receiving(objectId(1)), recipient(TO)], [give([input(0)], input(1))]),
  ),
  'coins that are merged into a shared one': blind(
    example([build.shared(objectId(9)), OBJECT], [merge(input(0), [input(1)])]),
  ),
  'a payment to an address that a command makes': blind(
    example([amount(5)], [call(`${OTHER}::maker::make`), split(GAS, [input(0)]), give([part(1, 0)], result(0))]),
  ),
  'a payment of an amount that a command makes': blind(
    example([recipient(TO)], [call(`${OTHER}::maker::make`), split(GAS, [result(0)]), give([part(1, 0)], input(0))]),
  ),
  'a payment with an amount of 16 bytes': blind(
    example([build.pure(Buffer.concat([u64(5), u64(0)])), recipient(TO)], PAY),
  ),
  'a payment to an address of 31 bytes': blind(example([amount(5), build.pure(account(TO).subarray(1))], PAY)),
  'a payment that leaves a coin': blind(
    example([amount(5), recipient(TO)], [split(GAS, [input(0), input(0)]), give([part(0, 0)], input(1))]),
  ),
  'a payment that gives a coin twice': blind(
    example([amount(5), recipient(TO), recipient(OTHER)], [...PAY, give([part(0, 0)], input(2))]),
  ),
  'a payment of a coin that is not there': blind(
    example([amount(5), recipient(TO)], [split(GAS, [input(0)]), give([part(0, 1)], input(1))]),
  ),
  'a payment by the only result of a command with two': blind(
    example([amount(5), recipient(TO)], [split(GAS, [input(0), input(0)]), give([result(0)], input(1))]),
  ),
  'a payment after the coin is gone': blind(
    example([recipient(TO), amount(5)], [give([GAS], input(0)), split(GAS, [input(1)]), give([part(1, 0)], input(0))]),
  ),
  'a payment with an input that nothing takes': blind(example([amount(5), recipient(TO), recipient(OTHER)], PAY)),
  'a payment with a shared object that nothing takes': blind(
    example([amount(5), recipient(TO), build.shared(objectId(9))], PAY),
  ),
  'a payment without a coin that pays': blind(paid({ payment: [] })),
  'a coin that is split once more': blind(
    example(
      [amount(5), amount(2), recipient(TO)],
      [split(GAS, [input(0)]), split(part(0, 0), [input(1)]), give([part(0, 0), part(1, 0)], input(2))],
    ),
  ),
  'a coin that is merged back': blind(example([amount(5)], [split(GAS, [input(0)]), merge(GAS, [part(0, 0)])])),
  'a coin that is merged into itself': blind(example([OBJECT], [merge(input(0), [input(0)])])),
  'an empty list of objects': blind(example([recipient(TO)], [give([], input(0))])),
  'no command': blind(example([], [])),
  'a list of coins': blind(example(COINS.slice(0, 1), [build.makeVector([input(0)])])),
  'a swap after a payment': blind(
    example(
      [amount(5), recipient(TO), build.shared(objectId(9))],
      [...PAY, call(`${OTHER}::pool::swap`, [input(2), GAS], [build.SUI_TYPE])],
    ),
  ),
  'a function of the chain that gives an object away': blind(
    example([OBJECT, recipient(TO)], [call('0x2::transfer::public_transfer', [input(0), input(1)])]),
  ),
  'a stake': blind(
    example(
      [build.shared(`0x${'5'.padStart(64, '0')}`), amount(5), recipient(OTHER)],
      [split(GAS, [input(1)]), call('0x3::sui_system::request_add_stake', [input(0), part(0, 0), input(2)])],
    ),
  ),
  'a call that takes coins of this account, as a sponsor': blind(
    example([], [call(`${OTHER}::taker::take`, [GAS])], { sender: OTHER, payer: SENDER }),
  ),
  'new code': blind(example([recipient(TO)], [build.publish(), give([result(0)], input(0))])),
  'other code': blind(example([OBJECT], [build.upgrade(input(0))])),
  'an argument that is not there': blind(example([amount(5)], [split(GAS, [input(1)])])),
  'a result of a later command': blind(
    example([recipient(TO), amount(5)], [give([part(1, 0)], input(0)), split(GAS, [input(1)])]),
  ),
  'an object twice': blind(example([OBJECT, OBJECT], [merge(input(0), [input(1)])])),
  'a coin that pays the fee and is given away': blind(
    example([owned(objectId(0xff)), recipient(TO)], [give([input(0)], input(1))]),
  ),
  'an expiration by time': blind(paid({ expiration: Buffer.of(2, 0, 0, 0, 0) })),
  'a transaction of the system': blind(paid({ begin: Buffer.of(0, 0, 0, 0, 1) })),
  'a payment with a byte behind it': blind(bytes(Buffer.concat([build.suiPayment(), Buffer.of(0)]))),
  'a payment that ends early': blind(bytes(build.suiPayment().subarray(0, -1))),
  'a payment with a count in two bytes': blind(
    bytes(Buffer.concat([build.suiPayment().subarray(0, 5), Buffer.of(0x82, 0), build.suiPayment().subarray(6)])),
  ),
  'a payment signed with a key of another curve': blind(
    payload('PAYLOAD_ENCODING_HEXADECIMAL', hex(build.suiPayment()), { hashFunction: 'HASH_FUNCTION_KECCAK256' }),
  ),
  'a payment whose bytes are hashed with SHA-256': whole(
    payload('PAYLOAD_ENCODING_HEXADECIMAL', hex(build.suiPayment()), { hashFunction: 'HASH_FUNCTION_SHA256' }),
  ),
});
