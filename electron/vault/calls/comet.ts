/**
 * Explains deposits and withdrawals at the markets of Compound III. A market lends one token, so that withdrawing more of
 * it than was supplied borrows the rest. Addresses after the deployments of compound-finance/comet.
 */
import type { Finding } from '../../../shared/model/index.ts';
import { care, row } from '../../crypto/index.ts';
import { type Arguments, type Contracts, onlyAt, type Standard } from './standard.ts';

const BASIS = 'Compound III';
const MARKETS: Contracts = {
  'eip155:1': [
    '0xc3d688b66703497daa19211eedff47f25384cdc3',
    '0xa17581a9e3356d9a858b789d68b4d866e593ae94',
    '0x3afdc9bca9213a35503b077a6072f3d0d5ab0840',
    '0x3d0bb1ccab520a66e607822fc55bc921738fafe3',
    '0x5d409e56d886231adaf00c8775665ad0f9897b56',
  ],
  'eip155:10': [
    '0x2e44e174f7d53f0212823acc11c01a11d58c5bcb',
    '0x995e394b8b2437ac8ce61ee0bc610d617962b214',
    '0xe36a30d249f7761327fd973001a32010b521b6fd',
  ],
  'eip155:137': ['0xf25212e676d1f7f89cd72ffee66158f541246445', '0xaeb318360f27748acb200ce616e389a6c9409a07'],
  'eip155:8453': [
    '0xb125e6687d4313864e53df431d5425969c15eb2f',
    '0x9c4ec768c28520b50860ea7a15bd7213a9ff58bf',
    '0x46e6b214b524310239732d51387075e0e70970bf',
    '0x784efeb622244d2348d4f2522f8860b96fbece89',
  ],
  'eip155:42161': [
    '0xa5edbdd9646f8dff606d7448e414884c7d905dca',
    '0x9c4ec768c28520b50860ea7a15bd7213a9ff58bf',
    '0x6f7d514bbd4aff3bcd1140b7344b32f063dee486',
    '0xd98be00b5d27fc98112bde293e487f8d4ca57d07',
  ],
};

/** An amount of a supply that means the debt of the account that gets it, and of a withdrawal the whole supply. */
const ALL = 2n ** 256n - 1n;
const amountText = (of: Arguments) =>
  of.isAll('amount', 'asset') ? of.allTokens('asset') : of.tokens('amount', 'asset');
const tokenName = (of: Arguments) => of.allTokens('asset').replace(/^all (?:of )?/, '');
const isRepayment = (of: Arguments, name: string) => name === 'supply' && of.number('amount') === ALL;

/** The account that gets or gives, where the function names one. */
interface Named {
  readonly to?: string;
  readonly from?: string;
}

function movement(name: 'supply' | 'withdraw', { to, from }: Named): Standard {
  const parameters = [from, to].flatMap((each) => (each === undefined ? [] : [`address ${each}`]));
  const suffix = from === undefined ? (to === undefined ? '' : 'To') : 'From';
  const whose = (of: Arguments) => (from === undefined ? '' : ` of ${of.text(from)}`);
  return {
    signature: `${name}${suffix}(${[...parameters, 'address asset', 'uint256 amount'].join(', ')})`,
    basis: BASIS,
    ...onlyAt(MARKETS),
    moves: 'named tokens',
    ...(from === undefined ? {} : { owner: { name: from, by: 'an allowance' } }),
    ...(to === undefined ? {} : { gets: to }),
    does: (of) =>
      isRepayment(of, name)
        ? `Repay the whole debt${to === undefined ? '' : ` of ${of.text(to)}`} to ${of.contract}, in ${tokenName(of)}${whose(of)}`
        : name === 'supply'
          ? `Supply ${amountText(of)}${whose(of)} to ${of.contract}${to === undefined ? '' : `, for ${of.text(to)}`}`
          : `Withdraw ${amountText(of)}${whose(of)} from ${of.contract}${to === undefined ? '' : `, to ${of.text(to)}`}`,
    rows: (of) => [
      row('Amount', isRepayment(of, name) ? `the whole debt, in ${tokenName(of)}` : amountText(of), 'amount'),
    ],
    findings: (): Finding[] =>
      name === 'supply'
        ? []
        : [
            care(
              'A withdrawal of the token that the market lends is a debt, as far as it exceeds the supply of the account.',
              { field: 'amount', basis: BASIS },
            ),
          ],
  };
}

export const COMET: readonly Standard[] = (['supply', 'withdraw'] as const).flatMap((name) => {
  const from = name === 'supply' ? 'from' : 'src';
  return [
    movement(name, {}),
    movement(name, { to: name === 'supply' ? 'dst' : 'to' }),
    movement(name, { from, to: name === 'supply' ? 'dst' : 'to' }),
  ];
});
