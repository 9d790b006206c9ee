import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS, type OperationName } from '../../../shared/operations/index.ts';
import { type StartedService, startService } from '../start-service.ts';
import { type MadeUpNode, startMadeUpNode } from './made-up-node.ts';

const CHAIN = 'eip155:8453';
const STRANGER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** One unit of a stranger’s, as viem signs it. */
const SIGNED =
  '0x02f8648221058001018252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c001a0eba3cb91463bd05798508a822e488a19dd2cc49ae99c49c433e8719c44e05ecaa05e31d783937ee7547d8b4f203108f6ac40ad310330632c203f69d74665e6b15d';

let node: MadeUpNode;
let service: StartedService;
let account: string;
beforeAll(async () => {
  node = await startMadeUpNode(8453);
  service = await startService({ rpc: [`${CHAIN}=${node.url}`] });
  const { activity } = await service.client.createWallet(
    service.envelope('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: 'Cold',
      accounts: [
        {
          curve: 'CURVE_SECP256K1',
          pathFormat: 'PATH_FORMAT_BIP32',
          path: "m/44'/60'/0'/0/0",
          addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
        },
      ],
    }),
  );
  account = activity.result.createWalletResult?.addresses[0] ?? '';
});
afterAll(async () => {
  await service?.stop();
  node?.end();
});

describe('refuses to send with a reason where a node is set', () => {
  const call = { to: STRANGER, value: '1' };
  const cases: [string, OperationName, () => object, string][] = [
    [
      'of a transaction that is to hold until a time',
      'eth_send_transaction',
      () => ({ from: account, caip2: CHAIN, calls: [call], deadline: '1' }),
      '/parameters/deadline holds for a sponsored transaction only',
    ],
    [
      'of one of the older version',
      'eth_send_transaction_v1',
      () => ({ from: account, caip2: CHAIN, ...call, deadline: '99999999999' }),
      '/parameters/deadline holds for a sponsored transaction only',
    ],
    [
      'of an account that is to be taken back',
      'eth_undelegate_7702',
      () => ({ from: account, caip2: CHAIN }),
      'this service gives no account over to a contract',
    ],
    [
      'of what a stranger signed',
      'eth_send_raw_transaction',
      () => ({ signedTransaction: SIGNED, caip2: CHAIN }),
      `is signed by ${STRANGER}, which is no address of this organization`,
    ],
  ];
  it.each(cases)('%s', async (_what, name, parameters, says) => {
    const operation = OPERATIONS[name];
    const body = service.envelope('activityType' in operation ? operation.activityType : '', parameters());
    await expect(service.client.request(operation.path, body)).rejects.toMatchObject({
      message: expect.stringContaining(says),
    });
    expect(node.sent).toEqual([]);
  });
});
