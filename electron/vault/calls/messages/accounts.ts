/** Messages of smart accounts: Safes, and user operations of ERC-4337. */
import type { DecodedField } from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { care, danger, lastDigits, printableText, row } from '../../../crypto/index.ts';
import { factoryCall } from '../packed.ts';
import { SAFE_CALLS, safeCall, safeFindings } from '../safe.ts';
import type { Arguments } from '../standard.ts';
import { type MessageRule, nonceRow } from './rule.ts';

/** Bytes of each of the numbers that are packed in 32. */
const HALF = 16;

/** What the account pays for gas at most; by whose rules another contract pays is not told. Version 0.7 packs two numbers in 32 bytes. */
function operationFee(of: Arguments): DecodedField[] {
  if (of.bytes('paymasterAndData').length > 0) return [];
  const half = (name: string, index: number) => {
    const digits = hexEncode(of.bytes(name).subarray(index * HALF, (index + 1) * HALF));
    return digits === '' ? 0n : BigInt(`0x${digits}`);
  };
  const gas =
    of.number('callGasLimit') +
    of.number('verificationGasLimit') +
    half('accountGasLimits', 0) +
    half('accountGasLimits', 1) +
    of.number('preVerificationGas');
  const price = of.number('maxFeePerGas') + half('gasFees', 1);
  return gas * price === 0n ? [] : [row('Fee at most', of.coins(gas * price), 'amount')];
}

function userOperation(signature: string): MessageRule {
  return {
    signature,
    basis: 'ERC-4337',
    does: (of) => `Have the account ${of.text('sender')} act`,
    rows: (of) => [row('Paid by', of.text('sender'), 'address'), ...operationFee(of), ...nonceRow(of)],
    calls: [
      { list: null, to: null, data: 'initCode', value: null, unpack: factoryCall },
      { list: null, to: 'sender', data: 'callData', value: null },
    ],
    findings: (of) =>
      of.bytes('paymasterAndData').length === 0
        ? []
        : [
            care('Another contract pays the fees of the operation, by rules of its own.', {
              field: 'paymasterAndData',
              basis: 'ERC-4337',
            }),
          ],
  };
}

/** A transaction of a Safe of version 1.0.0 or newer. */
const safeTransaction = (signature: string): MessageRule => ({
  signature,
  basis: 'Safe',
  does: safeCall,
  rows: (of) => [row('Paid by', of.contract, 'address'), ...nonceRow(of)],
  calls: SAFE_CALLS,
  findings: (of) => safeFindings(of, lastDigits(of.text('to'))),
});

export const ACCOUNT_MESSAGES: readonly MessageRule[] = [
  safeTransaction(
    'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
  ),
  {
    signature: 'SafeMessage(bytes message)',
    basis: 'Safe',
    does: (of) =>
      `Sign ${printableText(of.bytes('message')) ?? `a message of ${of.bytes('message').length} bytes`} for the Safe ${of.contract}`,
    findings: (of) =>
      printableText(of.bytes('message')) !== null
        ? []
        : [
            danger('What the Safe signs is not told: bytes or a hash can be of anything.', {
              field: 'message',
              basis: 'Safe',
              mark: lastDigits(of.text('message')),
            }),
          ],
  },
  userOperation(
    'UserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,uint256 callGasLimit,uint256 verificationGasLimit,uint256 preVerificationGas,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,bytes paymasterAndData)',
  ),
  userOperation(
    'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)',
  ),
];
