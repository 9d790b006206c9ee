import { blind, corpus } from './corpus.ts';
import { BOB, domain, OPERATOR, ofType, USDC } from './typed-message.ts';

const usdc = domain('USD Coin', USDC);
const count = (many: number) => Array.from({ length: many }, (_, index) => index);
const addressOf = (index: number) => `0x${String(index + 1).padStart(40, '1')}`;
const filled = (many: number, decoy: (index: number) => readonly [member: string, value: unknown]) => {
  const decoys = count(many).map(decoy);
  const members = decoys.map(([member]) => `${member},`).join('');
  return ofType(`Mixed(${members}address recipient,uint256 value)`, usdc, {
    ...Object.fromEntries(decoys.map(([member, value]) => [member.split(' ')[1], value])),
    recipient: BOB,
    value: '1000000000000000000000',
  });
};

corpus('decoys', {
  'twenty small amounts before a recipient and a large one': blind(
    filled(20, (index) => [`uint256 x${index}Amount`, index]),
  ),
  'twenty recipients before another': blind(filled(20, (index) => [`address x${index}Recipient`, addressOf(index)])),
  'twenty texts as amounts before a number': blind(filled(20, (index) => [`string x${index}Amount`, 'little'])),
  'twenty zeros before a recipient': blind(filled(20, (index) => [`uint256 x${index}Amount`, 0])),
  'a dozen spenders': blind(
    ofType('Many(Allowance[] allowances)Allowance(address spender,uint256 amount)', usdc, {
      allowances: count(12).map((index) => ({ spender: addressOf(index), amount: index })),
    }),
  ),
  'a dozen members that nothing declares': blind(
    ofType('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)', usdc, {
      owner: OPERATOR,
      spender: BOB,
      value: 5,
      nonce: 0,
      deadline: 1_790_000_000,
      ...Object.fromEntries(count(12).map((index) => [`extra${index}`, index])),
    }),
  ),
});
