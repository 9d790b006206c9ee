import { afterEach, beforeEach, expect, it } from 'vitest';
import { unsignedEthereumPayment } from '../../../../electron/crypto/index.ts';
import type { Question } from '../../../../shared/ipc/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

const TO = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const pay = (maxFeePerGas: string) =>
  unsignedEthereumPayment({
    ...{ family: 'ethereum', chain: 'eip155:1', nonce: '7', gasLimit: '21000', to: TO, token: null },
    ...{ units: '2500000000000000000', maxFeePerGas, maxPriorityFeePerGas: '1' },
  });

let bench: Bench & { address: string };
let asked: Question[];
beforeEach(async () => {
  asked = [];
  bench = await createReadyBench({
    consent: async (question) => {
      asked.push(question);
      return operatorSays(question);
    },
  });
});
afterEach(() => bench.end());

it('names the payment that it replaces, as the vault reads it, and no other question does', async () => {
  asked = [];
  const { name } = OPERATIONS.sign_transaction;
  const parameters = (unsignedTransaction: string) => ({
    ...{ signWith: bench.address, type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction },
  });
  const first = await bench.engine.requests.prepare(name, parameters(pay('100')));
  const body = utf8Encode(first.body);
  const second = await bench.engine.requests.prepare(name, parameters(pay('110')), { replaces: { body } });
  await bench.engine.requests.submit(first.requestId).catch(() => undefined);
  await bench.engine.requests.submit(second.requestId).catch(() => undefined);
  const stamps = asked.filter((question) => question.kind === 'stamp');
  expect(stamps.map(({ replaces }) => replaces)).toEqual([
    null,
    {
      headline: expect.stringMatching(new RegExp(`^Send 2.5 ETH to ${TO}`)),
      at: Number(JSON.parse(first.body).timestampMs),
    },
  ]);
});
