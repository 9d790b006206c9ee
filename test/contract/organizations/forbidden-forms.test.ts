import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { rlpEncode } from '../../../electron/crypto/transactions/ethereum/rlp.ts';
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { rawText } from '../../unit/crypto/transactions/tron/builder.ts';
import { type StartedService, startService } from '../start-service.ts';
import { addRobot, type Robot, type Rule } from './robot.ts';

/** A user may do everything that no policy forbids. */
let robot: Robot;
let service: StartedService;
let addresses: readonly string[];

const account = { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32' } as const;
const ACCOUNTS = [
  { ...account, path: "m/44'/60'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_ETHEREUM' },
  { ...account, path: "m/44'/195'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_TRON' },
] as const;

beforeAll(async () => {
  service = await startService();
  robot = await addRobot(service);
  const wallet = { walletName: 'Hot', accounts: [...ACCOUNTS] };
  const { activity } = await service.client.createWallet(service.envelope('ACTIVITY_TYPE_CREATE_WALLET', wallet));
  addresses = activity.result.createWalletResult?.addresses ?? [];
  await robot.addPolicy('EFFECT_ALLOW', { condition: 'true' });
});
afterEach(() => robot.pardon());
afterAll(() => service.stop());

const forbid = (rule: Rule) => robot.forbid(rule);
const by = () => robot.client();
const sign = (unsignedTransaction: string, type: 'ETHEREUM' | 'TRON') =>
  by().signTransaction(
    service.envelope('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {
      signWith: addresses[type === 'ETHEREUM' ? 0 : 1] ?? '',
      unsignedTransaction,
      type: `TRANSACTION_TYPE_${type}` as const,
    }),
  );
const refused = (asked: Promise<unknown>) =>
  expect(asked).rejects.toThrow('Turnkey error 7: policy engine denied request explicitly');
const signed = async (asked: Promise<{ activity: { status: string } }>) => {
  expect((await asked).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
};

describe('an address to a policy that denies', () => {
  const recipient = 'f39fd6e51aad88f6f4ce6ab8827279cfffb92266';
  const transfer = (to: string, data = '') =>
    hexEncode(rlpEncode(['', '01', '5208', to, '01', data, '01', '', ''].map((digits) => hexDecode(digits))));

  it('is the same without 0x', async () => {
    await forbid({ condition: `eth.tx.to == '${recipient.toUpperCase()}'` });
    await refused(sign(transfer(recipient), 'ETHEREUM'));
    await signed(sign(transfer('ab'.repeat(20)), 'ETHEREUM'));
  });

  it('is the same in a list beside another part', async () => {
    await forbid({ condition: `eth.tx.to in ['${recipient}'] && eth.tx.value > 0` });
    await refused(sign(transfer(recipient), 'ETHEREUM'));
  });

  it('is the same for the selector of a call', async () => {
    await forbid({ condition: "eth.tx.data[0..10] == 'A9059CBB'" });
    await refused(sign(transfer(recipient, 'a9059cbb'), 'ETHEREUM'));
    await signed(sign(transfer(recipient, 'a9059cbc'), 'ETHEREUM'));
  });

  it('is not another number with and without 0x', async () => {
    await forbid({ condition: "eth.tx.data[0..10] != '12345678'" });
    await refused(sign(transfer(recipient, '12345678'), 'ETHEREUM'));
  });

  it.each(['41', '0x41'])('is the same in digits on Tron: %s', async (prefix) => {
    await forbid({ condition: `tron.tx.contract.any(c, c.to_address == '${prefix}${recipient}')` });
    const owner = hexDecode(`41${'11'.repeat(20)}`);
    const pay = (to: string) =>
      rawText({
        name: 'TransferContract',
        type: 1,
        value: [
          [1, owner],
          [2, hexDecode(`41${to}`)],
          [3, 5],
        ],
      });
    await refused(sign(pay(recipient), 'TRON'));
    await signed(sign(pay('ab'.repeat(20)), 'TRON'));
  });
});

describe('the email address of an approver', () => {
  const setEmail = (userEmail: string) =>
    service.client.updateUserEmail(
      service.envelope('ACTIVITY_TYPE_UPDATE_USER_EMAIL', { userId: robot.userId, userEmail }),
    );
  const makeWallet = (walletName: string) =>
    by().createWallet(service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] }));

  it.each([
    ['Mallory@Example.COM', "approvers.any(user, user.email == 'mallory@example.com')"],
    ['mallory@example.com', "approvers.any(user, user.email in ['MALLORY@example.com'])"],
    ['Mallory@example.com', "approvers.any(user, user.email[0..8] == 'mallory@')"],
    ['mallory@xn--bcher-kva.example', "approvers.any(user, user.email == 'mallory@Bücher.example')"],
    ['mallory@example.com.', "approvers.any(user, user.email == 'mallory@example.com')"],
  ])('is the same in another spelling: %s', async (email, consensus) => {
    await setEmail(email);
    await forbid({ consensus });
    await refused(makeWallet(email));
    await setEmail('somebody@example.com');
    await signed(makeWallet(`${email} no more`));
  });
});
