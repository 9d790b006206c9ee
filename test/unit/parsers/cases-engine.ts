import { buildActivityBody, readReply, requestUrl } from '../../../electron/client/index.ts';
import { openP256Signer, signStamp } from '../../../electron/crypto/index.ts';
import { readSubscriptions } from '../../../electron/custody/webhooks/filters.ts';
import { checkedEntry } from '../../../electron/engine/addresses/entries.ts';
import { entriesIn } from '../../../electron/engine/addresses/files.ts';
import { tableIn } from '../../../electron/engine/batches/table.ts';
import { writeBytewords } from '../../../electron/engine/containers/bytewords.ts';
import {
  digestOf,
  MAXIMUM_CONTAINER,
  readContainer,
  writeContainer,
} from '../../../electron/engine/containers/container.ts';
import { piecesOf } from '../../../electron/engine/containers/fountain.ts';
import { createFrameReader, framesOf } from '../../../electron/engine/containers/frames.ts';
import { readReport } from '../../../electron/engine/exports/report.ts';
import { readWantedExports } from '../../../electron/engine/exports/wanted.ts';
import { readCarriedFile, readRequestToStamp } from '../../../electron/engine/requests/carried-file.ts';
import { countEndpoints, readEndpoint } from '../../../electron/engine/service/endpoints.ts';
import { fetchedKeySet, fixedKeySet } from '../../../electron/engine/webhooks/key-set.ts';
import { readDelivery } from '../../../electron/engine/webhooks/read-headers.ts';
import { atOnce } from '../../../electron/storage/sqlite/index.ts';
import { textOf } from '../../../shared/errors/index.ts';
import { type AddressEntry, type BatchColumn, LIMITS } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { encodeStamp, STAMP_HEADER, utf8Encode } from '../../../shared/wire/index.ts';
import { group } from './cases.ts';

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const BITCOIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const ENTRY: AddressEntry = { address: ADDRESS, chain: null, label: 'A', note: '', tags: [], allowed: false };
const JSON_TYPE = { 'content-type': 'application/json' };
const whoami = (status: number, headers: Record<string, string>, body: string) =>
  readReply(OPERATIONS.whoami, { status, headers, body: new TextEncoder().encode(body) });
const keySetOf = (status: number, body: string) => ({
  transport: () => Promise.resolve({ status, headers: {}, body: new TextEncoder().encode(body) }),
  now: () => 0,
});
const NO_MEMO = { hasMemo: false };
/** Throws the problems of a table, and the reason why its first unreadable line has no cells. */
const tableLine = (text: string) => {
  const { lines, problems } = atOnce(tableIn({ text, columns: null }, NO_MEMO));
  const problem = lines.find((line) => line.problem !== null)?.problem ?? '';
  if (problems.length > 0 || problem !== '') throw new Error([...problems.map(textOf), problem].join(' ').trim());
};
const BODY =
  '{"type":"ACTIVITY_TYPE_CREATE_WALLET","timestampMs":"1700000000000","organizationId":"3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10"}';
const CARRIED_URL = 'https://api.example.com/public/v1/submit/create_wallet';
const CARRIED_PROFILE = {
  ...({ name: 'main', kind: 'remote', baseUrl: 'https://api.example.com' } as const),
  organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
};
const CODES = framesOf('a'.repeat(400));
const frameOf = (path: string, ...bytes: number[]) => `ur:bytes/${path}/${writeBytewords(Uint8Array.from(bytes))}`;
/** Frames of the first of two pieces only. */
const FIRST_PIECES = Array.from({ length: 2000 }, (_, index) => 256 + index)
  .filter((number) => piecesOf(number, { count: 2, checksum: 0 }).join() === '0')
  .slice(0, 109)
  .map((number) => frameOf(`${number}-2`, 0x85, 0x19, number >> 8, number & 0xff, 2, 2, 0, 0x41, 1));
