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

function describePermit(members: readonly Member[], verifyingContract = USDC) {
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
  const step = meaning?.steps[0];
  const permit = typeof step === 'object' && step.family === 'eip712' ? step.permit : null;
  return {
    steps: permit?.steps,
    until: permit?.summary.find(({ name }) => name === 'Valid until')?.value,
    findings: permit?.findings.map(({ level, field }) => `${level} ${field}`),
  };
}

describe('a permit', () => {
  test('shows its exact amount and expiry', () => {
    expect(describePermit([spender, amount('10500000'), deadline('1790000000')])).toEqual({
      steps: [`Let ${SPENDER} take 10.5 USDC`],
      until: '21 Sept 2026, 14:13:20 UTC',
      findings: ['care message.spender'],
    });
  });

  test('shows base units of an unknown token', () => {
    expect(describePermit([spender, amount('5')], OTHER).steps).toEqual([
      `Let ${SPENDER} take 5 base units (or NFT 5) of the token ${OTHER}`,
    ]);
  });

  test('without a known amount is shown as undecidable', () => {
    expect(describePermit([spender, { name: 'tokenId', type: 'uint256', value: '5' }])).toMatchObject({
      steps: [`Let ${SPENDER} take tokens of the account`],
      findings: ['danger message.spender'],
    });
  });

  test('uses the token that it names', () => {
    const token = { name: 'token', type: 'address', value: USDC };
    expect(describePermit([spender, token, amount('1')], OTHER).steps).toEqual([`Let ${SPENDER} take 0.000001 USDC`]);
  });

  test('without limit shows all of the token, and with several amounts shows each', () => {
    const all = (2n ** 256n - 1n).toString();
    expect(describePermit([spender, amount(all)])).toMatchObject({
      steps: [`Let ${SPENDER} take all USDC`],
      findings: ['danger message.spender'],
    });
    const half = (2n ** 255n).toString();
    expect(describePermit([spender, amount(half)]).findings).toEqual(['danger message.spender']);
    const more = { name: 'amount', type: 'uint256', value: '1' };
    expect(describePermit([spender, amount('1'), more]).steps).toEqual([
      `Let ${SPENDER} take 0.000001 USDC, 0.000001 USDC`,
    ]);
  });

  test.each([
    ['the largest number', deadline((2n ** 256n - 1n).toString())],
    ['the 0 of DAI', { name: 'expiry', type: 'uint256', value: '0' }],
  ])('that never ends, by %s, is a danger', (_name, end) => {
    expect(describePermit([spender, amount('1'), end])).toMatchObject({
      until: 'for ever',
      findings: ['care message.spender', `danger message.${end.name}`],
    });
  });
});
