import { describe, expect, test } from 'vitest';
import { shortHeadline } from '../../../../renderer/meaning/headline.ts';
import { accountName, accountTitle } from '../../../../renderer/words/account.ts';
import { freshness } from '../../../../renderer/words/freshness.ts';
import { hexByteLength } from '../../../../renderer/words/hex.ts';
import { inSentence } from '../../../../renderer/words/labels.ts';
import { count, counted, groupedAmounts, leadingNumber } from '../../../../renderer/words/number.ts';
import { groupNames, groupOf, labelInGroup } from '../../../../renderer/words/path.ts';
import { serviceWords, signerWarning } from '../../../../renderer/words/service.ts';
import { activityStatus, isFinal, voteLabel } from '../../../../renderer/words/status.ts';
import { valueLabel } from '../../../../renderer/words/values.ts';
import { drawable, pieces } from '../../../../renderer/words/visible.ts';
import {
  ACTIVITY_STATUSES,
  ADDRESS_FORMATS,
  CURVES,
  chainLabel,
  formatLabel,
  HASH_FUNCTIONS,
  PATH_FORMATS,
  PAYLOAD_ENCODINGS,
} from '../../../../shared/model/index.ts';

describe('statuses', () => {
  test('every declared status has words of its own', () => {
    expect(ACTIVITY_STATUSES.filter((status) => activityStatus(status).label === status)).toEqual([]);
    expect(new Set(ACTIVITY_STATUSES.map((status) => activityStatus(status).label)).size).toBe(
      ACTIVITY_STATUSES.length,
    );
  });

  test('an unknown status is shown unchanged', () => {
    expect(activityStatus('ACTIVITY_STATUS_FROZEN')).toMatchObject({ label: 'ACTIVITY_STATUS_FROZEN', tone: 'plain' });
  });

  test('only completed, failed and rejected activities are over', () => {
    expect(ACTIVITY_STATUSES.filter(isFinal)).toEqual([
      'ACTIVITY_STATUS_COMPLETED',
      'ACTIVITY_STATUS_FAILED',
      'ACTIVITY_STATUS_REJECTED',
    ]);
  });

  test('green means proven on this machine: no answer of a service alone is', () => {
    expect(ACTIVITY_STATUSES.filter((status) => activityStatus(status).tone === 'proven')).toEqual([]);
  });

  test('votes have words, and unknown ones are shown unchanged', () => {
    expect(voteLabel('VOTE_SELECTION_APPROVED')).toBe('Approved');
    expect(voteLabel('VOTE_SELECTION_ABSTAINED')).toBe('VOTE_SELECTION_ABSTAINED');
  });
});

describe('labels', () => {
  test('a title inside a sentence keeps the capital of a name and of an abbreviation', () => {
    const titles = ['User tag', 'API keys', 'Ethereum transactions', 'Tronscan page'];
    expect(titles.map(inSentence)).toEqual(['user tag', 'API keys', 'Ethereum transactions', 'tronscan page']);
  });

  test('every value a form offers has a label that is not the value', () => {
    const values = [...CURVES, ...HASH_FUNCTIONS, ...PAYLOAD_ENCODINGS, ...PATH_FORMATS, ...ADDRESS_FORMATS];
    expect(values.filter((value) => valueLabel(value) === value)).toEqual([]);
  });

  test('no two address formats share a label', () => {
    expect(new Set(ADDRESS_FORMATS.map(formatLabel)).size).toBe(ADDRESS_FORMATS.length);
    expect(formatLabel('ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR')).toBe('Bitcoin mainnet P2TR');
  });

  test('unknown values are shown unchanged', () => {
    expect([valueLabel('CURVE_X'), valueLabel('Treasury')]).toEqual(['CURVE_X', 'Treasury']);
  });

  const chain = (addressFormat: string, caip2Prefix: string | null) => chainLabel({ addressFormat, caip2Prefix });

  test('a chain is known by the address format, because several share a CAIP-2 namespace', () => {
    expect(chain('ADDRESS_FORMAT_DOGE_MAINNET', 'bip122')).toBe('Dogecoin');
    expect(chain('ADDRESS_FORMAT_SEI', 'cosmos')).toBe('Sei');
    expect(chain('ADDRESS_FORMAT_SPARK_MAINNET', null)).toBe('Spark');
    expect(chain('ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR', 'bip122')).toBe('Bitcoin');
    expect(chain('ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR', 'bip122')).toBe('Bitcoin signet');
    expect(chain('ADDRESS_FORMAT_DOGE_TESTNET', 'bip122')).toBe('Dogecoin testnet');
  });

  test('otherwise its CAIP-2 namespace names the chain, and an account without a chain has a dash', () => {
    expect(chain('ADDRESS_FORMAT_COMPRESSED', 'eip155:1')).toBe('Ethereum');
    expect(chain('ADDRESS_FORMAT_OF_TOMORROW', 'solana')).toBe('Solana');
    expect(chain('ADDRESS_FORMAT_OF_TOMORROW', 'near:mainnet')).toBe('near:mainnet');
    expect(chain('ADDRESS_FORMAT_UNCOMPRESSED', null)).toBe('—');
  });

  test('every format but a bare key has a chain', () => {
    const unknown = ADDRESS_FORMATS.filter((format) => chain(format, null) === '—');
    expect(unknown).toEqual(['ADDRESS_FORMAT_UNCOMPRESSED', 'ADDRESS_FORMAT_COMPRESSED']);
  });
});

