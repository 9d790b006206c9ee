/** Operations of Stellar with amounts that are set aside: claimable balances, pools, and amounts that are clawed back. */
import { care, danger, row } from '../../../meaning.ts';
import { asset, price } from './assets.ts';
import { ALWAYS, balance, claimant } from './claims.ts';
import { accountRows, accountWords, amountText, lostFindings, nothing, type Operation } from './operation.ts';
import { amount, hash, listUpTo, muxed } from './values.ts';

const MOST_CLAIMANTS = 10;

const createBalance: Operation = {
  name: 'CreateClaimableBalance',
  members: { asset, amount, claimants: listUpTo(MOST_CLAIMANTS, claimant) },
  effect(of) {
    const { items } = of.value('claimants');
    const text = amountText(of.number('amount'), of.asset('asset'));
    const accounts = items.map((each) => each.account ?? '');
    const own = items.find((each) => each.account === of.source);
    const condition = own?.items[0]?.text ?? '';
    const who = accounts.length === 1 ? accounts[0] : `the first of ${accounts.length} accounts`;
    return {
      steps: [`Set aside ${text} for ${who} to claim`],
      rows: [
        row('Amount', text, 'amount'),
        ...items.flatMap((each) => [
          row('To', each.account ?? '', 'address'),
          row('Can claim', each.items[0]?.text ?? ''),
        ]),
      ],
      findings: [
        ...items.flatMap(lostFindings),
        ...(own === undefined
          ? [danger('This account is none of those that can claim it: it cannot take the amount back.')]
          : condition === ALWAYS
            ? []
            : [danger(`This account can take the amount back only under its condition: ${condition}.`)]),
      ],
      faults: [
        ...nothing(of, 'amount'),
        ...(items.length === 0 ? ['nobody can claim its amount'] : []),
        ...(new Set(accounts).size === accounts.length ? [] : ['it names an account twice']),
      ],
    };
  },
};

const UNSTATED = 'The transaction does not state the asset or the amount of the balance.';

const claimBalance: Operation = {
  name: 'ClaimClaimableBalance',
  members: { balanceID: balance },
  effect: (of) => ({
    steps: [`Claim the balance ${of.text('balanceID')}`],
    rows: [row('Claimable balance', of.text('balanceID'), 'hash')],
    findings: [care(UNSTATED)],
  }),
};

const clawbackBalance: Operation = {
  name: 'ClawbackClaimableBalance',
  members: { balanceID: balance },
  effect: (of) => ({
    steps: [`Claw back the balance ${of.text('balanceID')}`],
    rows: [row('Claimable balance', of.text('balanceID'), 'hash')],
    findings: [danger('The balance is destroyed.'), care(UNSTATED)],
  }),
};

const clawback: Operation = {
  name: 'Clawback',
  members: { asset, from: muxed, amount },
  effect(of) {
    const text = amountText(of.number('amount'), of.asset('asset'));
    return {
      steps: [`Claw back ${text} from ${accountWords(of.value('from'))}`],
      rows: [row('Amount', text, 'amount'), ...accountRows('Holder', of.value('from'))],
      findings: [danger('The amount is taken from its holder and destroyed.')],
      faults: [
        ...nothing(of, 'amount'),
        ...(of.asset('asset').issuer === of.source ? [] : ['the account is not the issuer of the asset']),
      ],
    };
  },
};

const NO_ASSETS = 'it does not state the assets of the pool';

const poolDeposit: Operation = {
  name: 'LiquidityPoolDeposit',
  members: { liquidityPoolID: hash, maxAmountA: amount, maxAmountB: amount, minPrice: price, maxPrice: price },
  effect: (of) => ({
    steps: [`Deposit in the pool ${of.text('liquidityPoolID')}, whose assets are not stated`],
    rows: [
      row('Pool', of.text('liquidityPoolID'), 'hash'),
      row('First asset, at most', of.text('maxAmountA'), 'amount'),
      row('Second asset, at most', of.text('maxAmountB'), 'amount'),
    ],
    faults: [NO_ASSETS],
  }),
};

const poolWithdraw: Operation = {
  name: 'LiquidityPoolWithdraw',
  members: { liquidityPoolID: hash, amount, minAmountA: amount, minAmountB: amount },
  effect: (of) => ({
    steps: [`Withdraw from the pool ${of.text('liquidityPoolID')}, whose assets are not stated`],
    rows: [
      row('Pool', of.text('liquidityPoolID'), 'hash'),
      row('Shares', of.text('amount'), 'amount'),
      row('First asset, at least', of.text('minAmountA'), 'amount'),
      row('Second asset, at least', of.text('minAmountB'), 'amount'),
    ],
    faults: [NO_ASSETS],
  }),
};

export const BALANCES: Readonly<Record<number, Operation>> = {
  14: createBalance,
  15: claimBalance,
  19: clawback,
  20: clawbackBalance,
  22: poolDeposit,
  23: poolWithdraw,
};
