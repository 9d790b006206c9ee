import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describePayload } from '../../electron/crypto/index.ts';
import { HASH_FUNCTIONS } from '../../shared/model/index.ts';
import { aptos, aptosTransfer, orderless } from '../unit/crypto/payloads/forms/aptos-builder.ts';
import { hex, offChain, SIGNER, solanaSignIn, transfer, twofold, utf8 } from '../unit/crypto/payloads/forms/builder.ts';
import { amino, arbitrary, direct, send, sendAny, transferAny } from '../unit/crypto/payloads/forms/cosmos-builder.ts';
import { MARKED, MESSAGES } from '../unit/crypto/payloads/forms/marked-samples.ts';
import { envelope, feeBump, stellar, stellarPayment } from '../unit/crypto/payloads/forms/stellar-builder.ts';
import * as sui from '../unit/crypto/payloads/forms/sui-builder.ts';
import * as ton from '../unit/crypto/payloads/forms/ton-builder.ts';
import {
  account,
  claim,
  five,
  memos,
  PAYMENT,
  signers,
  XRP_ISSUER,
  XRP_RECIPIENT,
  xrp,
  xrpOfMany,
  xrpPayment,
} from '../unit/crypto/payloads/forms/xrp-builder.ts';
import { solanaMessage, solanaText } from '../unit/crypto/transactions/solana/builder.ts';
import { anyText, mutatedHex } from './hex-mutations.ts';
import { outcome } from './only-app-errors.ts';
import { FUZZ_RUNS, fuzzRuns } from './seed.ts';

const SAMPLES = [
  ...Object.values({ ...MARKED, ...MESSAGES }).map(({ bytes }) => hex(bytes)),
  hex(solanaMessage(transfer)),
  hex(solanaMessage({ ...transfer, version: 0 })),
  solanaText(transfer),
  hex(offChain.first('Hello')),
  hex(offChain.version0('Hello')),
  hex(offChain.version1('Hello')),
  hex(twofold()),
  hex(utf8(solanaSignIn())),
  hex(utf8(amino([send]))),
  hex(utf8(arbitrary('hello'))),
  hex(direct([sendAny, transferAny('x')])),
  hex(aptos(aptosTransfer)),
  hex(aptos(aptosTransfer, { others: [], feePayer: '0x7' })),
  hex(aptos(aptosTransfer, { sequence: 2n ** 64n - 1n, payload: orderless(aptosTransfer, 7n) })),
  hex(xrp(PAYMENT, { ...xrpPayment, Memos: memos('Rent') })),
  hex(xrp(PAYMENT, { Amount: five('USD'), SendMax: five('EUR'), Destination: account(XRP_RECIPIENT) })),
  hex(xrp(12, { SignerQuorum: 1, SignerEntries: signers([XRP_RECIPIENT, 1], [XRP_ISSUER, 2]) })),
  hex(xrpOfMany(XRP_RECIPIENT, PAYMENT, xrpPayment)),
  hex(claim(1000n)),
  hex(stellar([stellarPayment, stellarPayment])),
  hex(feeBump([stellarPayment])),
  hex(envelope([stellarPayment])),
  hex(sui.suiPayment()),
  hex(sui.suiPayment({ payer: sui.SUI_OTHER, expiration: sui.epoch(9n) })),
  hex(sui.sui([sui.owned(sui.objectId(1)), sui.recipient(sui.SUI_OTHER)], [sui.give([sui.input(0)], sui.input(1))])),
  hex(sui.sui([sui.shared(sui.objectId(1))], [sui.call('0x2::a::b', [sui.input(0), sui.GAS], [sui.SUI_TYPE])])),
  hex(ton.bag(ton.wallet3([{}, { mode: 1 }]))),
  hex(ton.bag(ton.wallet4([{ message: ton.message({ body: ton.comment('Invoice ', '7') }) }]), { hasIndex: true })),
  hex(ton.bag(ton.wallet4([{ message: ton.message({ body: ton.tokenTransfer(7n) }) }]))),
  hex(ton.bag(ton.wallet5([{}, { mode: 128 }], [ton.addExtension(0x55), ton.setSignatures(false)]))),
];
const hashFunction = fc.constantFrom(...HASH_FUNCTIONS, null);
const signWith = fc.constantFrom(SIGNER, XRP_RECIPIENT, null);

test('any bytes are explained within their length, unrecognised, or refused', { timeout: 300_000 }, () => {
  let described = 0;
  const bytes = fc.oneof({ weight: 9, arbitrary: mutatedHex(...SAMPLES) }, anyText);
  fc.assert(
    fc.property(bytes, fc.record({ hashFunction, signWith }), (digits, around) => {
      const read = outcome(() => describePayload('PAYLOAD_ENCODING_HEXADECIMAL', digits, around));
      if ('error' in read || read.value === null) return;
      described += 1;
      const { steps, fields, unexplained, findings } = read.value;
      const end = digits.replace(/^0x/i, '').length / 2;
      expect(steps.length).toBeGreaterThan(0);
      for (const range of [...unexplained, ...fields.flatMap((field) => field.range ?? [])]) {
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeLessThanOrEqual(end);
      }
      // Bytes that nothing explains are never shown as understood.
      if (fields.length === 0) expect(findings.some(({ mark }) => mark !== undefined)).toBe(true);
    }),
    { numRuns: fuzzRuns() },
  );
  expect(described).toBeGreaterThan(FUZZ_RUNS / 20);
});
