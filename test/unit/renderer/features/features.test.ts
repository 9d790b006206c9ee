import { describe, expect, test } from 'vitest';
import {
  accountOfKind,
  curveOf,
  KINDS,
  kindOf,
  nextAccount,
  pathsAmong,
  pathsOf,
  WALLET_CHAINS,
  withKinds,
} from '../../../../renderer/features/accounts/kinds.ts';
import {
  draftProblem,
  draftRefusal,
  EMPTY_DRAFT,
  requestOf,
  type SignKind,
  typeOf,
} from '../../../../renderer/features/sign/draft.ts';
import {
  formsFor,
  hashesFor,
  hashHelp,
  messageBytes,
  messageProblem,
  payloadOf,
} from '../../../../renderer/features/sign/message.ts';
import { typesFor } from '../../../../renderer/features/sign/transaction.ts';
import { serviceProblems } from '../../../../renderer/features/start/connection.ts';
import { formatsFor } from '../../../../renderer/trusted/formats.ts';
import { passphraseProblem } from '../../../../renderer/trusted/passphrase.ts';
import { ADDRESS_FORMAT_FACTS, ADDRESS_FORMATS, type AddressFormat } from '../../../../shared/model/index.ts';
import { checkValue, OPERATIONS } from '../../../../shared/operations/index.ts';

/** An account as far as signing looks at it. */
const signer = (addressFormat: AddressFormat, curve: string = ADDRESS_FORMAT_FACTS[addressFormat].curves[0]) => ({
  addressFormat,
  curve,
});

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a message to sign', () => {
  test('Ethereum accounts hash with Keccak-256, others on ECDSA with SHA-256, Ed25519 by itself', () => {
    const usual = (format: AddressFormat) => hashesFor(signer(format), 'text')[0];
    expect(usual('ADDRESS_FORMAT_ETHEREUM')).toBe('HASH_FUNCTION_KECCAK256');
    expect(usual('ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR')).toBe('HASH_FUNCTION_SHA256');
    expect(hashesFor(signer('ADDRESS_FORMAT_COMPRESSED', 'CURVE_P256'), 'hex')[0]).toBe('HASH_FUNCTION_SHA256');
    expect(hashesFor(signer('ADDRESS_FORMAT_SUI'), 'text')).toEqual(['HASH_FUNCTION_NOT_APPLICABLE']);
  });

  test('names Schnorr when the account uses it', () => {
    const help = (format: AddressFormat) => hashHelp('HASH_FUNCTION_SHA256', signer(format));
    expect(help('ADDRESS_FORMAT_ETHEREUM')).toMatch(/digest is signed\.$/);
    expect(help('ADDRESS_FORMAT_SPARK_MAINNET')).toMatch(/with BIP-340 Schnorr\.$/);
    expect(help('ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR')).toContain('key of the Taproot address');
  });

  test('is counted in bytes, not characters', () => {
    expect([messageBytes('text', 'größe'), messageBytes('hex', ' 0xdead '), messageBytes('hex', 'dea')]).toEqual([
      7,
      2,
      null,
    ]);
  });

  test('is refused when it is empty, not hex, or not a digest where a digest is asked for', () => {
    expect(messageProblem('text', '')).toContain('Write');
    expect(messageProblem('hex', 'x~z')).toContain('choose Raw text');
    expect(messageProblem('digest', 'deadbeef')).toContain('exactly 32 bytes. This has 4');
    expect(messageProblem('digest', 'ab'.repeat(32))).toBeNull();
    expect(messageProblem('text', 'hello')).toBeNull();
  });

  test.each([
    ['ADDRESS_FORMAT_ETHEREUM', ['personal', 'text', 'hex', 'digest'], '\u0019Ethereum Signed Message:\n7größe'],
    ['ADDRESS_FORMAT_TRON', ['personal', 'text', 'hex', 'digest'], '\u0019TRON Signed Message:\n7größe'],
    ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH', ['text', 'hex', 'digest'], 'größe'],
    ['ADDRESS_FORMAT_SOLANA', ['text', 'hex'], 'größe'],
  ] as const)('%s is signed in its own form first, with the length in bytes', (format, forms, payload) => {
    const account = signer(format);
    expect(formsFor(account)).toEqual(forms);
    expect(payloadOf(forms[0], 'größe', account)).toEqual({ payload, encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' });
    expect(payloadOf('hex', ' 0xDE ad\n', account)).toEqual({
      payload: 'dead',
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    });
  });
});

