import { chainName, decimalText, type Finding, ownMember } from '../../../shared/model/index.ts';
import { care, information } from '../../crypto/index.ts';
import { type Explain, from, type Given, plain } from './power.ts';

const on = ({ text }: Given) => ` on ${chainName(text('chainCaip2'))}`;

/** Only the chain knows the asset of a wrapper. */
const units = (amount: string, field: string) => ({
  words: `${amount} smallest ${amount === '1' ? 'unit' : 'units'} of its asset`,
  findings: [care('The request names neither the asset nor its decimals: the wrapper decides.', from(field))],
});

/** The payer of the chain's fee. */
const fee = ({ own }: Given): Finding[] =>
  ownMember(own, 'sponsor') === true
    ? [information('The service is asked to pay the fee of the chain.', from('sponsor'))]
    : [care('The account pays the fee of the chain, and the request sets no limit.', from('signWith'))];

/** Basis points as per cent. */
const percent = (points: string) => (/^\d{1,5}$/.test(points) ? `${decimalText(BigInt(points), 2)} %` : points);

/** Activities about funds that earn: the amount, its source and its destination. */
export const EARN: Readonly<Record<string, Explain>> = {
  earn_deposit: (body) => {
    const { words, findings } = units(body.text('assets'), 'assets');
    return {
      headline: `Deposit ${words} from ${body.text('signWith')} into the earn wrapper ${body.text('wrapperAddress')}${on(body)}`,
      findings: [
        ...findings,
        care('The vault behind the wrapper controls the deposit until you withdraw it.', from('wrapperAddress')),
        information('First the account approves that the wrapper takes this amount of the asset.', from('assets')),
        ...fee(body),
      ],
    };
  },
  earn_withdraw: (body) => {
    const amount = body.text('amountValue');
    const { words, findings } =
      amount === 'MAX' ? { words: 'all that there is', findings: [] } : units(amount, 'amountValue');
    return {
      headline: `Withdraw ${words} for ${body.text('signWith')} from the earn wrapper ${body.text('wrapperAddress')}${on(body)}`,
      findings: [...findings, ...fee(body)],
    };
  },
  earn_claim_rewards: (body) => ({
    headline: `Claim all rewards that ${body.text('signWith')} has earned${on(body)}`,
    findings: fee(body),
  }),
  claim_earn_fees: (body) => ({
    headline: `For the fee wallet it was deployed with, claim all fees of the earn wrapper ${body.text('wrapperAddress')}`,
    findings: [
      care(
        'The request says neither the chain nor the fee wallet, which pays the fee of the chain: the wrapper decides.',
        from('wrapperAddress'),
      ),
    ],
  }),
  earn_deploy_wrapper: (body) => ({
    headline: `Deploy an earn wrapper around the vault ${body.text('vaultAddress')}${on(body)}, whose fee of ${percent(body.text('clientFeeBps'))} goes to ${body.text('clientFeeWallet')}`,
    findings: [care('The owner of the fee wallet gets that fee from all depositors.', from('clientFeeWallet'))],
  }),
  earn_set_wrapper_state: plain(({ own, text }) =>
    ownMember(own, 'depositsDisabled') === true
      ? `Stop deposits into the earn wrapper ${text('wrapperAddress')}`
      : `Resume deposits into the earn wrapper ${text('wrapperAddress')}`,
  ),
};
