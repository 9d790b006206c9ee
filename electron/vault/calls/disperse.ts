/** Explains payments to many accounts by the contract of disperse.app, which is at one address on every chain. */
import type { DecodedField, Finding } from '../../../shared/model/index.ts';
import { burntFinding, danger, isBurnt, row, tokenOf, tokensText } from '../../crypto/index.ts';
import { keptByNobody } from './known-contracts.ts';
import { ANY_CHAIN, type Arguments, listed, type Standard } from './standard.ts';

const BASIS = 'Disperse';
const CONTRACTS = { [ANY_CHAIN]: ['0xd152f549545093347a162dce210e7293f1452150'] };

/** The payments, with their amounts in words. Recipients without an amount get none. */
function paymentsOf(of: Arguments, text: (units: bigint) => string) {
  const values = of.texts('values');
  return of.texts('recipients').map((recipient, index) => ({ recipient, amount: text(BigInt(values[index] ?? '0')) }));
}

/** About a recipient that nobody has the key of, or that is a token or a contract that keeps nothing for an account. */
function recipientFindings(of: Arguments, recipient: string, field: string, isCoins: boolean): Finding[] {
  if (isBurnt(recipient)) return [burntFinding(recipient, field)];
  const token = tokenOf(of.chain, recipient);
  if (token === null) return keptByNobody(recipient, isCoins ? 'coins' : 'tokens', field);
  return [
    danger(`${recipient} is the contract of the token ${token.symbol}: anything sent there is likely lost.`, { field }),
  ];
}

interface Kind {
  readonly signature: string;
  readonly isCoins: boolean;
}

function payments({ signature, isCoins }: Kind): Standard {
  const amountOf = (of: Arguments) => (units: bigint) =>
    isCoins ? of.coins(units) : tokensText(of.chain, of.text('token'), units);
  const sumOf = (of: Arguments) => of.texts('values').reduce((sum, value) => sum + BigInt(value), 0n);
  return {
    signature,
    basis: BASIS,
    places: CONTRACTS,
    moves: 'named tokens',
    ...(isCoins ? { coins: 'mentioned' } : {}),
    does: (of) =>
      `Send ${listed(paymentsOf(of, amountOf(of)).map(({ recipient, amount }) => `${amount} to ${recipient}`)) || 'nothing'}`,
    rows: (of): DecodedField[] => [
      row('Amount of all', amountOf(of)(sumOf(of)), 'amount'),
      ...paymentsOf(of, amountOf(of)).flatMap(({ recipient, amount }) => [
        row('Amount', amount, 'amount'),
        row('To', recipient, 'address'),
      ]),
    ],
    findings: (of): Finding[] => [
      ...of
        .texts('recipients')
        .flatMap((recipient, index) => recipientFindings(of, recipient, `recipients[${index}]`, isCoins)),
      ...(of.texts('recipients').length === of.texts('values').length
        ? []
        : [danger('The numbers of recipients and amounts differ.', { field: 'values', basis: BASIS, mark: of.mark })]),
      ...(isCoins && of.value !== sumOf(of)
        ? [
            danger(
              `${of.coins(of.value)} goes with the call, and ${of.coins(sumOf(of))} is paid: the contract refuses less and returns more.`,
              { field: 'values', basis: BASIS },
            ),
          ]
        : []),
    ],
  };
}

const LISTS = 'address[] recipients, uint256[] values';

export const DISPERSE: readonly Standard[] = [
  payments({ signature: `disperseEther(${LISTS})`, isCoins: true }),
  payments({ signature: `disperseToken(address token, ${LISTS})`, isCoins: false }),
  payments({ signature: `disperseTokenSimple(address token, ${LISTS})`, isCoins: false }),
];
