import { base58 } from '@scure/base';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { transactionFacts } from '../../../electron/crypto/index.ts';
import { rlpEncode } from '../../../electron/crypto/transactions/ethereum/rlp.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../../shared/wire/index.ts';
import { draftOf, writeDraft } from '../../unit/crypto/transactions/bitcoin/drafts.ts';
import { SYSTEM, solanaText } from '../../unit/crypto/transactions/solana/builder.ts';
import { type StartedService, startService } from '../start-service.ts';
import { addRobot, type Robot } from './robot.ts';

/** A user may do everything that no policy forbids, and spells requests in every way that the service takes. */
let robot: Robot;
let service: StartedService;
let walletId: string;
let addresses: readonly string[];
let keyId: string;
let keyAddresses: readonly { readonly format?: string; readonly address?: string }[];

const bip32 = { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32' } as const;
const ACCOUNTS = [
  { ...bip32, path: "m/44'/60'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_ETHEREUM' },
  { ...bip32, path: "m/84'/0'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH' },
  { ...bip32, path: "m/44'/118'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_COMPRESSED' },
  { ...bip32, curve: 'CURVE_ED25519', path: "m/44'/501'/0'/0'", addressFormat: 'ADDRESS_FORMAT_SOLANA' },
] as const;

beforeAll(async () => {
  service = await startService();
  robot = await addRobot(service);
  const wallet = { walletName: 'Hot', accounts: [...ACCOUNTS] };
  const { activity } = await service.client.createWallet(service.envelope('ACTIVITY_TYPE_CREATE_WALLET', wallet));
  walletId = activity.result.createWalletResult?.walletId ?? '';
  addresses = activity.result.createWalletResult?.addresses ?? [];
  const privateKeys = [
    {
      privateKeyName: 'Key',
      curve: 'CURVE_SECP256K1' as const,
      privateKeyTags: [],
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM' as const, 'ADDRESS_FORMAT_TRON' as const],
    },
  ];
  const keys = await service.client.createPrivateKeys(
    service.envelope('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', { privateKeys }),
  );
  const [key] = keys.activity.result.createPrivateKeysResultV2?.privateKeys ?? [];
  keyId = key?.privateKeyId ?? '';
  keyAddresses = key?.addresses ?? [];
  await robot.addPolicy('EFFECT_ALLOW', { condition: 'true' });
});
afterEach(() => robot.pardon());
afterAll(() => service.stop());

const forbid = (condition: string) => robot.forbid({ condition });

type Hash = `HASH_FUNCTION_${'KECCAK256' | 'SHA256'}`;
const by = () => robot.client();
const sign = (signWith: string, payload = 'aabb', hashFunction: Hash = 'HASH_FUNCTION_KECCAK256') =>
  by().signRawPayload(
    service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
      signWith,
      payload,
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' as const,
      hashFunction,
    }),
  );
const refused = (asked: Promise<unknown>) =>
  expect(asked).rejects.toThrow('Turnkey error 7: policy engine denied request explicitly');
const signed = async (asked: Promise<{ activity: { status: string } }>) => {
  expect((await asked).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
};

describe('an identifier in capitals', () => {
  it('is the same identifier to a policy that denies', async () => {
    await forbid(`activity.params.user_id == '${service.userId}'`);
    const userId = service.userId.toUpperCase();
    const name = service.envelope('ACTIVITY_TYPE_UPDATE_USER_NAME', { userId, userName: 'Mallory' });
    await refused(by().updateUserName(name));
  });

  it('is the same in a list, and in the policy', async () => {
    await forbid(`activity.params.user_ids.contains('${robot.userId.toUpperCase()}')`);
    const users = service.envelope('ACTIVITY_TYPE_DELETE_USERS', { userIds: [robot.userId] });
    await refused(by().deleteUsers(users));
  });

  it('is the same where texts alone rule a policy out', async () => {
    await forbid(`activity.params.wallet_id == '${walletId}' && activity.resource == 'WALLET'`);
    const account = { ...ACCOUNTS[0], path: "m/44'/60'/0'/0/1" };
    const accounts = { walletId: walletId.toUpperCase(), accounts: [account] };
    await refused(by().createWalletAccounts(service.envelope('ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS', accounts)));
  });
});

describe('a signing key', () => {
  it.each([1, 2])('is denied by its address in capitals: account %i', async (index) => {
    const address = addresses[index] ?? '';
    await forbid(`activity.params.sign_with == '${address}'`);
    await refused(sign(address.toUpperCase()));
    await signed(sign(addresses[0] ?? ''));
  });

  it('is denied by an account address that the policy has in capitals', async () => {
    await forbid(`wallet_account.address == '${(addresses[1] ?? '').toUpperCase()}'`);
    await refused(sign(addresses[1] ?? ''));
  });

  it('is denied by each of its names', async () => {
    const [ethereum = '', tron = ''] = keyAddresses.map(({ address }) => address);
    for (const name of [keyId, ethereum, tron]) {
      await forbid(`activity.params.sign_with in ['${name}']`);
      for (const other of [keyId.toUpperCase(), ethereum.toLowerCase(), tron]) await refused(sign(other));
      await signed(sign(addresses[0] ?? ''));
    }
  });

  it('is not denied where a policy denies all others', async () => {
    await forbid(`activity.params.sign_with != '${keyAddresses[0]?.address}'`);
    await signed(sign(keyId));
    await refused(sign(addresses[0] ?? ''));
  });

  it('has a text, of which a policy reads a part', async () => {
    await forbid("activity.params.sign_with[0..2] == '0x' && activity.params.sign_with[1] == 'x'");
    await refused(sign(addresses[0] ?? ''));
    await signed(sign(keyId));
  });
});

describe('raw bytes that are divided like a transaction', () => {
  const RECIPIENT = 'f39fd6e51aad88f6f4ce6ab8827279cfffb92266';
  /** Chain, nonce, tip, fee, gas, recipient, value, data and access list. */
  const list = (chain: string, ...more: readonly string[]) => {
    const items = [chain, '', '01', '01', '5208', RECIPIENT, '01', ''].map((digits) => hexDecode(digits));
    return hexEncode(rlpEncode([...items, [], ...more.map((digits) => hexDecode(digits))]));
  };
  /** Paid in a currency of the chain (CIP-64). */
  const CELO = `7b${list('a4ec', RECIPIENT)}`;

  it.each([
    ['of Celo', CELO],
    ['with a chain above 2^64', `02${list('ff'.repeat(9))}`],
    ['of Kaia', `7802${list('2019')}`],
  ])('are refused where a policy denies by content: %s', async (_what, payload) => {
    await forbid(`eth.tx.to == '0x${RECIPIENT}'`);
    await refused(sign(addresses[0] ?? '', payload));
  });

  it('are signed where no policy is about such content', async () => {
    await forbid("activity.resource == 'USER'");
    await signed(sign(addresses[0] ?? '', CELO));
  });

  it('are refused on Tron with a contract of an unknown kind', async () => {
    await forbid('tron.tx.contract.any(contract, contract.amount > 0)');
    const text = (value: string) => hexEncode(utf8Encode(value));
    const part = (tag: string, content: string) =>
      `${tag}${(content.length / 2).toString(16).padStart(2, '0')}${content}`;
    const owner = part('0a', `41${'ab'.repeat(20)}`);
    const parameter = `${part('0a', text('type.googleapis.com/protocol.AccountCreateContract'))}${part('12', owner)}`;
    await refused(sign(addresses[0] ?? '', part('5a', part('12', parameter)), 'HASH_FUNCTION_SHA256'));
    await signed(sign(addresses[0] ?? '', text('hello world'), 'HASH_FUNCTION_SHA256'));
  });
});

describe('a value that the request leaves open', () => {
  const RECIPIENT = 'f39fd6e51aad88f6f4ce6ab8827279cfffb92266';
  const signTransaction = (unsignedTransaction: string, type: 'ETHEREUM' | 'SOLANA', signWith: string) =>
    by().signTransaction(
      service.envelope('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {
        signWith,
        unsignedTransaction,
        type: `TRANSACTION_TYPE_${type}` as const,
      }),
    );
  const items = (...digits: readonly string[]) => hexEncode(rlpEncode(digits.map((each) => hexDecode(each))));

  it('is the chain of a transaction that names none, and is valid on every chain', async () => {
    await forbid('eth.tx.chain_id == 1');
    await refused(signTransaction(items('', '01', '5208', RECIPIENT, '01', ''), 'ETHEREUM', addresses[0] ?? ''));
    const other = items('', '01', '5208', RECIPIENT, '01', '', '05', '', '');
    await signed(signTransaction(other, 'ETHEREUM', addresses[0] ?? ''));
  });

  it('is the chain of an authorization for chain 0', async () => {
    await forbid('eth.eip_7702_authorization.chain_id == 1');
    const authorize = (chainId: number) =>
      by().signRawPayload(
        service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
          signWith: addresses[0] ?? '',
          payload: JSON.stringify({ chainId, address: `0x${RECIPIENT}`, nonce: 0 }),
          encoding: 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION' as const,
          hashFunction: 'HASH_FUNCTION_NO_OP' as const,
        }),
      );
    await refused(authorize(0));
    await signed(authorize(5));
  });

  it('is an address of a lookup table', async () => {
    const [solana = ''] = addresses.slice(-1);
    const target = new Uint8Array(32).fill(7);
    await forbid(`solana.tx.transfers.any(transfer, transfer.to == '${base58.encode(target)}')`);
    const transfer = (to: Uint8Array | null) =>
      solanaText({
        version: 0,
        header: [1, 0, to === null ? 1 : 2],
        keys: [base58.decode(solana), ...(to === null ? [] : [to]), SYSTEM],
        instructions: [
          { program: to === null ? 1 : 2, accounts: [0, to === null ? 2 : 1], data: '02000000e803000000000000' },
        ],
        lookups: to === null ? [{ key: new Uint8Array(32).fill(8), writable: [0], readonly: [] }] : [],
      });
    await refused(signTransaction(transfer(target), 'SOLANA', solana));
    await refused(signTransaction(transfer(null), 'SOLANA', solana));
    await signed(signTransaction(transfer(new Uint8Array(32).fill(9)), 'SOLANA', solana));
  });

  it('is the mint of a token transfer that names none', async () => {
    const [solana = ''] = addresses.slice(-1);
    const [from, to, token] = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte + 10));
    const mint = base58.encode(new Uint8Array(32).fill(20));
    await forbid(`solana.tx.spl_transfers.any(transfer, transfer.token_mint == '${mint}')`);
    const program = base58.decode('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
    const transfer = (instruction: { program: number; accounts: number[]; data: string }, last: Uint8Array) =>
      solanaText({
        header: [1, 0, 2],
        keys: [base58.decode(solana), from!, to!, last, program],
        instructions: [instruction],
      });
    const plain = { program: 4, accounts: [1, 2, 0], data: '030500000000000000' };
    await refused(signTransaction(transfer(plain, token!), 'SOLANA', solana));
    const checked = { program: 4, accounts: [1, 3, 2, 0], data: '0c050000000000000006' };
    await signed(signTransaction(transfer(checked, token!), 'SOLANA', solana));
  });

  it('is the network of an address of Bitcoin', async () => {
    const [key] = (
      await service.client.createPrivateKeys(
        service.envelope('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', {
          privateKeys: [
            {
              privateKeyName: 'Coins',
              curve: 'CURVE_SECP256K1' as const,
              privateKeyTags: [],
              addressFormats: ['ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH' as const],
            },
          ],
        }),
      )
    ).activity.result.createPrivateKeysResultV2!.privateKeys;
    const { privateKey } = await service.client.getPrivateKey({
      organizationId: service.organizationId,
      privateKeyId: key?.privateKeyId ?? '',
    });
    const draft = draftOf(['P2WPKH'], privateKey.publicKey);
    const pays = (address: string) => `bitcoin.tx.outputs.any(output, output.address == '${address}')`;
    const unsigned = writeDraft(draft);
    const { outputs } = transactionFacts('TRANSACTION_TYPE_BITCOIN', unsigned, {
      ethereumAddress: null,
      addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH',
    }) as unknown as { outputs: readonly { address: string }[] };
    await forbid(pays(outputs[0]?.address ?? ''));
    const parameters = {
      signWith: key?.addresses?.[0]?.address ?? '',
      unsignedTransaction: unsigned,
      type: 'TRANSACTION_TYPE_BITCOIN' as const,
    };
    await refused(by().signTransaction(service.envelope('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', parameters)));
  });

  it('is a call that two interfaces decode differently, or whose data ends too early', async () => {
    const addInterface = async (argument: string) => {
      const smartContractInterface = JSON.stringify([
        {
          type: 'function',
          name: 'approve',
          inputs: [
            { name: argument, type: 'address' },
            { name: 'value', type: 'uint256' },
          ],
        },
      ]);
      const added = await service.client.createSmartContractInterface(
        service.envelope('ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE', {
          smartContractAddress: `0x${RECIPIENT}`,
          smartContractInterface,
          type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM' as const,
          label: argument,
        }),
      );
      expect(added.activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    };
    const call = (spender: string, cut = 0) => {
      const data = `095ea7b3${spender.padStart(64, '0')}${'01'.padStart(64, '0')}`;
      const digits = data.slice(0, data.length - cut);
      return signTransaction(
        items('', '01', '5208', RECIPIENT, '', digits, '01', '', ''),
        'ETHEREUM',
        addresses[0] ?? '',
      );
    };
    const other = 'ab'.repeat(20);
    await addInterface('spender');
    await forbid(`eth.tx.contract_call_args['spender'] == '0x${RECIPIENT}'`);
    await refused(call(RECIPIENT));
    await signed(call(other));
    await refused(call(other, 64));
    await addInterface('x');
    await refused(call(RECIPIENT));
  });
});

it('a transaction of Ethereum is judged as one, also where it is signed as one of Tempo', async () => {
  const recipient = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
  await forbid(`eth.tx.to == '${recipient}'`);
  const transaction = {
    signWith: addresses[0] ?? '',
    unsignedTransaction: `0x02df0101010282520894${recipient.slice(2)}0180c0`,
    type: 'TRANSACTION_TYPE_TEMPO' as const,
  };
  const sign = () => by().signTransaction(service.envelope('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', transaction));
  await refused(sign());
  for (const condition of [
    "activity.params.type == 'TRANSACTION_TYPE_ETHEREUM'",
    "activity.params.type == 'TRANSACTION_TYPE_TEMPO'",
    "activity.params.type != 'TRANSACTION_TYPE_TEMPO'",
    "activity.params.type[17..22] == 'TEMPO'",
    "activity.params.type[17] == 'T'",
  ]) {
    await robot.pardon();
    await forbid(condition);
    await refused(sign());
  }
  await robot.pardon();
  await forbid("activity.params.type in ['TRANSACTION_TYPE_SOLANA', 'TRANSACTION_TYPE_TRON']");
  await signed(sign());
});
