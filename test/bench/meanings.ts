import { hash } from 'node:crypto';
import { rlpEncode } from '../../electron/crypto/transactions/ethereum/rlp.ts';
import type { PayloadEncoding, TransactionType } from '../../shared/model/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { bitcoinLibraries } from '../peers/bench-bitcoin-libraries.ts';
import { ethersCall, ethersUnsigned } from '../peers/bench-evm-libraries.ts';
import { rawText, trigger } from '../unit/crypto/transactions/tron/builder.ts';
import { type Contender, inFlight } from './measure.ts';
import type { RunningVault } from './setting.ts';

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const NONE = new Uint8Array(0);
const SWAP_ROUTER = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45';
const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11';
const SWAP =
  'exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)';

/** Measures the operator's wait before the question: the message to the vault process and the returned meaning. */
export function typicalMeanings(vault: RunningVault): readonly Contender[] {
  const { unsigned: psbt } = bitcoinLibraries(new Uint8Array(32).fill(7));
  return [
    describing(vault, 'sending a coin', transaction(ethersUnsigned(ACCOUNT, 10n ** 18n, '0x'))),
    describing(
      vault,
      'a call of a standard, ERC-20 approve',
      transaction(ethersCall(USDC, 'approve(address spender, uint256 amount)', [ACCOUNT, 2n ** 256n - 1n])),
    ),
    describing(
      vault,
      'a call by its ERC-7730 descriptor, a swap',
      transaction(ethersCall(SWAP_ROUTER, SWAP, [[USDC, WETH, 500, ACCOUNT, 10n ** 9n, 10n ** 17n, 0]])),
    ),
    describing(vault, 'typed data, a permit', payload('PAYLOAD_ENCODING_EIP712', JSON.stringify(permit()))),
    describing(vault, 'a PSBT of two inputs', transaction(psbt, 'TRANSACTION_TYPE_BITCOIN')),
    describing(vault, 'the name of an organization: no contents', {
      type: 'ACTIVITY_TYPE_UPDATE_ORGANIZATION_NAME',
      parameters: { organizationName: 'Treasury' },
    }),
  ];
}

/** Near the largest of each kind that are read in all. */
export function largestMeanings(vault: RunningVault): readonly Contender[] {
  const aggregate = 'aggregate3((address target, bool allowFailure, bytes callData)[] calls)';
  const calls = Array.from({ length: 60 }, () => [USDC, false, `0xa9059cbb${'00'.repeat(4000)}`]);
  const typedData = listOf('string[]', 8000, (index) => `${ACCOUNT}${String(index).padStart(20, '0')}`);
  const addresses = listOf('address[]', 8000, (index) => `0x${index.toString(16).padStart(40, '0')}`);
  const { unsigned: psbt } = bitcoinLibraries(new Uint8Array(32).fill(7), 1000);
  const permits = Array.from({ length: 1000 }, (_, nonce) => JSON.stringify(permit(nonce)));
  const payment = `a9059cbb${ACCOUNT.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`;
  const payments = Array.from({ length: 1000 }, () => [hexDecode(USDC.slice(2)), NONE, hexDecode(payment)]);
  const batch = [hexDecode('a5bf'), NONE, NONE, NONE, payments, [], NONE, NONE, NONE, NONE, NONE, NONE, []];
  const accounts = Array.from({ length: 1000 }, (_, index) => ({
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: `m/44'/60'/0'/0/${index}`,
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  }));
  return [
    describing(vault, '240 KiB of calls in calls', transaction(ethersCall(MULTICALL, aggregate, [calls]))),
    describing(vault, 'a PSBT of 1,000 inputs', transaction(psbt, 'TRANSACTION_TYPE_BITCOIN')),
    describing(
      vault,
      'a call of 500 kB on Tron, of a function that nobody knows',
      transaction(rawText(trigger('07'.repeat(511_000))), 'TRANSACTION_TYPE_TRON'),
    ),
    describing(
      vault,
      '1,000 payments in one transaction of Tempo',
      transaction(`76${hexEncode(rlpEncode(batch))}`, 'TRANSACTION_TYPE_TEMPO'),
    ),
    describing(vault, 'a text of 1 MB', payload('PAYLOAD_ENCODING_TEXT_UTF8', 'All that is said. '.repeat(58_000))),
    describing(vault, '1,000 permits in one activity', {
      type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOADS',
      parameters: { signWith: ACCOUNT, payloads: permits, encoding: 'PAYLOAD_ENCODING_EIP712' },
    }),
    describing(vault, 'a wallet of 1,000 accounts', {
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      parameters: { walletName: 'Treasury', accounts },
    }),
    describing(vault, 'typed data of 8,000 addresses', payload('PAYLOAD_ENCODING_EIP712', addresses)),
    describing(vault, 'typed data of 8,000 texts, 0.5 MB', payload('PAYLOAD_ENCODING_EIP712', typedData)),
    {
      name: 'parsing and hashing that typed data alone',
      batch: (count) => {
        for (let done = 0; done < count; done += 1) {
          JSON.parse(typedData);
          hash('sha256', typedData);
        }
      },
    },
  ];
}

interface Asked {
  readonly type: string;
  readonly parameters: object;
}

function transaction(unsignedTransaction: string, type: TransactionType = 'TRANSACTION_TYPE_ETHEREUM'): Asked {
  return { type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2', parameters: { signWith: ACCOUNT, unsignedTransaction, type } };
}

function payload(encoding: PayloadEncoding, text: string): Asked {
  const parameters = { signWith: ACCOUNT, payload: text, encoding, hashFunction: 'HASH_FUNCTION_NO_OP' };
  return { type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', parameters };
}

function describing(vault: RunningVault, name: string, asked: Asked): Contender {
  const body = utf8Encode(
    JSON.stringify({ timestampMs: '1745383555000', organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10', ...asked }),
  );
  return { name, batch: (count) => inFlight(count, 1, () => vault.call('describe', { body })) };
}

/** Typed data whose message is one list. */
function listOf(type: string, length: number, each: (index: number) => string): string {
  return JSON.stringify({
    types: { EIP712Domain: [{ name: 'chainId', type: 'uint256' }], List: [{ name: 'entries', type }] },
    primaryType: 'List',
    domain: { chainId: 1 },
    message: { entries: Array.from({ length }, (_, index) => each(index)) },
  });
}

function permit(nonce = 0) {
  return {
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    domain: { name: 'USD Coin', chainId: 1, verifyingContract: USDC },
    message: { owner: ACCOUNT, spender: WETH, value: '1000000', nonce, deadline: 1745383555 },
  };
}