const codes = (texts: readonly string[]) => {
  const reader = createFrameReader();
  for (const text of texts) reader.add(text);
  return reader.text();
};
const SIGNER = openP256Signer(new Uint8Array(32).fill(1));
const ON_ETHEREUM = { address: ADDRESS, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' };
const stampOf = (text: string) => encodeStamp(signStamp(SIGNER, utf8Encode(text)));
/** A stamped request with changes, of which `body` is stamped anew. */
const carried = (changes: object, body: unknown = BODY) => {
  const stamp = stampOf(String(body));
  const text = JSON.stringify({
    method: 'POST',
    url: CARRIED_URL,
    headers: { [STAMP_HEADER]: stamp },
    body,
    ...changes,
  });
  return readCarriedFile(text, CARRIED_PROFILE);
};
/** A container of a request, with changed members. */
const container = (changes: object) => {
  const content = { method: 'POST', url: 'https://a.example', headers: {}, body: '{}' };
  const members = { format: 'castellan-container', version: 1, kind: 'request-to-stamp', content };
  const sha256 = digestOf('request-to-stamp', 'content' in changes ? changes.content : content);
  return readContainer(JSON.stringify({ ...members, sha256, ...changes }), 'request-to-stamp');
};
const loop: Record<string, unknown> = {};
loop.loop = loop;

export const ENGINES = [
  group('webhook headers', readDelivery, [
    'X-A 1',
    '{"x a":"1"}',
    '{"a":"1","A":"2"}',
    '["a"]',
    '[1,"a"]',
    '{"a":["1","2"]}',
    '{"a":1}',
    '{"headers":{},"body":"!","isBase64Encoded":true}',
    'a x-turnkey-timestamp=1 x-turnkey-timestamp=2',
  ]),
  group(
    'long log of webhook headers',
    (length: number) => readDelivery(`a x-turnkey-timestamp=1${' x'.repeat(length)}`),
    [32_768],
  ),
  group('stamped request', (changes: object) => carried(changes), [
    { proxy: 1 },
    { method: 'GET' },
    { url: 1 },
    { url: 'https://elsewhere.example.com/public/v1/submit/create_wallet' },
    { body: {} },
    { body: 'x' },
    { body: `${BODY} ` },
    { headers: [] },
    { headers: { Accept: 'a' } },
    { headers: { 'X-Stamp': 'a', Cookie: 'b' } },
  ]),
  group(
    'request to stamp',
    (changes: object) =>
      readRequestToStamp({ method: 'POST', url: CARRIED_URL, headers: {}, body: BODY, ...changes }, CARRIED_PROFILE),
    [{ headers: { 'X-Stamp': 'a' } }, { body: 'x' }],
  ),
  group('body of a stamped request', (body: string) => carried({}, body), [
    'x',
    BODY.replace('CREATE_WALLET', 'CREATE_USERS'),
    BODY.replace('3f1c', '4f1c'),
    BODY.replace('"1700000000000"', '1700000000000'),
  ]),
  group('container', container, [
    { format: 'castellan-backup' },
    { version: null },
    { version: 0 },
    { version: 2 },
    { kind: 'other' },
    { kind: 'stamped-request' },
    { sha256: '00' },
    { content: {} },
    { content: JSON.parse('[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]') },
    {},
  ]),
  group('text of a container', (text: string) => readContainer(text, 'request-to-stamp'), [
    '{"format":',
    '{"kind":1,"kind":2}',
  ]),
  group('long container', (characters: number) => readContainer(' '.repeat(characters), 'request-to-stamp'), [
    MAXIMUM_CONTAINER + 1,
  ]),
  group(
    'content that is too long',
    (characters: number) =>
      writeContainer('request-to-stamp', { method: 'POST', url: 'a', headers: {}, body: 'x'.repeat(characters) }),
    [MAXIMUM_CONTAINER],
  ),
  group('QR code of a container', (texts: readonly string[]) => codes(texts), [
    ['https://example.com'],
    ['ur:bytes/aeae'],
    [CODES.frame(1).replace('/1-', '/2-')],
    [frameOf('1-65535', 0x85, 1, 0x19, 0xff, 0xff, 0x19, 0xff, 0xff, 0, 0x41, 1)],
    [CODES.frame(1), framesOf('b'.repeat(400)).frame(2)],
    [frameOf('1-2', 0x85, 1, 2, 2, 0, 0x41, 1), frameOf('2-2', 0x85, 2, 2, 2, 0, 0x41, 1)],
    [frameOf('1-1000', 0x85, 1, ...[0x19, 3, 0xe8], ...[0x1a, 0, 3, 0x0d, 0x40], 0, 0x58, 200, ...new Uint8Array(200))],
    FIRST_PIECES,
  ]),
  group(
    'container that takes too many QR codes',
    (characters: number) => framesOf('x'.repeat(characters)).count,
    [1_000_000],
  ),
  group(
    'list of exports',
    (value: unknown) => readWantedExports(typeof value === 'string' ? value : JSON.stringify(value)),
    [
      '[1',
      {},
      [],
      Array.from({ length: 501 }, () => 1),
      [1],
      [{ kind: 'other' }],
      [{ kind: 'account', address: ADDRESS }],
      [{ kind: 'account', address: BITCOIN, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' }],
      [{ kind: 'wallet', of: 'a', path: 'm/0', ...ON_ETHEREUM }],
      [{ kind: 'wallet', of: 'a', ...ON_ETHEREUM }],
      [{ kind: 'account', path: 'm/0', ...ON_ETHEREUM }],
      [{ kind: 'account', of: BITCOIN, ...ON_ETHEREUM }],
      { accounts: [ON_ETHEREUM, ON_ETHEREUM] },
    ],
  ),
  group(
    'report of exports',
    (value: unknown) => readReport(typeof value === 'string' ? value : JSON.stringify(value)),
    [
      '[1',
      {},
      { report: '{}', stamp: { name: STAMP_HEADER, value: stampOf('x') } },
      { report: 'x', stamp: { name: STAMP_HEADER, value: stampOf('x') } },
      { report: '{}', stamp: { name: STAMP_HEADER, value: stampOf('{}') } },
    ],
  ),
  group('long report', (characters: number) => readReport(' '.repeat(characters)), [2 * LIMITS.body + 1]),
  group('table of payments', tableLine, [
    ...['', '[1', '[1]', '[{"amount":1}]', 'to,amount,value\n0x1,2,3'],
    ...['to,amount\n0x1,"2', 'to,amount\n0x1', '{"to":"0x1"}', '[]', 'to,amount'],
    ...['Alice,team\n0x1,x', `${ADDRESS},1`],
    'to,amount,To\n0x1,2,0x2',
    Array.from({ length: 65 }, (_, index) => `c${index}`).join(),
  ]),
  group('long table', (lines: number) => tableLine(`to\n${'1\n'.repeat(lines)}`), [6_000, 3_000_000]),
  group(
    'columns of a table',
    (columns: BatchColumn[]) => atOnce(tableIn({ text: 'to,amount\n1,2', columns }, NO_MEMO)),
    [['to'], ['to', 'to']],
  ),
  group('service address', (address: string) => requestUrl(address, '/a'), [
    'api.example.com',
    'https://[',
    'https://a:b@example.com',
    'http://example.com',
    'ftp://example.com',
    'https://example.com/?a',
  ]),
  group('path of a request', (path: string) => requestUrl('https://example.com', path), ['a']),
  group(
    'activity',
    (parameters: Record<string, unknown>) =>
      buildActivityBody(OPERATIONS.create_policy, {
        organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
        parameters: { policyName: 'A', effect: 'EFFECT_ALLOW', notes: '', ...parameters },
        timestampMs: 0,
      }),
    [{ effect: 'DENY' }, { more: 'a'.repeat(8_000_000) }],
  ),
  group(
    'activity that goes in a circle',
    () =>
      buildActivityBody(OPERATIONS.create_policy, {
        organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
        parameters: { policyName: 'A', effect: 'EFFECT_ALLOW', notes: '', loop },
        timestampMs: 0,
      }),
    [null],
  ),
  group('reply', (given: Parameters<typeof whoami>) => whoami(...given), [
    [302, JSON_TYPE, '{}'],
    [200, {}, '{}'],
    [200, { 'content-type': 'text/html' }, '{}'],
    [200, JSON_TYPE, '{'],
    [200, JSON_TYPE, '{}'],
  ] as Parameters<typeof whoami>[]),
  group('long reply', (length: number) => whoami(200, JSON_TYPE, 'a'.repeat(length)), [17 * 1024 * 1024]),
  group('address book entry', (changes: Partial<AddressEntry>) => atOnce(checkedEntry({ ...ENTRY, ...changes })), [
    { address: '' },
    { address: `bitcoin:${BITCOIN}?amount=1` },
    { address: `base:${ADDRESS}`, chain: 'eip155:1' },
    { address: ADDRESS.replace('d8dA', 'd8da') },
    { address: `${BITCOIN.slice(0, 9)} ${BITCOIN.slice(9)}` },
    { address: ADDRESS.replace('6', '\u041e') },
    { address: ADDRESS.replace('6BF', 'OBG') },
    { address: ADDRESS.slice(2) },
    { address: ADDRESS.slice(0, -1) },
    { address: 'alice.eth' },
    { address: 'nobody' },
    { address: 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn' },
    { address: `https://etherscan.io/address/${ADDRESS}` },
    { address: 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn:12345' },
    { address: 'cosmosvaloper1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh' },
    { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6' },
    { address: 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZV' },
    { address: 'x'.repeat(200) },
    { chain: 'Base' },
    { chain: '8453' },
    { chain: 'a chain' },
    { chain: 'solana' },
    { label: ' ' },
    { label: '0xf39F…2266' },
    { label: 'A\u202e' },
    { label: 'A'.repeat(65) },
    { note: 'A\u202e' },
    { tags: ['A\u202e'] },
    { tags: ['a,b'] },
  ]),
  group(
    'address book',
    (text: string) =>
      atOnce(entriesIn(text))
        .lines.map(({ problem }) => problem)
        .join(' | '),
    [
      '',
      'a,b',
      'address,name',
      'address,label,label',
      '{}x',
      '[1]',
      '{"type":"addr"}',
      '{"type":"name","ref":"a"}',
      '{"type":"tx","ref":"a"}',
      '{"type":"pubkey","ref":"a"}',
      '{"type":"input","ref":"a"}',
      '{"type":"output","ref":"a"}',
      '{"type":"xpub","ref":"a"}',
      '[{"address":1}]',
      `address,label\n${ADDRESS}`,
      `address,label\n"${ADDRESS},A`,
      `address,label\n${ADDRESS},A\n${ADDRESS},B`,
      `address,label,allowed\n${ADDRESS},A,maybe`,
    ],
  ),
  group('JSON address book', (text: string) => atOnce(entriesIn(text, 'json')), ['{}']),
  group('endless address book', (count: number) => atOnce(entriesIn(`[${'1,'.repeat(count)}1]`)), [20_000]),
  group('endpoint', readEndpoint, [
    'https://node.example',
    'ethereum=https://node.example',
    '8453=https://node.example',
    'solana:mainnet=https://node.example',
    'arbitrum=https://node.example',
    'btc=https://node.example',
    'other=https://node.example',
    'eip155:1=https://node.example/a key',
    'eip155:1=node.example',
    'eip155:1=https://[',
    'eip155:1=http://node.example',
    'eip155:1=ftp://node.example',
  ]),
  group(
    'endpoints',
    (count: number) =>
      countEndpoints(Array.from({ length: count }, () => readEndpoint('eip155:1=https://node.example'))),
    [9],
  ),
  group('address of a key set', (address: string) => fetchedKeySet(address, keySetOf(200, '{}')), [
    'http://example.com',
  ]),
  group(
    'answer with a key set',
    ([status, body]: readonly [number, string]) =>
      fetchedKeySet('https://example.com', keySetOf(status, body)).find('a'),
    [
      [404, ''],
      [200, 'x'],
    ],
  ),
  group('key set', fixedKeySet, [{}, { keys: [{}] }]),
  group(
    'webhook filters',
    (filtersJson: string) => readSubscriptions([{ eventType: 'ACTIVITY_UPDATES', filtersJson }]),
    ['{', '{"activityTypes":1}'],
  ),
];
