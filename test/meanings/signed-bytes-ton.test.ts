import { addressOf } from '../../electron/crypto/index.ts';
import { hex, SIGNER, signer } from '../unit/crypto/payloads/forms/builder.ts';
import * as build from '../unit/crypto/payloads/forms/ton-builder.ts';
import { blind, type Case, corpus, payload, whole } from './corpus.ts';

const { address, bag, cell, coins, comment, message, tokenTransfer, uint, wallet3, wallet4, wallet5 } = build;
const OWN4 = addressOf('ADDRESS_FORMAT_TON_V4R2', signer.publicKey);
const bytes = (given: Uint8Array, signWith = SIGNER): Case =>
  payload('PAYLOAD_ENCODING_HEXADECIMAL', hex(given), { signWith, hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' });
const example = (root: build.TonCell, signWith?: string) => bytes(bag(root), signWith);
const sent = (given: build.TonMessage, mode = 3) => example(wallet4([{ mode, message: message(given) }]));
const said = (...parts: readonly string[]) => sent({ body: comment(...parts) });
const BAG = bag(wallet4([{}]));
const changed = (at: number, byte: number): Case =>
  bytes(Buffer.concat([BAG.subarray(0, at), Buffer.of(byte), BAG.subarray(at + 1)]));
const LONG = 'a long comment that goes on, '.repeat(4);
const MEMBERS = { ihr: '0010', returned: '0111' } as const;
const FEES = (ihr: number, at: number) => `0${coins(ihr)}${coins(0)}${uint(0, 64)}${uint(at, 32)}`;

corpus('signed-bytes-ton', {
  'a payment by a wallet of version 4': whole(example(wallet4([{}]))),
  'a payment by a wallet of version 3': whole(example(wallet3([{}]))),
  'a payment by a wallet of version 5': whole(example(wallet5([{}]))),
  'a payment by a wallet of version 5 on the test network': whole(
    example(wallet5([{}], [], { walletId: 2_147_483_645 })),
  ),
  'a payment that another account brings': whole(example(wallet5([{}], [], { operation: 0x73696e74 }))),
  'a payment by the address of a wallet': whole(example(wallet4([{}]), OWN4)),
  'a payment by a key that is not known': whole(example(wallet4([{}]), '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10')),
  'a payment by another wallet of the key': whole(example(wallet4([{}], { walletId: 7 }))),
  'a payment by another wallet of a key that is not known': whole(
    example(wallet4([{}], { walletId: 7 }), '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10'),
  ),
  'payments to three accounts': whole(
    example(
      wallet5(
        [1, 2, 3].map((byte) => ({ message: message({ to: address(byte), amount: BigInt(byte) * 1_000_000_000n }) })),
      ),
    ),
  ),
  'payments to twelve accounts': whole(
    example(wallet5(Array.from({ length: 12 }, (_, byte) => ({ message: message({ to: address(byte + 1) }) })))),
  ),
  'the same payment twice': whole(example(wallet4([{}, {}]))),
  'a payment with a comment': whole(said('Invoice 7')),
  'a payment with a comment in its own cell': whole(sent({ inline: comment('Invoice 7') })),
  'a comment in several cells': whole(said('Invoice ', '7 of ', 'May')),
  'a comment whose letter is in two cells': whole(
    sent({
      body: cell(
        uint(0, 32) + build.bitsOf(Buffer.from('caf\u00e9').subarray(0, 4)),
        cell(build.bitsOf(Buffer.from('\u00e9').subarray(1))),
      ),
    }),
  ),
  'a long comment': whole(said(LONG, LONG)),
  'a comment without letters': whole(said('')),
  'a comment that the recipient follows': blind(said('=:ETH.ETH:0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf')),
  'a comment with a change of direction': blind(said('pay \u202e7 eciovnI')),
  'a comment with invisible characters': blind(said('in\u200bvoice')),
  'a comment with lines': blind(said('one\ntwo')),
  'a comment that is no text': blind(sent({ body: cell(uint(0, 32) + build.bitsOf(Uint8Array.of(0xff, 0xfe))) })),
  'a comment of half a byte': blind(sent({ body: cell(`${uint(0, 32)}0101`) })),
  'a comment that goes on in two cells': blind(
    sent({ body: cell(uint(0, 32) + build.text('a'), cell(build.text('b')), cell(build.text('c'))) }),
  ),
  'a payment of everything': whole(sent({ amount: 0n }, 128)),
  'a payment of everything that destroys the account': whole(sent({ amount: 0n }, 128 + 32)),
  'a payment that destroys an empty account': whole(sent({}, 32 + 3)),
  'a payment that returns when it fails': whole(sent({}, 16 + 3)),
  'a payment that takes the fee from its amount': whole(sent({}, 2)),
  'a payment that does not skip errors, by version 3': whole(example(wallet3([{ mode: 1 }]))),
  'a payment that does not skip errors, by version 5': whole(example(wallet5([{ mode: 1 }]))),
  'a payment of everything among others': blind(
    example(wallet4([{ mode: 128 }, { message: message({ to: address(1) }) }])),
  ),
  'a payment with the rest of an incoming message': blind(sent({}, 64)),
  'a payment with a mode of more flags': blind(sent({}, 4 + 3)),
  'a payment that does not come back': whole(sent({ begin: '0100' })),
  'a payment to the masterchain': whole(sent({ to: address(0x33, -1) })),
  'a payment to the account of zeros': whole(sent({ to: address(0) })),
  'a payment of nothing': whole(sent({ amount: 0n })),
  'a payment that never expires': whole(example(wallet4([{}], { validUntil: 0xffffffff, sequence: 0 }))),
  'a payment that expired': whole(example(wallet4([{}], { validUntil: 1_600_000_000 }))),
  'a transfer of a token': whole(sent({ amount: 50_000_000n, body: tokenTransfer(2_500_000n) })),
  'a transfer of a token with a comment': whole(
    sent({ amount: 50_000_000n, body: tokenTransfer(1n, { forward: `${coins(1)}1` }, comment('Invoice 7')) }),
  ),
  'a transfer of a token with a comment in its own cell': whole(
    sent({
      amount: 50_000_000n,
      body: tokenTransfer(1n, { forward: `${coins(1)}0${uint(0, 32)}${build.text('hi')}` }),
    }),
  ),
  'a transfer of a token whose rest goes to another account': whole(
    sent({ amount: 50_000_000n, body: tokenTransfer(1n, { rest: address(0x77) }) }),
  ),
  'a transfer of a token with contents for the recipient': blind(
    sent({ amount: 50_000_000n, body: tokenTransfer(1n, { forward: `${coins(1)}1` }, cell(uint(0x25938561, 32))) }),
  ),
  'a transfer of a token with a comment that the recipient follows': blind(
    sent({
      amount: 50_000_000n,
      body: tokenTransfer(
        1n,
        { forward: `${coins(1)}1` },
        comment('=:ETH.ETH:0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'),
      ),
    }),
  ),
  'a transfer of a token with contents for the contract': blind(
    sent({ amount: 50_000_000n, body: tokenTransfer(1n, { custom: '1' }, cell('1')) }),
  ),
  'a transfer of a token to nobody': blind(
    sent({ amount: 50_000_000n, body: tokenTransfer(1n, { to: build.NO_ADDRESS }) }),
  ),
  'a transfer of a token with a bit behind it': blind(
    sent({ body: cell(`${tokenTransfer(1n, { forward: `${coins(1)}1` }).bits}0`, cell()) }),
  ),
  'a transfer of a token whose amount has a leading zero': blind(
    sent({
      amount: 50_000_000n,
      body: cell(tokenTransfer(1n).bits.replace(coins(1), coins(1, 2))),
    }),
  ),
  'a transfer of a token with 1,000 TON': blind(
    sent({ amount: 1_000_000_000_000n, body: tokenTransfer(1n), to: address(0x99) }),
  ),
  'a transfer of a token with everything': blind(sent({ amount: 0n, body: tokenTransfer(1n) }, 128)),
  'transfers of a token that take much TON together': blind(
    example(
      wallet5(
        [1, 2, 3].map((units) => ({ message: message({ amount: 400_000_000n, body: tokenTransfer(BigInt(units)) }) })),
      ),
    ),
  ),
  'many transfers of a token': whole(
    example(
      wallet5(
        Array.from({ length: 12 }, (_, index) => ({
          message: message({ amount: 100_000_000n, body: tokenTransfer(BigInt(index) + 1n) }),
        })),
      ),
    ),
  ),
  'a comment that is an order': whole(said('w')),
  'a transfer of an NFT': whole(sent({ amount: 50_000_000n, body: tokenTransfer(null) })),
  'an operation that is not known': blind(sent({ body: cell(uint(0x595f07bc, 32) + uint(7, 64)) })),
  'contents shorter than an operation': blind(sent({ body: cell('1') })),
  'an encrypted comment': blind(sent({ body: cell(uint(0x2167da4b, 32) + uint(0, 256)) })),
  'the code of a contract': blind(sent({ init: '11', references: [cell('00110')] })),
  'the code of a contract within a message': blind(sent({ init: '1000110', references: [cell('1'), cell('0')] })),
  'a message that was returned': blind(sent({ begin: MEMBERS.returned })),
  'a message that is routed by hypercube': blind(sent({ begin: MEMBERS.ihr })),
  'a message for no account': blind(sent({ begin: '1110' })),
  'a message with a fee of its own': blind(sent({ rest: FEES(1, 0) })),
  'a message with a time of its own': blind(sent({ rest: FEES(0, 1) })),
  'a message with other currencies': blind(sent({ rest: `1${coins(0)}`, references: [cell()] })),
  'an address that is rewritten': blind(sent({ to: `101${uint(5, 5)}10101${address(0x47).slice(3)}` })),
  'an address of another length': blind(sent({ to: `110${uint(256, 9)}${uint(0, 32)}${uint(0x47, 256)}` })),
  'an address of a chain that is not known': blind(sent({ to: address(0x47, 5) })),
  'an amount with a leading zero': blind(
    example(wallet4([{ message: cell(message({ amount: 5n }).bits.replace(coins(5), coins(5, 2))) }])),
  ),
  'a plugin that is created': blind(example(build.plugin(1, uint(0, 8) + coins(1), cell('00110'), cell()))),
  'a plugin that is added': blind(example(build.plugin(2, build.pluginOf(0x55)))),
  'a plugin that is removed': blind(example(build.plugin(3, build.pluginOf(0x55)))),
  'an operation of no plugin': blind(example(build.plugin(9, ''))),
  'an extension that is added': whole(example(wallet5([], [build.addExtension(0x55)]))),
  'an extension that is removed': whole(example(wallet5([], [build.removeExtension(0x55)]))),
  'an extension that replaces the key': whole(
    example(wallet5([], [build.addExtension(0x55), build.setSignatures(false)])),
  ),
  'signatures that are allowed again': whole(example(wallet5([], [build.setSignatures(true)]))),
  'an extension behind a payment': whole(
    example(wallet5([{}], [build.addExtension(0x55), build.setSignatures(false)])),
  ),
  'a change that is not known': blind(example(wallet5([], [uint(9, 8)]))),
  'a change with a bit behind it': blind(
    example(wallet5([], [build.setSignatures(true), `${build.setSignatures(true)}1`])),
  ),
  'new code for the account': blind(
    example(cell(wallet5([{}]).bits, cell(uint(0xad4de08e, 32) + uint(0, 8), cell(), cell('1')))),
  ),
  'an account that sends nothing': blind(example(wallet5([]))),
  'a wallet that is not known': blind(example(cell(uint(1, 64)))),
  'a payment with a cell more': blind(example(cell(wallet4([{}]).bits, message(), cell('1')))),
  'a payment with a bit more': blind(example(cell(`${wallet4([{}]).bits}1`, message()))),
  'cells with an index': whole(bytes(bag(wallet4([{}]), { hasIndex: true }))),
  'cells with a checksum': whole(bytes(bag(wallet4([{}]), { hasChecksum: true, hasIndex: true }))),
  'cells with a byte behind them': blind(bytes(Buffer.concat([BAG, Buffer.of(0)]))),
  'cells that end early': blind(bytes(BAG.subarray(0, -1))),
  'cells with two roots': blind(changed(7, 2)),
  'cells with a root that is not the first': blind(changed(10, 1)),
  'cells of which one is exotic': blind(changed(11, 9)),
  'cells in their older form': blind(bytes(Buffer.from(`68ff65f3${'00'.repeat(60)}`, 'hex'))),
});