describe('a draft', () => {
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  const ethereum = { address, ...signer('ADDRESS_FORMAT_ETHEREUM') };
  const bitcoin = { address, ...signer('ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH') };
  const taproot = { address, ...signer('ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR') };
  const solana = { address, ...signer('ADDRESS_FORMAT_SOLANA') };
  const aptos = { address, ...signer('ADDRESS_FORMAT_APTOS') };
  const p256 = { address, ...signer('ADDRESS_FORMAT_COMPRESSED', 'CURVE_P256') };
  const written = (kind: SignKind, text: string) => ({
    ...EMPTY_DRAFT,
    kind,
    texts: { ...EMPTY_DRAFT.texts, [kind]: text },
  });
  const typedData = JSON.stringify({ domain: {}, types: {}, primaryType: 'Mail', message: {} });

  test('offers the transaction types of the account’s chain, and for a bare key those of its curve', () => {
    expect(typesFor(solana)).toEqual(['TRANSACTION_TYPE_SOLANA']);
    expect(typesFor(ethereum)).toEqual(['TRANSACTION_TYPE_ETHEREUM', 'TRANSACTION_TYPE_TEMPO']);
    expect(typesFor(bitcoin)).toEqual(['TRANSACTION_TYPE_BITCOIN']);
    expect(typesFor(signer('ADDRESS_FORMAT_TRON'))).toEqual(['TRANSACTION_TYPE_TRON']);
    expect(typesFor(signer('ADDRESS_FORMAT_COMPRESSED'))).not.toContain('TRANSACTION_TYPE_BITCOIN');
    expect(typesFor(signer('ADDRESS_FORMAT_COMPRESSED', 'CURVE_ED25519'))).toEqual(['TRANSACTION_TYPE_SOLANA']);
    expect([typesFor(p256), typesFor(aptos)]).toEqual([[], []]);
    expect(typesFor({ curve: 'CURVE_SECP256K1', addressFormat: 'ADDRESS_FORMAT_OF_TOMORROW' })).toHaveLength(4);
  });

  test.each([
    [ethereum, '02df01', 'TRANSACTION_TYPE_ETHEREUM'],
    [ethereum, ' 0x76e501', 'TRANSACTION_TYPE_TEMPO'],
    [ethereum, '70736274FF01', 'TRANSACTION_TYPE_ETHEREUM'],
    [taproot, '70736274FF01', 'TRANSACTION_TYPE_BITCOIN'],
    [bitcoin, '', 'TRANSACTION_TYPE_BITCOIN'],
    [solana, '76', 'TRANSACTION_TYPE_SOLANA'],
    [p256, '02df01', null],
    [aptos, '02df01', null],
  ])('%#: the type follows from the account and the first bytes', (account, text, type) =>
    expect(typeOf(account, written('transaction', text))).toBe(type),
  );

  test('keeps a chosen type as long as the account can sign it', () => {
    const draft = { ...written('transaction', '76e501'), type: 'TRANSACTION_TYPE_ETHEREUM' } as const;
    expect([typeOf(ethereum, draft), typeOf(solana, draft)]).toEqual([
      'TRANSACTION_TYPE_ETHEREUM',
      'TRANSACTION_TYPE_SOLANA',
    ]);
  });

  test.each([
    ['transaction', ethereum, '', 'Paste'],
    ['transaction', ethereum, '0x0', 'not hexadecimal'],
    ['transaction', p256, '02', 'Sign the transaction’s bytes as a message'],
    ['transaction', ethereum, '70736274ff01', 'Choose a Bitcoin account'],
    ['typed-data', ethereum, ' ', 'Paste'],
    ['typed-data', ethereum, '[]', 'not a JSON object in curly brackets but a list'],
    ['typed-data', ethereum, '{"domain":{},"message":{}}', 'missing: types, primaryType'],
    ['typed-data', solana, typedData, 'secp256k1'],
    ['typed-data', taproot, typedData, 'ECDSA'],
  ] as const)('%s with a problem names it (%#)', (kind, account, text, problem) =>
    expect(draftProblem(account, written(kind, text))).toContain(problem),
  );

  test('is refused at once for an account that can never sign it', () => {
    expect(draftRefusal(aptos, written('transaction', ''))).toContain('choose another account');
    expect(draftRefusal(taproot, written('typed-data', ''))).toContain('Choose another account');
    expect(draftRefusal(taproot, written('transaction', ''))).toBeNull();
    expect(draftRefusal(aptos, written('message', ''))).toBeNull();
    expect(draftRefusal(null, written('transaction', ''))).toBeNull();
  });

  test.each([
    [
      'message',
      'hello',
      'sign_raw_payload',
      { payload: '\u0019Ethereum Signed Message:\n5hello', hashFunction: 'HASH_FUNCTION_KECCAK256' },
    ],
    ['typed-data', typedData, 'sign_raw_payload', { payload: typedData, encoding: 'PAYLOAD_ENCODING_EIP712' }],
    [
      'transaction',
      ' 0x02 df01\n',
      'sign_transaction',
      { unsignedTransaction: '02df01', type: 'TRANSACTION_TYPE_ETHEREUM' },
    ],
  ] as const)('%s becomes a request the operation accepts', (kind, text, operation, parameters) => {
    const draft = written(kind, text);
    expect(draftProblem(ethereum, draft)).toBeNull();
    const request = requestOf(ethereum, draft);
    expect(request).toMatchObject({ operation, parameters: { signWith: ethereum.address, ...parameters } });
    expect(checkValue(OPERATIONS[operation].parameters, request.parameters)).toEqual([]);
  });
});

