/** Explains the functions of smart accounts (ERC-4337 and ERC-7579), timelocks and multicalls. */
import type { Finding } from '../../../shared/model/index.ts';
import { care, row } from '../../crypto/index.ts';
import { executions, initCode, makesNoAccount } from './packed.ts';
import {
  ANY_CHAIN,
  type Arguments,
  type CallsInside,
  type Contracts,
  listed,
  ownCallsFindings,
  power,
  type Standard,
  severalCalls,
} from './standard.ts';

const ERC4337 = 'ERC-4337';
const ERC7579 = 'ERC-7579';
const EMPTY = '0x';

/** Calls in a list of tuples, or in lists beside each other. */
const inside = (
  to: string | null,
  data: string,
  { list = null, value = null }: Partial<Pick<CallsInside, 'list' | 'value'>> = {},
): CallsInside => ({ list, to, data, value });

function several(signature: string, basis: string, calls: CallsInside, does: Standard['does']): Standard {
  return { signature, basis, does, calls: [calls] };
}

const MULTICALL = 'Multicall3';
/** Multicall3 on most chains and on zkSync Era, and the two before it on Ethereum, which share functions with it. */
export const MULTICALLS: Contracts = {
  [ANY_CHAIN]: ['0xca11bde05977b3631167028862be2a173976ca11'],
  'eip155:1': ['0x5ba1e12693dc8f9c48aad8770482f4739beed696', '0xeefba1e63905ef1d7acba5a8513c70307c1ce441'],
  'eip155:324': ['0xf9cda624fbc7e059355ce98a31693d299facd963'],
};

/** Calls that Multicall makes of its own, and not as the account. */
const multicalled = (signature: string, value: string | null = null): Standard => ({
  ...several(signature, MULTICALL, inside('target', 'callData', { list: 'calls', value }), severalCalls),
  findings: (of) => ownCallsFindings(of, MULTICALL),
  places: MULTICALLS,
});

const ofContract: Standard['does'] = (of) => `Call ${of.contract} several times`;
const ofAccount: Standard['does'] = (of) => `Have the account ${of.contract} make calls`;

/** The calls that an ERC-7579 account is to run. */
const runs = (of: Arguments) => executions(of.bytes('mode'), of.bytes('executionCalldata'));
/** True when it runs code of another contract, whose effect function names do not show. */
const isForeign = (of: Arguments) => runs(of).some(({ isDelegate }) => isDelegate);

/** EntryPoint 0.6 to 0.9, at one address each on every chain. */
export const ENTRY_POINTS: Contracts = {
  [ANY_CHAIN]: [
    '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
    '0x0000000071727de22e5e9d8baf0edac6f37da032',
    '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
    '0x433709009b8330fda32311df1c2afa402ed8d009',
  ],
};

/** Returns true for a mode of ERC-7579 that goes on after a call that fails. */
const mayFail = (of: Arguments) => of.bytes('mode')[1] === 1;

/** User operations: each is a call that an account makes, and pays for. */
function handleOps(operation: string): Standard {
  return {
    signature: `handleOps((${operation})[] ops, address beneficiary)`,
    basis: ERC4337,
    places: ENTRY_POINTS,
    does: (of) =>
      `Submit user operations of ${
        of
          .each('ops')
          .map((each) => each.text('sender'))
          .join(', ') || 'nobody'
      }, with the fees to ${of.text('beneficiary')}`,
    calls: [initCode('ops', makesNoAccount), inside('sender', 'callData', { list: 'ops' })],
    findings: (of) => of.each('ops').flatMap(operationFindings),
  };
}

function operationFindings(of: Arguments, index: number): Finding[] {
  const field = `ops[${index}]`;
  return [
    ...(makesNoAccount(of.bytes('initCode'))
      ? []
      : [
          care(
            `The operation makes the account ${of.text('sender')} first, by the factory at the beginning of initCode.`,
            {
              field: `${field}.initCode`,
              basis: ERC4337,
            },
          ),
        ]),
    ...(of.text('paymasterAndData') === EMPTY
      ? []
      : [
          care('Another contract pays the fees of the operation, by its own rules.', {
            field: `${field}.paymasterAndData`,
            basis: ERC4337,
          }),
        ]),
  ];
}

const CALL = 'address target, bytes callData';

