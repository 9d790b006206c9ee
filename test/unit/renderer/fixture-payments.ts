import type { CallInput, CallOutput } from '../../../shared/ipc/index.ts';
import { batchCalls } from './fixture-batches.ts';

const RECIPIENT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const GAS = { maxFeePerGas: '16000000000', maxPriorityFeePerGas: '1000000000' };

/** Main's replies about a payment to a known address, with a node. */
export const paymentsFixture = (now: number) => ({
  ...batchCalls,
  // The older half of the accounts has a balance that a node reported three minutes ago.
  'balances.list': ({ addresses }: CallInput<'balances.list'>): CallOutput<'balances.list'> => ({
    profile: 'local',
    rows: addresses.slice(0, Math.ceil(addresses.length / 2)).map((address) => ({
      address,
      chain: 'eip155:1' as const,
      at: now - 180_000,
      assets: [
        { symbol: 'ETH', decimals: 18, units: '2500000000000000000' },
        { symbol: 'USDC', decimals: 6, units: '1250500000' },
      ],
    })),
  }),
  'payments.assets': (): CallOutput<'payments.assets'> => ({ assets: [{ token: null, symbol: 'ETH', decimals: 18 }] }),
  'payments.recipients': (): CallOutput<'payments.recipients'> => ({
    rows: [{ address: RECIPIENT, label: 'Coinbase Prime', own: false }],
  }),
  'payments.recipient': (): CallOutput<'payments.recipient'> => ({
    address: RECIPIENT,
    problem: null,
    label: 'Coinbase Prime',
    own: false,
    times: 14,
    isToken: false,
    isUnowned: false,
    isOffCurve: false,
    alike: null,
  }),
  'payments.quote': (): CallOutput<'payments.quote'> => ({
    coinUnits: '10000000000000000000',
    assetUnits: '10000000000000000000',
    nonce: '41',
    at: now,
    problems: [],
    fees: {
      family: 'ethereum' as const,
      baseFeePerGas: '10000000000',
      slow: GAS,
      normal: GAS,
      fast: GAS,
      gasLimit: '21000',
      refusal: null,
      isContract: false,
    },
  }),
  'payments.replacement': (): CallOutput<'payments.replacement'> => ({ offer: null }),
  'payments.replace': (): CallOutput<'payments.replace'> => ({ requestId: '7f0c1d9e-8a41-4a55-9b61-2f6c0a5b9d11' }),
  'payments.example': (): CallOutput<'payments.example'> => ({ unsignedTransaction: '02c0' }),
  'payments.compose': (): CallOutput<'payments.compose'> => ({ unsignedTransaction: '02c0' }),
});