describe('freshness', () => {
  const now = 1_795_000_000_000;
  const usual = {
    refreshedAt: now - 180_000,
    now,
    refreshing: false,
    heardAt: now - 2_000,
    failed: false,
    service: 'running' as const,
    heldUp: null,
  } as const;

  test.each([
    [usual, 'As of 3 min ago', 'plain'],
    [{ ...usual, refreshedAt: now - 1_000 }, 'Up to date', 'plain'],
    [{ ...usual, refreshing: true }, 'Refreshing. Data from 3 min ago', 'plain'],
    [{ ...usual, refreshing: true, heardAt: now - 3_000 }, 'Waiting for the service. Data from 3 min ago', 'care'],
    [{ ...usual, refreshedAt: now, heldUp: 'Base is not read' }, 'Base is not read. Data from just now', 'care'],
    [{ ...usual, service: 'unreachable' }, 'Service not reachable. Data from 3 min ago', 'care'],
    [{ ...usual, service: 'failed', refreshedAt: null }, 'Service not reachable. No data yet', 'care'],
    [{ ...usual, service: 'invalid' }, 'Service gives invalid replies. Data from 3 min ago', 'care'],
    [{ ...usual, failed: true }, 'Not refreshed. Data from 3 min ago', 'care'],
    [{ ...usual, refreshedAt: null }, 'Not read from the service yet', 'plain'],
  ] as const)('%j is %s', (state, text, tone) => expect(freshness(state)).toEqual({ text, tone }));
});

test('the service’s state names which service', () => {
  expect(serviceWords({ kind: 'local', state: 'running' })).toEqual({ label: 'Local service running', tone: 'proven' });
  expect(serviceWords({ kind: 'remote', state: 'unreachable' })).toEqual({
    label: 'Service not reachable',
    tone: 'care',
  });
  expect(serviceWords({ kind: 'remote', state: 'refused' })).toEqual({
    label: 'Service refuses this key',
    tone: 'danger',
  });
  expect(serviceWords({ kind: 'remote', state: 'invalid' })).toEqual({
    label: 'Service gives invalid replies',
    tone: 'danger',
  });
  expect(serviceWords({ kind: 'none', state: 'unknown' }).label).toBe('No service');
});

test('rows of a list item are grouped under its name and number', () => {
  expect(groupOf('parameters.accounts[0].curve')).toBe('Account 1');
  expect(groupOf('parameters.apiKeys[11].publicKey')).toBe('API key 12');
  expect(groupOf('parameters.walletName')).toBeUndefined();
  expect(groupOf('parameters.tags[0]')).toBeUndefined();
});

test('decoded fields are grouped under a shared path, and other names stay whole', () => {
  const names = ['inputs[0].outpoint', 'inputs[0].amount', 'outputs[0].amount', 'fee', 'message.a b', 'message.c'];
  expect(groupNames(names)).toEqual([
    { group: 'inputs[0]', label: 'outpoint' },
    { group: 'inputs[0]', label: 'amount' },
    ...names.slice(2).map((label) => ({ group: undefined, label })),
  ]);
  expect(groupNames(['message.to[0].name', 'message.to[0].wallets[1]'])[1]).toEqual({
    group: 'message.to[0]',
    label: 'wallets[1]',
  });
});

test('a member under its item omits only the item’s name', () => {
  expect(labelInGroup('Account 2, Curve')).toBe('Curve');
  expect(labelInGroup('User 1, API key 2, Public key')).toBe('Public key');
  expect(labelInGroup('Wallet name')).toBe('Wallet name');
  expect(labelInGroup('Payload, part 2')).toBe('Payload, part 2');
  expect(labelInGroup('Account 2, ')).toBe('Account 2, ');
});

test('an account without a name is shown by its format, or by its wallet and the ends of its address', () => {
  const account = {
    name: null,
    walletName: 'Treasury',
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  };
  expect([accountName(account), accountTitle(account)]).toEqual(['Ethereum account', 'Treasury 0xf39Fd6…b92266']);
  expect([accountName({ ...account, name: 'Fees' }), accountTitle({ ...account, name: 'Fees' })]).toEqual([
    'Fees',
    'Fees',
  ]);
});

test('numbers are written with their nouns', () => {
  expect([count(100_000), counted(1, 'account'), counted(1_284, 'entry', 'entries')]).toEqual([
    '100,000',
    '1 account',
    '1,284 entries',
  ]);
});

test('a long number at the beginning of a value has separated thousands', () => {
  expect(leadingNumber('2500000000000000000')).toEqual([['2', '500', '000', '000', '000', '000', '000'], '']);
  expect(leadingNumber('150000 satoshi, as stated')).toEqual([['150', '000'], ' satoshi, as stated']);
  expect(leadingNumber('1000.25 USDC')).toEqual([['1', '000'], '.25 USDC']);
  for (const text of ['1559', '12345abc', '12345.6', '0x12345678', '1795247119447Z', ''])
    expect(leadingNumber(text)).toEqual([[], text]);
});

