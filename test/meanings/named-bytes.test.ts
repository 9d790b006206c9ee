import { hexDecode } from '../../shared/wire/index.ts';
import { blind, corpus, whole } from './corpus.ts';
import { described, ETHER } from './evm-calls.ts';

const PAD = '00'.repeat(11);
const TO = 'd8da6bf26964af9d7eed9e03e53415d37aa96045';
const OTHER = '70997970c51812dc3a010c7d01b50e0d17dc79c8';
const bytes = (...texts: readonly string[]) => hexDecode(texts.join(''));
const kiln = (withdrawalCreds: Uint8Array) =>
  described('kiln/calldata-kiln-batch-deposit-v2', 'batchDeposit', { change: { withdrawalCreds }, value: 64n * ETHER });
const figment = (withdrawal_credentials: readonly Uint8Array[]) =>
  described('figment/calldata-figment-batch-deposit', 'deposit', { change: { withdrawal_credentials } });
const redeem = (scriptPubkey: Uint8Array, where: 'mainnet' | 'sepolia' = 'mainnet') =>
  described(`lombard/calldata-lbtc-${where}`, 'redeemForBtc', { change: { scriptPubkey } });
const redeemed = (redeemerOutputScript: Uint8Array) =>
  described('threshold/calldata-Bridge', 'requestRedemption', { change: { redeemerOutputScript } });

const P2WPKH = `0014${'ab'.repeat(20)}`;

corpus('named-bytes', {
  'credentials of an address, twice': blind(kiln(bytes('01', PAD, TO, '01', PAD, TO))),
  'credentials of two addresses': blind(kiln(bytes('01', PAD, TO, '02', PAD, OTHER))),
  'credentials of another key': blind(kiln(bytes('00', '11'.repeat(31)))),
  'credentials of nobody': blind(kiln(bytes('01', '00'.repeat(31)))),
  'credentials that are cut off': blind(kiln(bytes('01', PAD, TO, '01', PAD))),
  'credentials in a list': whole(figment([bytes('01', PAD, TO), bytes('02', PAD, OTHER)])),
  'credentials of another length in a list': blind(figment([bytes('01', TO), bytes('02', PAD, OTHER)])),
  'a script of a Bitcoin address': whole(redeem(bytes(P2WPKH))),
  'the same on a test network': whole(redeem(bytes(P2WPKH), 'sepolia')),
  'a script with its length before it': whole(redeemed(bytes('16', P2WPKH))),
  'a script without an address': blind(redeem(bytes('6a04deadbeef'))),
});
