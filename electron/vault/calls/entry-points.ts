/** Explains the deposits and stakes that accounts and paymasters have at the EntryPoint of ERC-4337. */
import { care, row } from '../../crypto/index.ts';
import { ENTRY_POINTS } from './accounts.ts';
import { type Arguments, onlyAt, type Standard } from './standard.ts';

const BASIS = 'ERC-4337';
const AT_ENTRY_POINTS: Pick<Standard, 'basis' | 'places' | 'isShared'> = {
  basis: BASIS,
  ...onlyAt(ENTRY_POINTS),
};
const delay = (of: Arguments) => `${of.text('unstakeDelaySec')} seconds`;

export const ENTRY_POINT_DEPOSITS: readonly Standard[] = [
  {
    ...AT_ENTRY_POINTS,
    signature: 'depositTo(address account)',
    coins: 'mentioned',
    does: (of) => `Deposit ${of.coins(of.value)} for the fees of ${of.text('account')}`,
    findings: (of) =>
      of.from === null || of.from.toLowerCase() === of.text('account').toLowerCase()
        ? []
        : [
            care(`The deposit belongs to ${of.text('account')}, and not to ${of.from}, which makes the call.`, {
              field: 'account',
              basis: BASIS,
            }),
          ],
  },
  {
    ...AT_ENTRY_POINTS,
    signature: 'withdrawTo(address recipient, uint256 withdrawAmount)',
    gets: 'recipient',
    moves: 'named tokens',
    does: (of) =>
      `Withdraw ${of.coins(of.number('withdrawAmount'))} of the deposit for fees to ${of.text('recipient')}`,
    rows: (of) => [row('Amount', of.coins(of.number('withdrawAmount')), 'amount')],
  },
  {
    ...AT_ENTRY_POINTS,
    signature: 'addStake(uint32 unstakeDelaySec)',
    coins: 'mentioned',
    does: (of) => `Stake ${of.coins(of.value)}, which can be withdrawn ${delay(of)} after it is unlocked`,
    rows: (of) => [row('Locked for', delay(of))],
  },
  {
    ...AT_ENTRY_POINTS,
    signature: 'unlockStake()',
    does: () => 'Unlock the whole stake, which can be withdrawn after its delay',
  },
  {
    ...AT_ENTRY_POINTS,
    signature: 'withdrawStake(address recipient)',
    gets: 'recipient',
    moves: 'named tokens',
    does: (of) => `Withdraw the whole stake to ${of.text('recipient')}`,
  },
];