/** By the names of their parameters in `does`, `findings` and `calls`. */
export const ACCOUNTS: readonly Standard[] = [
  several('multicall(bytes[] data)', 'Multicall', inside(null, 'data'), ofContract),
  several('multicall(uint256 deadline, bytes[] data)', 'Multicall', inside(null, 'data'), ofContract),
  several('multicall(bytes32 previousBlockhash, bytes[] data)', 'Multicall', inside(null, 'data'), ofContract),
  multicalled(`aggregate((${CALL})[] calls)`),
  multicalled(`tryAggregate(bool requireSuccess, (${CALL})[] calls)`),
  multicalled(`blockAndAggregate((${CALL})[] calls)`),
  multicalled(`tryBlockAndAggregate(bool requireSuccess, (${CALL})[] calls)`),
  multicalled('aggregate3((address target, bool allowFailure, bytes callData)[] calls)'),
  multicalled('aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)', 'value'),
  handleOps(
    'address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature',
  ),
  handleOps(
    'address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature',
  ),
  several(
    'execute(address dest, uint256 value, bytes func)',
    ERC4337,
    inside('dest', 'func', { value: 'value' }),
    (of) => `Have the account ${of.contract} make a call`,
  ),
  several('executeBatch(address[] dest, bytes[] func)', ERC4337, inside('dest', 'func'), ofAccount),
  several(
    'executeBatch(address[] dest, uint256[] value, bytes[] func)',
    ERC4337,
    inside('dest', 'func', { value: 'value' }),
    ofAccount,
  ),
  several(
    'executeBatch((address target, uint256 value, bytes data)[] calls)',
    ERC4337,
    inside('target', 'data', { list: 'calls', value: 'value' }),
    ofAccount,
  ),
  ...['execute', 'executeFromExecutor'].map(
    (name): Standard => ({
      signature: `${name}(bytes32 mode, bytes executionCalldata)`,
      basis: ERC7579,
      does: (of) => (isForeign(of) ? `Have the account ${of.contract} run foreign code as its own` : ofAccount(of)),
      rows: (of) => [row('Where a call fails', mayFail(of) ? 'the others are made' : 'none is made')],
      calls: [{ ...inside(null, 'executionCalldata'), unpack: (data, of) => executions(of.bytes('mode'), data) }],
    }),
  ),
  several(
    'execute(address target, uint256 value, bytes payload, bytes32 predecessor, bytes32 salt)',
    'Timelock',
    inside('target', 'payload', { value: 'value' }),
    (of) => `Run an operation that was scheduled in the timelock ${of.contract}`,
  ),
  several(
    'schedule(address target, uint256 value, bytes data, bytes32 predecessor, bytes32 salt, uint256 delay)',
    'Timelock',
    inside('target', 'data', { value: 'value' }),
    (of) => `Schedule in the timelock ${of.contract}, to run after ${of.text('delay')} seconds`,
  ),
  several(
    'scheduleBatch(address[] targets, uint256[] values, bytes[] payloads, bytes32 predecessor, bytes32 salt, uint256 delay)',
    'Timelock',
    inside('targets', 'payloads', { value: 'values' }),
    (of) => `Schedule in the timelock ${of.contract}, to run after ${of.text('delay')} seconds`,
  ),
  several(
    'executeBatch(address[] targets, uint256[] values, bytes[] payloads, bytes32 predecessor, bytes32 salt)',
    'Timelock',
    inside('targets', 'payloads', { value: 'values' }),
    (of) => `Run an operation that was scheduled in the timelock ${of.contract}`,
  ),
  {
    ...power(
      'createAccount(address owner, uint256 salt)',
      ERC4337,
      (of) => `Make an account whose owner is ${of.text('owner')}`,
      'owner',
    ),
    isShared: () => true,
  },
  {
    ...power(
      'createAccount(bytes[] owners, uint256 nonce)',
      ERC4337,
      (of) => `Make an account whose owners are ${listed(of.texts('owners'))}`,
      'owners',
    ),
    isShared: () => true,
    rows: (of) => of.texts('owners').map((owner) => row('Owner', owner)),
  },
  power(
    'addOwnerAddress(address owner)',
    ERC4337,
    (of) => `Make ${of.text('owner')} an owner of the account ${of.contract}`,
    'owner',
  ),
  power(
    'addOwnerPublicKey(bytes32 x, bytes32 y)',
    ERC4337,
    (of) => `Make the key ${of.text('x')}, ${of.text('y')} an owner of the account ${of.contract}`,
    'x',
  ),
  power(
    'removeOwnerAtIndex(uint256 index, bytes owner)',
    ERC4337,
    (of) => `Remove the owner ${of.text('owner')} of the account ${of.contract}`,
    'owner',
  ),
  power(
    'installModule(uint256 moduleType, address module, bytes initData)',
    ERC7579,
    (of) => `Let the module ${of.text('module')} of type ${of.text('moduleType')} act in the account ${of.contract}`,
    'module',
  ),
  power(
    'uninstallModule(uint256 moduleType, address module, bytes deInitData)',
    ERC7579,
    (of) => `Remove the module ${of.text('module')} of type ${of.text('moduleType')} from the account ${of.contract}`,
    'module',
  ),
];
