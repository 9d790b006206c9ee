/** Explains the mode of a loan at the pools of Aave, version 3. Addresses after bgd-labs/aave-address-book. */
import { care } from '../../crypto/index.ts';
import { onlyAt, type Standard } from './standard.ts';

const BASIS = 'Aave V3';
const ON_SEVERAL = '0x794a61358d6845594f94dc1db02a252b5b4814ad';
const POOLS = {
  'eip155:1': ['0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2', '0x4e033931ad43597d96d6bcc25c280717730b58b1'],
  'eip155:10': [ON_SEVERAL],
  'eip155:56': ['0x6807dc923806fe8fd134338eabca509979a7e0cb'],
  'eip155:100': ['0xb50201558b00496a145fe76f7424749556e326d8'],
  'eip155:137': [ON_SEVERAL],
  'eip155:8453': ['0xa238dd80c259a72e81d7e4664a9801593f98d1c5'],
  'eip155:42161': [ON_SEVERAL],
  'eip155:43114': [ON_SEVERAL],
};

export const AAVE: readonly Standard[] = [
  {
    signature: 'setUserEMode(uint8 categoryId)',
    basis: BASIS,
    ...onlyAt(POOLS),
    does: (of) =>
      of.text('categoryId') === '0'
        ? `End the efficiency mode of the account at ${of.contract}`
        : `Choose the efficiency mode ${of.text('categoryId')} for the account at ${of.contract}`,
    findings: () => [
      care('It changes how much the account may borrow, and when its collateral is sold.', {
        field: 'categoryId',
        basis: BASIS,
      }),
    ],
  },
];