describe('accounts to derive', () => {
  const none: ReadonlySet<string> = new Set();
  const paths = (kind: AddressFormat, count: number) => {
    const accounts = [accountOfKind(kind, none)];
    while (accounts.length < count) accounts.push(nextAccount(accounts, none));
    return pathsOf(accounts);
  };

  test('are offered once for each format, common ones first, with distinct labels', () => {
    expect(KINDS.map(({ value }) => value).toSorted()).toEqual(ADDRESS_FORMATS.toSorted());
    expect(new Set(KINDS.map(({ label }) => label)).size).toBe(KINDS.length);
    expect(KINDS.slice(0, 4).map(({ label }) => label)).toEqual([
      'Ethereum',
      'Solana',
      'Bitcoin SegWit (P2WPKH)',
      'Bitcoin Taproot (P2TR)',
    ]);
    const groups = KINDS.map(({ group }) => group).filter((group, index, all) => group !== all[index - 1]);
    expect(groups).toEqual(['Usual', 'Other networks', 'Test networks', 'Keys of no network']);
  });

  test('of each format are accepted by the operation, at the usual path of the format', () => {
    const accounts = ADDRESS_FORMATS.map((format) => ({ ...accountOfKind(format, none), name: 'A' }));
    expect(checkValue(OPERATIONS.create_wallet.parameters, { walletName: 'W', accounts })).toEqual([]);
    expect(accounts.map((made) => kindOf(made))).toEqual(ADDRESS_FORMATS);
    expect(pathsOf(accounts)).toEqual(ADDRESS_FORMATS.map((format) => ADDRESS_FORMAT_FACTS[format].defaultPath));
    expect(accounts.map(curveOf)).toEqual(ADDRESS_FORMATS.map((format) => ADDRESS_FORMAT_FACTS[format].curves[0]));
  });

  test.each([
    ['ADDRESS_FORMAT_ETHEREUM', "m/44'/60'/0'/0/2"],
    ['ADDRESS_FORMAT_SOLANA', "m/44'/501'/2'/0'"],
    ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH', "m/84'/0'/0'/0/2"],
    ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WSH', "m/48'/0'/0'/2'/0/2"],
    ['ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR', "m/86'/1'/0'/0/2"],
    ['ADDRESS_FORMAT_TRON', "m/44'/195'/2'"],
    ['ADDRESS_FORMAT_XLM', "m/44'/148'/2'"],
    ['ADDRESS_FORMAT_SUI', "m/44'/784'/2'/0'/0'"],
    ['ADDRESS_FORMAT_SPARK_MAINNET', "m/8797555'/2'/0'"],
  ] as const)('the third of %s is at %s', (kind, third) => expect(paths(kind, 3)[2]).toBe(third));

  test('use the first free path of the wallet, whatever the format', () => {
    const taken = new Set(["m/44'/60'/0'/0/0", "m/44'/60'/0'/0/2"]);
    const first = accountOfKind('ADDRESS_FORMAT_ETHEREUM', taken);
    expect(first.path).toBe("m/44'/60'/0'/0/1");
    expect(nextAccount([first], taken).path).toBe("m/44'/60'/0'/0/3");
    expect(accountOfKind('ADDRESS_FORMAT_COMPRESSED', taken).path).toBe("m/44'/60'/0'/0/1");
    expect(accountOfKind('ADDRESS_FORMAT_ETHEREUM', none, { from: 7 }).path).toBe("m/44'/60'/0'/0/7");
    expect(nextAccount([], none).addressFormat).toBe('ADDRESS_FORMAT_ETHEREUM');
  });

  test('of the usual chains are made by one click each, beside the accounts that are there', () => {
    const kinds = WALLET_CHAINS.map(({ kind }) => kind);
    const own = { ...accountOfKind('ADDRESS_FORMAT_SOLANA', none), name: 'Fees' };
    const all = withKinds([own], kinds);
    expect(all[0]).toBe(own);
    expect(all.map(({ addressFormat }) => addressFormat).toSorted()).toEqual([...kinds].sort());
    expect(new Set(all.map(({ path }) => path)).size).toBe(kinds.length);
    expect(withKinds(all, kinds)).toEqual(all);
  });

  test('keep the chosen curve of a bare key, and harden every segment for Ed25519', () => {
    const key = accountOfKind('ADDRESS_FORMAT_COMPRESSED', none, { curve: 'CURVE_ED25519' });
    expect(key).toMatchObject({ curve: 'CURVE_ED25519', path: "m/44'/60'/0'/0'/0'" });
    expect(nextAccount([key], none)).toMatchObject({ curve: 'CURVE_ED25519', path: "m/44'/60'/1'/0'/0'" });
  });

  test('avoid the wallet’s paths, or its possible indexes when the list is incomplete', () => {
    const rows = [
      { walletId: 'w', path: "m/44'/60'/0'/0/0" },
      { walletId: 'w', path: "m/84'/0'/0'/0/0" },
      { walletId: 'other', path: "m/44'/60'/0'/0/1" },
    ];
    expect(pathsAmong({ walletId: 'w', accounts: 2 }, rows)).toEqual({
      taken: new Set(["m/44'/60'/0'/0/0", "m/84'/0'/0'/0/0"]),
      from: 0,
    });
    expect(pathsAmong({ walletId: 'w', accounts: 900 }, rows).from).toBe(900);
  });

  test('keep their name when their kind changes', () => {
    expect(accountOfKind('ADDRESS_FORMAT_SOLANA', none, { name: 'Fees' }).name).toBe('Fees');
  });
});

