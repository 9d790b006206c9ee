import { describe, expect, test } from 'vitest';
import { describePayload } from '../../../../electron/crypto/index.ts';

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const OTHER = '0x7070707070707070707070707070707070707070';
const SPENDER = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

interface Member {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

const spender = { name: 'spender', type: 'address', value: SPENDER };
const amount = (value: string) => ({ name: 'value', type: 'uint256', value });
const deadline = (value: string) => ({ name: 'deadline', type: 'uint256', value });

function tell(members: readonly Member[], verifyingContract = USDC) {
  const typed = {
    domain: { name: 'Coin', chainId: 1, verifyingContract },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Permit: members.map(({ name, type }) => ({ name, type })),
    },
    primaryType: 'Permit',
    message: Object.fromEntries(members.map(({ name, value }) => [name, value])),
  };
  const meaning = describePayload('PAYLOAD_ENCODING_EIP712', JSON.stringify(typed));
  return {
    steps: meaning?.steps,
    until: meaning?.summary.find(({ name }) => name === 'Valid until')?.value,
    findings: meaning?.findings.map(({ level, field }) => `${level} ${field}`),
  };
}

describe('a permit', () => {
  test('is told with its exact amount and its end', () => {
    expect(tell([spender, amount('10500000'), deadline('1790000000')])).toEqual({
      steps: [`Let ${SPENDER} take 10.5 USDC`],
      until: '2026-09-21T14:13:20.000Z',
      findings: ['danger message.spender'],
    });
  });

  test('of a token that is not known has its base units', () => {
    expect(tell([spender, amount('5')], OTHER).steps).toEqual([
      `Let ${SPENDER} take 5 base units of the token ${OTHER}`,
    ]);
  });

  test('that names the token is about that one', () => {
    const token = { name: 'token', type: 'address', value: USDC };
    expect(tell([spender, token, amount('1')], OTHER).steps).toEqual([`Let ${SPENDER} take 0.000001 USDC`]);
  });

  test('without limit, and one with several amounts, name none', () => {
    const all = (2n ** 256n - 1n).toString();
    expect(tell([spender, amount(all)]).steps).toEqual([`Let ${SPENDER} take tokens of the account without limit`]);
    const more = { name: 'amount', type: 'uint256', value: '1' };
    expect(tell([spender, amount('1'), more]).steps).toEqual([`Let ${SPENDER} take tokens of the account`]);
  });

  test.each([
    ['the largest number', deadline((2n ** 256n - 1n).toString())],
    ['the 0 of DAI', { name: 'expiry', type: 'uint256', value: '0' }],
  ])('that never ends, by %s, is out of the usual', (_name, end) => {
    expect(tell([spender, amount('1'), end])).toMatchObject({
      until: undefined,
      findings: ['danger message.spender', `care message.${end.name}`],
    });
  });
});
