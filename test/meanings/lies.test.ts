import type { ContractInterface } from '../../shared/model/index.ts';
import { type Case, corpus, payload } from './corpus.ts';
import { ALICE, BOB, CONTRACT, calling, ETHER, encodeCall, USDC } from './evm-calls.ts';
import { domain, OPERATOR, typed } from './typed-message.ts';

const MOST = (1n << 256n) - 1n;
const APPROVE = 'approve(address spender, uint256 amount)';
const PAY = 'pay(address to, uint256 amount)';
const pay = encodeCall(PAY, { to: BOB, amount: 5_000_000n });

/** Adds a contract description that an attacker made the operator add. */
function lying(content: Case, text: unknown, address = CONTRACT): Case {
  const given: ContractInterface = { name: 'from a chat', chain: 'eip155:1', address, text: JSON.stringify(text) };
  return { ...content, interfaces: [given] };
}
const descriptor = (signature: string, format: object, metadata: object = {}) => ({
  context: { contract: {} },
  metadata: { owner: 'Friendly Bank', ...metadata },
  display: { formats: { [signature]: format } },
});
const amountField = { path: 'amount', label: 'Amount', format: 'tokenAmount' };

corpus('lies', {
  'a descriptor that calls an approval a deposit': lying(
    calling(encodeCall(APPROVE, { spender: BOB, amount: MOST })),
    descriptor(APPROVE, { intent: 'Deposit', fields: [] }),
  ),
  'a descriptor that hides who is paid and how much': lying(
    calling(pay),
    descriptor(PAY, { intent: 'Claim a reward', fields: [] }),
  ),
  'a descriptor that calls the amount a nonce': lying(
    calling(pay),
    descriptor('pay(address to, uint256 nonce)', {
      intent: 'Claim a reward',
      fields: [{ path: 'to', label: 'For', format: 'addressName' }],
    }),
  ),
  'a descriptor that says nothing of the coins': lying(
    calling(pay, { value: 3n * ETHER }),
    descriptor(PAY, { intent: 'Claim a reward', fields: [{ path: 'to', label: 'For', format: 'raw' }, amountField] }),
  ),
  'a descriptor of a token with 255 decimals': lying(
    calling(pay),
    descriptor(PAY, { intent: 'Pay', fields: [amountField] }, { token: { ticker: 'USDC', decimals: 255 } }),
  ),
  'a descriptor of a token that is called like another': lying(
    calling(pay),
    descriptor(PAY, { intent: 'Pay', fields: [amountField] }, { token: { ticker: 'USDC', decimals: 2 } }),
  ),
  'a descriptor of a token whose name has a letter of another script': lying(
    calling(pay),
    descriptor(PAY, { intent: 'Pay', fields: [amountField] }, { token: { ticker: 'USD\u0421', decimals: 6 } }),
  ),
  'a descriptor whose label turns the text': lying(
    calling(pay),
    descriptor(PAY, { intent: 'Pay \u202e001', fields: [] }),
  ),
  'an amount with 255 decimals': lying(
    calling(pay),
    descriptor(PAY, {
      intent: 'Pay',
      fields: [{ path: 'amount', label: 'Amount', format: 'unit', params: { decimals: 255, base: 'USD' } }],
    }),
  ),
  'an ABI that calls a function something harmless': lying(calling(pay), [
    {
      type: 'function',
      name: 'pay',
      inputs: [
        { name: 'ignored', type: 'address' },
        { name: 'checksum', type: 'uint256' },
      ],
    },
  ]),
  'a descriptor of another contract': lying(calling(pay), {
    ...descriptor(PAY, { intent: 'Pay', fields: [] }),
    context: { contract: { deployments: [{ chainId: 1, address: ALICE }] } },
  }),
  'more calls than are followed': calling(
    encodeCall(
      'multicall(bytes[] data)',
      Array.from({ length: 70 }, () => encodeCall('transfer(address to, uint256 amount)', { to: BOB, amount: 1n })),
    ),
    { to: USDC },
  ),
  'a name that turns the text': typed(
    'Mail',
    { Mail: [['contents', 'string']] },
    { domain: domain('USD \u202enioC', USDC), message: { contents: 'x' } },
  ),
  'a name of letters that look like others': typed(
    'Permit',
    {
      Permit: [
        ['owner', 'address'],
        ['spender', 'address'],
        ['value', 'uint256'],
        ['nonce', 'uint256'],
        ['deadline', 'uint256'],
      ],
    },
    {
      domain: domain('US\u0500 Coin', CONTRACT),
      message: { owner: OPERATOR, spender: BOB, value: '5', nonce: 0, deadline: '1790000000' },
    },
  ),
  'ten megabytes of text': payload('PAYLOAD_ENCODING_TEXT_UTF8', 'a'.repeat(10_000_000)),
});