test.each([
  ['key', 'ADDRESS_FORMAT_SOLANA', ['solana', 'hex', 'age', 'sheet']],
  ['key', 'ADDRESS_FORMAT_ETHEREUM', ['hex', 'web3', 'eip-2335', 'age', 'sheet']],
  ['key', null, ['hex', 'age', 'sheet']],
  ['mnemonic', null, ['mnemonic', 'age', 'sheet']],
  ['text', null, ['text', 'hex', 'age']],
  ['bytes', null, ['hex', 'age']],
] as const)('a %s of %s is revealed as %j', (holds, addressFormat, forms) => {
  expect(formatsFor({ holds, addressFormat }).map(({ value }) => value)).toEqual(forms);
});

describe('a new passphrase', () => {
  test.each([
    ['abcdefg', 'abcdefg', 'Use at least 8 characters.'],
    ['ähnlich', 'ähnlich', 'Use at least 8 characters.'],
    ['ähnliche', 'ähnliche', undefined],
    ['abcdefgh', 'abcdefgi', 'The two passphrases differ. Type both again.'],
    ['abcdefgh', 'abcdefghi', 'The two passphrases differ. Type both again.'],
  ])('%s and %s: %s', (first, second, problem) =>
    expect(passphraseProblem(bytes(first), bytes(second), 'passphrase')).toBe(problem),
  );
});

describe('a connection', () => {
  const good = {
    name: 'production',
    baseUrl: 'https://api.example.com',
    organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
    signerKey: '',
  };

  test('with good fields has no problem', () => {
    expect(serviceProblems(good)).toEqual({});
    expect(serviceProblems({ ...good, signerKey: `04${'ab'.repeat(64)}` })).toEqual({});
  });

  test.each([
    'api.example.com',
    'ftp://api.example.com',
    'http://api.example.com',
    'https://user:pw@api.example.com',
    '',
  ])('to %j is refused', (baseUrl) => {
    expect(Object.keys(serviceProblems({ ...good, baseUrl }))).toEqual(['baseUrl']);
  });

  test.each(['http://127.0.0.1:8080', 'http://localhost:3000', 'http://[::1]:3000'])(
    'to %s on this machine needs no encryption',
    (baseUrl) => {
      expect(serviceProblems({ ...good, baseUrl })).toEqual({});
    },
  );

  test('names each wrong field', () => {
    expect(Object.keys(serviceProblems({ name: '-', baseUrl: 'x', organizationId: '1', signerKey: '02ab' }))).toEqual([
      'name',
      'baseUrl',
      'organizationId',
      'signerKey',
    ]);
  });
});
