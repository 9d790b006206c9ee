import {
  AccountAddress,
  ChainId,
  EntryFunction,
  FeePayerRawTransaction,
  generateSigningMessageForTransaction,
  MultiAgentRawTransaction,
  parseTypeTag,
  RawTransaction,
  SimpleTransaction,
  TransactionExecutableEntryFunction,
  TransactionExtraConfigV1,
  TransactionInnerPayloadV1,
  type TransactionPayload,
  TransactionPayloadEntryFunction,
  U64,
} from '@aptos-labs/ts-sdk';
import { describe, expect, it } from 'vitest';
import { describePayload } from '../../electron/crypto/index.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import { APTOS_RECIPIENT, APTOS_SENDER, APTOS_USDC } from '../unit/crypto/payloads/forms/aptos-builder.ts';

const RECIPIENT = AccountAddress.from(APTOS_RECIPIENT);
const SENDER = AccountAddress.from(APTOS_SENDER);
const NO_SEQUENCE = 2n ** 64n - 1n;

const raw = (payload: TransactionPayload, sequence = 7n) =>
  new RawTransaction(SENDER, sequence, payload, 2000n, 100n, 1_745_383_655n, new ChainId(1));
const transfer = EntryFunction.build('0x1::aptos_account', 'transfer', [], [RECIPIENT, new U64(50_000_000n)]);
const asset = EntryFunction.build(
  '0x1::primary_fungible_store',
  'transfer',
  [parseTypeTag('0x1::fungible_asset::Metadata')],
  [AccountAddress.from(APTOS_USDC), RECIPIENT, new U64(2_500_000n)],
);
const described = (message: Uint8Array) => {
  const meaning = describePayload('PAYLOAD_ENCODING_HEXADECIMAL', hexEncode(message), {
    signWith: APTOS_SENDER,
    hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
  });
  return { steps: meaning?.steps, unexplained: meaning?.unexplained };
};
const signed = (transaction: RawTransaction, feePayer?: AccountAddress) =>
  generateSigningMessageForTransaction(new SimpleTransaction(transaction, feePayer));
const whole = (step: string) => ({ steps: [step], unexplained: [] });

describe('Aptos, as @aptos-labs/ts-sdk', () => {
  const step = `Send 0.5 APT to ${APTOS_RECIPIENT}`;

  it('reads a transfer', () => {
    expect(described(signed(raw(new TransactionPayloadEntryFunction(transfer))))).toEqual(whole(step));
  });

  it('reads a transfer of a fungible asset', () => {
    expect(described(signed(raw(new TransactionPayloadEntryFunction(asset))))).toEqual(
      whole(`Send 2.5 USDC to ${APTOS_RECIPIENT}`),
    );
  });

  it('reads an orderless transfer', () => {
    const inner = new TransactionInnerPayloadV1(
      new TransactionExecutableEntryFunction(transfer),
      new TransactionExtraConfigV1(undefined, 77n),
    );
    expect(described(signed(raw(inner, NO_SEQUENCE)))).toEqual(whole(step));
  });

  it('reads a transfer with a fee payer and one with a second signer', () => {
    const transaction = raw(new TransactionPayloadEntryFunction(transfer));
    expect(described(signed(transaction, RECIPIENT))).toEqual(whole(step));
    for (const data of [
      new FeePayerRawTransaction(transaction, [RECIPIENT], AccountAddress.ZERO),
      new MultiAgentRawTransaction(transaction, [RECIPIENT]),
    ]) {
      const multi = {
        rawTransaction: transaction,
        secondarySignerAddresses: data.secondary_signer_addresses,
        feePayerAddress: data instanceof FeePayerRawTransaction ? data.fee_payer_address : undefined,
      };
      expect(described(generateSigningMessageForTransaction(multi as never))).toEqual(whole(step));
    }
  });
});