test.each([
  ['Send 1000.25 USDC to 0x1234567890', 'Send 1,000.25 USDC to 0x1234567890'],
  ['Let the desk take up to 250000 wstETH', 'Let the desk take up to 250,000 wstETH'],
  ['Send 1500000 base units of the token EPjF', 'Send 1,500,000 base units of the token EPjF'],
  ['Send 5000 Cake to Pat', 'Send 5,000 Cake to Pat'],
  ['12000 USDC is 1200 times the largest amount', '12,000 USDC is 1,200 times the largest amount'],
])('the amounts of a sentence have separated thousands: %s', (sentence, drawn) => {
  expect(groupedAmounts(sentence)).toBe(drawn);
});

test('a headline separates the thousands of amounts, and nothing in an address', () => {
  expect(shortHeadline('Send 1250 USDC to 1234', new Set(['1234']))).toBe('Send 1,250 USDC to 1234');
});

test.each([
  'Send 999 USDC to chain 42161',
  'It expires at 23 Apr 2025, 04:45:55.123 UTC',
  'It has expired since 2025 UTC',
  'The nonce 12345 of the account 20000',
  'Delete the policy 5d0d3a0c-6b4e-4a57-8d4f-1234567890',
  'Sign “Send 100000 USDC to Pat”',
  'Send 0.12345678 ETH',
])('no other number has: %s', (sentence) => {
  expect(groupedAmounts(sentence)).toBe(sentence);
});

test('hex is counted in whole bytes, with or without a prefix', () => {
  expect([hexByteLength('0xdeadbeef'), hexByteLength('DEADBEEF'), hexByteLength(''), hexByteLength('0x')]).toEqual([
    4, 4, 0, 0,
  ]);
  expect([hexByteLength('abc'), hexByteLength('zz'), hexByteLength('de ad')]).toEqual([null, null, null]);
});

describe('an invisible character', () => {
  const read = (text: string) =>
    pieces(text)
      .map((piece) => (piece.named ? `<${piece.text}>` : piece.text))
      .join('');

  test('is named, and the rest of the text is unchanged, including line feeds', () => {
    expect(read('Pay \u202eevlA\u202c\n1\u00a0000 \u{e0041}\0 €')).toBe(
      'Pay <U+202E>evlA<U+202C>\n1<U+00A0>000 <U+E0041><U+0000> €',
    );
    expect(pieces('plain')).toEqual([{ text: 'plain', named: false }]);
    expect(pieces('')).toEqual([]);
  });

  test('is named when it has no glyph, or covers other lines', () => {
    expect(read('a\u034fb\u{1d159}c\ufe0f')).toBe('a<U+034F>b<U+1D159>c<U+FE0F>');
    expect(read('e\u0301\u0301\u0301\u0301 n\u0303')).toBe('e\u0301\u0301\u0301\u0301 n\u0303');
    expect(read(`e${'\u0301'.repeat(6)}`)).toBe(`e${'\u0301'.repeat(4)}<U+0301><U+0301>`);
  });

  test('is written within the text when there are very many', () => {
    expect(pieces('a\u202e'.repeat(100_000))).toEqual([{ text: 'a\\u{202e}'.repeat(100_000), named: false }]);
  });

  test('words from right to left are pieces of their own, without the numbers and signs beside them', () => {
    const turned = (text: string) => pieces(text).flatMap((piece) => (piece.rightToLeft === true ? [piece.text] : []));
    expect(turned('Remove \u05d0\u05d1 \u05d2 17, then \u0627\u0644, 3')).toEqual([
      '\u05d0\u05d1 \u05d2',
      '\u0627\u0644',
    ]);
    expect(turned('\u05d0 5 \u05d1')).toEqual(['\u05d0 5 \u05d1']);
    expect(read('\u05d0\u202e 1')).toBe('\u05d0<U+202E> 1');
    expect(turned('Müller 東京 1')).toEqual([]);
    const many = '\u05d0a'.repeat(100_000);
    expect(pieces(many)).toEqual([{ text: many, named: false }]);
  });

  test('an input gets no direction changes or removable characters, but lines, tabs and all scripts', () => {
    const turning = '\u001c\u001e\u0085\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\r';
    expect([...turning].map((character) => drawable(`a${character}b`))).toEqual([...turning].map(() => 'ab'));
    const drawn = 'one\n\ttwo \u05d0\u0627 \u200f\u200e\u200b\u{1f600}';
    expect(drawable(drawn)).toBe(drawn);
  });
});

test('a service on this computer without a signer key for exports has a warning', () => {
  for (const url of ['http://127.0.0.1:8787', 'http://localhost:1', 'http://[::1]:1'])
    expect(signerWarning(url, null)).toContain('exports do not open');
  expect(signerWarning('http://127.0.0.1:8787', '04ab')).toBeNull();
  expect([signerWarning('https://api.example.com', null), signerWarning('http', null)]).toEqual([null, null]);
});
