/** Messages of smart accounts: Safes, and user operations of ERC-4337. */
import type { DecodedField } from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { counted } from '../../../../shared/words/index.ts';
import { danger, labelOf, printableText, row, untilText } from '../../../crypto/index.ts';
import { initCode } from '../packed.ts';
import { gasPriceText, SAFE_CALLS, safeCall, safeFindings } from '../safe.ts';
import { type Arguments, highFeeFindings, isNobody } from '../standard.ts';
import { at, blindFinding, handedIn, type MessageRule, nonceRow } from './rule.ts';

const ERC4337 = 'ERC-4337';
/** EntryPoint 0.8 and 0.9, which hash operations as typed data. */
const ENTRY_POINTS = ['0x4337084d9e255ff0702461cf8895ce9e3b5ff108', '0x433709009b8330fda32311df1c2afa402ed8d009'];
/** Versions 0.2.0 and 0.3.0 of Safe's module, for EntryPoint 0.6 and 0.7. */
const SAFE_MODULE_2 = '0xa581c4a4db7175302464ff3c06380bc3270b4037';
const SAFE_MODULE_3 = '0x75cf11467937ce3f2f357ce24ffc3dbf8fd5c226';

const CALIBUR = 'Calibur';
const ADDRESS_BYTES = 20;
/** Bytes of each of the numbers that are packed in 32. */
const HALF = 16;

/** The numbers that the fee is computed from, from version 0.7 on as halves of 32 bytes. */
interface Gas {
  readonly verificationGasLimit: bigint;
  readonly callGasLimit: bigint;
  readonly preVerificationGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly maxFeePerGas: bigint;
}

function gasOf(of: Arguments): Gas {
  const half = (name: string, index: number) =>
    BigInt(`0x0${hexEncode(of.bytes(name).subarray(index * HALF, (index + 1) * HALF))}`);
  return {
    verificationGasLimit: of.number('verificationGasLimit') + half('accountGasLimits', 0),
    callGasLimit: of.number('callGasLimit') + half('accountGasLimits', 1),
    preVerificationGas: of.number('preVerificationGas'),
    maxPriorityFeePerGas: of.number('maxPriorityFeePerGas') + half('gasFees', 0),
    maxFeePerGas: of.number('maxFeePerGas') + half('gasFees', 1),
  };
}

/** The most that is paid for gas. */
function operationFee(of: Arguments): bigint {
  const { verificationGasLimit, callGasLimit, preVerificationGas, maxFeePerGas } = gasOf(of);
  return (verificationGasLimit + callGasLimit + preVerificationGas) * maxFeePerGas;
}

/** Rows of the fee and of the numbers that it is computed from: different numbers can give the same fee. */
function feeRows(of: Arguments): DecodedField[] {
  const fee = operationFee(of);
  const paymaster = of.bytes('paymasterAndData').subarray(0, ADDRESS_BYTES);
  return [
    // The rules of a paymaster are unknown, also what the account pays it.
    ...(fee === 0n || paymaster.length > 0 ? [] : [row('Fee at most', of.coins(fee), 'amount')]),
    ...(paymaster.length < ADDRESS_BYTES ? [] : [row('Fee paid by', of.address(paymaster), 'address')]),
    ...Object.entries(gasOf(of)).map(([name, value]) =>
      name.endsWith('PerGas') ? row(labelOf(name), of.coins(value), 'amount') : row(labelOf(name), String(value)),
    ),
  ];
}

/** Safe's module takes 0 for no end. */
const isEndless = (of: Arguments) => of.number('validUntil') === 0n;

/** A user operation, at the contracts that verify it as typed data. */
function userOperation(signature: string, account: string, isFor: Pick<MessageRule, 'isFor'>): MessageRule {
  return {
    signature,
    basis: ERC4337,
    ...isFor,
    does: (of) => `Have the account ${of.text(account)} act`,
    rows: (of) => [
      row('Paid by', of.text(account), 'address'),
      ...feeRows(of),
      ...nonceRow(of),
      ...(of.text('validUntil') === ''
        ? []
        : [row('Valid until', isEndless(of) ? 'for ever' : untilText(of.number('validUntil')), 'time')]),
    ],
    calls: [initCode(null), { list: null, to: account, data: 'callData', value: null }],
    findings: (of) => [
      ...highFeeFindings(of, operationFee(of), { field: 'preVerificationGas', basis: ERC4337 }),
      ...(of.text('validUntil') !== '' && isEndless(of)
        ? [
            danger('It never expires: it can be used until its nonce is used.', {
              field: 'validUntil',
              basis: ERC4337,
            }),
          ]
        : []),
      ...(of.bytes('paymasterAndData').length === 0
        ? []
        : [
            blindFinding(
              of,
              'Another contract pays the fees of the operation, by its own rules. Its payment to that contract is not decoded: it can be an approval of tokens.',
              { field: 'paymasterAndData', basis: ERC4337 },
            ),
          ]),
    ],
  };
}

