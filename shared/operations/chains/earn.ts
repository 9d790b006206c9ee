import Type from 'typebox';
import { activity, policies } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { AddressText, BytesText } from '../fields.ts';
import { CHAIN_ERRORS, Decimal, EarnChain, EthereumAddress, SignWith, Sponsor } from './fields.ts';

/** A wrapper that the organization has deployed around a vault. */
const WrapperAddress = EthereumAddress('Wrapper address');
const EXAMPLE_REQUEST_ID = '0d6b3c1e-8f52-4a7b-9c3d-5e1f7a2b4c68';
const SIGNED = policies('PRIVATE_KEY', 'SIGN', 'signWith', 'chainCaip2', 'sponsor');

export const earnWithdraw = activity({
  name: 'earn_withdraw',
  title: 'Withdraw from earn',
  summary: 'Takes funds out of a vault that earns.',
  specified: true,
  errors: CHAIN_ERRORS,
  makes: { calls: 'of the service', signWith: 'signWith' },
  governed: policies('PRIVATE_KEY', 'SIGN', 'wrapperAddress', 'signWith', 'chainCaip2', 'sponsor', 'amountValue'),
  parameters: Type.Object({
    wrapperAddress: WrapperAddress,
    signWith: SignWith,
    chainCaip2: EarnChain,
    sponsor: Sponsor,
    amountValue: Type.String({
      title: 'Amount',
      kind: 'amount',
      help: 'in the smallest unit of the asset, or MAX for all of it',
      pattern: '^([1-9][0-9]{0,77}|MAX)$',
      says: 'a whole number above 0 in digits, or MAX',
    }),
  }),
  result: Type.Object({ withdrawRequestId: BytesText('Withdraw request id') }),
  example: {
    parameters: {
      wrapperAddress: EXAMPLE.address,
      signWith: EXAMPLE.address,
      chainCaip2: 'eip155:1',
      amountValue: 'MAX',
    },
    result: { withdrawRequestId: EXAMPLE_REQUEST_ID },
  },
});

export const claimEarnFees = activity({
  name: 'claim_earn_fees',
  title: 'Claim earn fees',
  summary: 'Claims the fees that a wrapper has collected.',
  specified: true,
  errors: CHAIN_ERRORS,
  makes: { calls: 'of the service', signWith: null, wrapper: 'wrapperAddress' },
  governed: policies('PRIVATE_KEY', 'SIGN', 'wrapperAddress'),
  parameters: Type.Object({ wrapperAddress: WrapperAddress }),
  result: Type.Object({ claimRequestId: BytesText('Claim request id') }),
  example: {
    parameters: { wrapperAddress: EXAMPLE.address },
    result: { claimRequestId: EXAMPLE_REQUEST_ID },
  },
});

export const earnDeposit = activity({
  name: 'earn_deposit',
  title: 'Deposit to earn',
  summary: 'Puts funds into a vault that earns.',
  specified: false,
  errors: CHAIN_ERRORS,
  makes: { calls: 'of the service', signWith: 'signWith' },
  governed: policies('PRIVATE_KEY', 'SIGN', 'wrapperAddress', 'signWith', 'assets', 'chainCaip2', 'sponsor'),
  parameters: Type.Object({
    wrapperAddress: WrapperAddress,
    signWith: SignWith,
    assets: Decimal('Assets', 'amount in the smallest unit of the asset'),
    chainCaip2: EarnChain,
    sponsor: Sponsor,
  }),
  result: Type.Object({ depositRequestId: BytesText('Deposit request id') }),
  example: {
    parameters: { wrapperAddress: EXAMPLE.address, signWith: EXAMPLE.address, assets: '1', chainCaip2: 'eip155:1' },
    result: { depositRequestId: EXAMPLE_REQUEST_ID },
  },
});

export const earnDeployWrapper = activity({
  name: 'earn_deploy_wrapper',
  title: 'Deploy earn wrapper',
  summary: 'Deploys the organization’s own wrapper around a vault that earns.',
  specified: false,
  errors: CHAIN_ERRORS,
  makes: { calls: 'of the service', signWith: 'clientFeeWallet' },
  governed: policies('PRIVATE_KEY', 'SIGN', 'vaultAddress', 'chainCaip2', 'clientFeeBps', 'clientFeeWallet'),
  parameters: Type.Object({
    vaultAddress: EthereumAddress('Vault address'),
    chainCaip2: EarnChain,
    clientFeeBps: Type.String({
      title: 'Client fee in basis points',
      kind: 'amount',
      pattern: '^(0|[1-9][0-9]{0,3}|10000)$',
      says: 'a whole number from 0 to 10000, as text',
    }),
    clientFeeWallet: EthereumAddress('Client fee wallet'),
  }),
  result: Type.Object({
    wrapperAddress: AddressText('Wrapper address'),
    splitterAddress: AddressText('Splitter address'),
    deployRequestId: BytesText('Deploy request id'),
  }),
  example: {
    parameters: {
      vaultAddress: EXAMPLE.address,
      chainCaip2: 'eip155:1',
      clientFeeBps: '50',
      clientFeeWallet: EXAMPLE.address,
    },
    result: {
      wrapperAddress: EXAMPLE.address,
      splitterAddress: EXAMPLE.address,
      deployRequestId: EXAMPLE_REQUEST_ID,
    },
  },
});

export const earnSetWrapperState = activity({
  name: 'earn_set_wrapper_state',
  title: 'Pause earn wrapper',
  summary: 'Stops or resumes deposits to a wrapper.',
  specified: false,
  errors: CHAIN_ERRORS,
  makes: { calls: 'of the service', signWith: null, wrapper: 'wrapperAddress' },
  governed: policies('PRIVATE_KEY', 'SIGN', 'wrapperAddress', 'depositsDisabled'),
  parameters: Type.Object({
    wrapperAddress: WrapperAddress,
    depositsDisabled: Type.Boolean({ title: 'Deposits disabled' }),
  }),
  result: Type.Object({
    wrapperAddress: AddressText('Wrapper address'),
    depositsDisabled: Type.Boolean({ title: 'Deposits disabled' }),
  }),
  example: {
    parameters: { wrapperAddress: EXAMPLE.address, depositsDisabled: true },
    result: { wrapperAddress: EXAMPLE.address, depositsDisabled: true },
  },
});

export const earnClaimRewards = activity({
  name: 'earn_claim_rewards',
  title: 'Claim earn rewards',
  summary: 'Claims the rewards that an account has earned.',
  specified: false,
  errors: CHAIN_ERRORS,
  makes: { calls: 'of the service', signWith: 'signWith' },
  governed: SIGNED,
  parameters: Type.Object({ signWith: SignWith, chainCaip2: EarnChain, sponsor: Sponsor }),
  result: Type.Object({ claimRequestId: BytesText('Claim request id') }),
  example: {
    parameters: { signWith: EXAMPLE.address, chainCaip2: 'eip155:1' },
    result: { claimRequestId: EXAMPLE_REQUEST_ID },
  },
});