/** A transaction of a Safe of version 1.0.0 or newer. */
const safeTransaction = (signature: string): MessageRule => ({
  signature,
  basis: 'Safe',
  does: safeCall,
  rows: (of) => [
    row('Paid by', of.contract, 'address'),
    ...(of.number('gasPrice') === 0n ? [] : [row('Paid for each unit of gas', gasPriceText(of), 'amount')]),
    ...nonceRow(of),
  ],
  calls: SAFE_CALLS,
  findings: (of) => safeFindings(of),
});

/** Messages by which an account that is a contract approves a hash: their types, and the account's name. */
const HASHES: readonly (readonly [signature: string, basis: string])[] = [
  ['CoinbaseSmartWalletMessage(bytes32 hash)', 'Coinbase Smart Wallet'],
  ['Kernel(bytes32 hash)', 'Kernel'],
  ['AvocadoHash(bytes32 hash)', 'Avocado'],
];

function hashOnly([signature, basis]: readonly [signature: string, basis: string]): MessageRule {
  return {
    signature,
    basis,
    does: (of) => `Sign the hash ${of.text('hash')} for the account ${of.contract}`,
    findings: (of) => [
      blindFinding(
        of,
        `The content that ${basis} approves is unknown: the hash can stand for anything. Ask for the hashed content.`,
        { field: 'hash', basis },
      ),
    ],
  };
}

export const ACCOUNT_MESSAGES: readonly MessageRule[] = [
  safeTransaction(
    'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
  ),
  {
    signature: 'SafeMessage(bytes message)',
    basis: 'Safe',
    does: (of) =>
      `Sign ${printableText(of.bytes('message')) ?? `a message of ${counted(of.bytes('message').length, 'byte')}`} for the Safe ${of.contract}`,
    // A text is described as a personal message (payloads/nested.ts). These bytes are a hash, or spell one.
    findings: (of) => [
      danger(
        'The content that the Safe signs is unknown: bytes or a hash can stand for anything. The content that was hashed is needed.',
        { field: 'message', basis: 'Safe', mark: of.mark },
      ),
    ],
  },
  ...HASHES.map(hashOnly),
  userOperation(
    'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)',
    'sender',
    at(...ENTRY_POINTS),
  ),
  userOperation(
    'SafeOp(address safe,uint256 nonce,bytes initCode,bytes callData,uint128 verificationGasLimit,uint128 callGasLimit,uint256 preVerificationGas,uint128 maxPriorityFeePerGas,uint128 maxFeePerGas,bytes paymasterAndData,uint48 validAfter,uint48 validUntil,address entryPoint)',
    'safe',
    at(SAFE_MODULE_3),
  ),
  userOperation(
    'SafeOp(address safe,uint256 nonce,bytes initCode,bytes callData,uint256 callGasLimit,uint256 verificationGasLimit,uint256 preVerificationGas,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,bytes paymasterAndData,uint48 validAfter,uint48 validUntil,address entryPoint)',
    'safe',
    at(SAFE_MODULE_2),
  ),
  {
    signature:
      'SignedBatchedCall(BatchedCall batchedCall,uint256 nonce,bytes32 keyHash,address executor,uint256 deadline)BatchedCall(Call[] calls,bool revertOnFailure)Call(address to,uint256 value,bytes data)',
    basis: CALIBUR,
    isEndlessAtZero: true,
    isFor: ({ domain, to }) => domain.get('name') === 'Calibur' && to !== null,
    does: (of) => `Have the account ${of.contract} make calls`,
    rows: (of) => [
      ...nonceRow(of),
      row('Who may hand it in', isNobody(of.text('executor')) ? 'anybody' : of.text('executor')),
      row(
        'Where a call fails',
        of.text('batchedCall.revertOnFailure') === 'true' ? 'none is made' : 'the others are made',
      ),
    ],
    calls: [{ list: 'batchedCall.calls', to: 'to', data: 'data', value: 'value' }],
    findings: (of) => [
      ...handedIn('have these calls made once', CALIBUR),
      ...(of.each('batchedCall.calls').some((call) => isNobody(call.text('to')))
        ? [
            blindFinding(of, 'It calls the zero address, which the account takes for itself.', {
              field: 'batchedCall.calls',
              basis: CALIBUR,
            }),
          ]
        : []),
      ...(of.number('deadline') === 0n
        ? [danger('It never expires: it can be used until its nonce is used.', { field: 'deadline', basis: CALIBUR })]
        : []),
    ],
  },
];
