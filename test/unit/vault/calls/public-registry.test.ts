import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { formatsOf, objectIn, whole } from '../../../../electron/vault/calls/descriptors/find.ts';
import { REGISTRY_DATE, readRegistry } from '../../../../electron/vault/calls/descriptors/registry.ts';
import { checkInterface, NO_INTERFACES } from '../../../../electron/vault/calls/interfaces.ts';
import { decodeContent } from '../../../../electron/vault/decode-content.ts';
import { deploymentsOf, type JsonObject } from '../../../../shared/model/index.ts';
import { describeByType } from './described-by-type.ts';

/** A checkout of the public ERC-7730 registry, which may be newer than the built-in one. */
const CHECKOUT = process.env.CASTELLAN_ERC7730;
const DESCRIPTOR = /(?:^|\/)(?:calldata|eip712)[^/]*\.json$/;
const NO_DESCRIPTOR = /\/(?:tests|testsv2|sigs)\//;
const NOBODY = { chain: 'eip155:1', address: `0x${'11'.repeat(20)}` };

/** Why each descriptor of a set of files cannot be used. */
function unusable(files: ReadonlyMap<string, JsonObject>): { read: number; faults: string[] } {
  const faults: string[] = [];
  const paths = [...files.keys()].filter((path) => DESCRIPTOR.test(path) && !NO_DESCRIPTOR.test(path));
  for (const path of paths) {
    try {
      const root = whole(path, files);
      const { chain, address } = deploymentsOf(root)[0] ?? NOBODY;
      checkInterface({ name: 'public', chain, address, text: JSON.stringify(root) });
    } catch (error) {
      faults.push(`${path}: ${(error as Error).message}`);
    }
  }
  return { read: paths.length, faults };
}

test('every descriptor of the built-in ERC-7730 registry can be read', () => {
  const { read, faults } = unusable(readRegistry());
  expect(REGISTRY_DATE).toMatch(/^20\d\d-\d\d-\d\d$/);
  expect(read).toBeGreaterThan(300);
  expect(faults).toEqual([]);
});

test.skipIf(CHECKOUT === undefined)('every descriptor of the checkout that CASTELLAN_ERC7730 names can be read', () => {
  const root = CHECKOUT ?? '';
  const files = new Map<string, JsonObject>();
  for (const folder of ['registry', 'ercs'])
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && entry.name.endsWith('.json'))
        files.set(relative(root, path).split(sep).join('/'), JSON.parse(readFileSync(path, 'utf8')));
    }
  const { read, faults } = unusable(files);
  expect(read).toBeGreaterThan(300);
  expect(faults).toEqual([]);
});

/** A value of a type of EIP-712, with the structs of an encodeType. */
function exampleOf(type: string, structs: ReadonlyMap<string, string>): unknown {
  const list = /^(.*)\[(\d*)\]$/.exec(type);
  if (list !== null) return Array.from({ length: Number(list[2] || 1) }, () => exampleOf(list[1] ?? '', structs));
  const members = structs.get(type);
  if (members !== undefined)
    return Object.fromEntries(
      members.split(',').map((member) => {
        const [inner = '', name = ''] = member.trim().split(' ');
        return [name, exampleOf(inner, structs)];
      }),
    );
  if (type === 'address') return NOBODY.address;
  if (type === 'bool') return true;
  if (type === 'string') return 'text';
  return type.startsWith('bytes') ? `0x${'02'.repeat(Number(type.slice(5) || 4))}` : '100';
}

test('every message of the built-in ERC-7730 registry is explained', () => {
  const files = readRegistry();
  const unexplained: string[] = [];
  let read = 0;
  for (const path of files.keys()) {
    const root = whole(path, files);
    const [place] = deploymentsOf(root).filter(({ subject }) => subject === 'eip712');
    if (place === undefined) continue;
    const { domain = {} } = objectIn(objectIn(root, 'context'), 'eip712');
    const chainId = Number(place.chain.replace('eip155:', ''));
    for (const type of Object.keys(formatsOf(root))) {
      const structs = new Map(
        [...type.matchAll(/([\w:]+)\(([^)]*)\)/g)].map(([, name = '', members = '']) => [name, members]),
      );
      const primary = type.slice(0, type.indexOf('('));
      const stated = { name: 'text', ...(domain as JsonObject), chainId, verifyingContract: place.address };
      const { findings } = describeByType(type.replaceAll(', ', ','), stated, exampleOf(primary, structs) as object);
      read += 1;
      if (findings.some(({ text }) => /^No rule and no descriptor|is unknown: invalid/.test(text)))
        unexplained.push(`${path} ${type}`);
    }
  }
  expect(read).toBeGreaterThan(70);
  expect(unexplained).toEqual([]);
});

/** Returns the texts about each unsigned transaction among the test cases of the checkout. Skips signed ones. */
function findingsOfCases(root: string): { read: number; texts: string[] } {
  const signs = {
    kind: 'transaction',
    signWith: 'signWith',
    content: 'unsigned',
    type: 'type',
    signedTransaction: 'signed',
  } as const;
  let read = 0;
  const texts: string[] = [];
  for (const entry of readdirSync(join(root, 'registry'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tests\.json$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const { tests = [] }: { tests?: readonly { rawTx?: string }[] } = JSON.parse(readFileSync(path, 'utf8'));
    for (const { rawTx } of tests) {
      const given = { unsigned: rawTx ?? '', signWith: 'account', type: 'TRANSACTION_TYPE_ETHEREUM' };
      const asked = { interfaces: NO_INTERFACES, atMs: null };
      const { decoded, findings } = decodeContent({ name: 'sign_transaction', signs, carries: null }, given, asked);
      if (decoded === null) continue;
      read += 1;
      texts.push(...findings.map(({ text }) => `${entry.name}: ${text}`));
    }
  }
  return { read, texts };
}

test.skipIf(CHECKOUT === undefined)('every call of its test cases fits its descriptor, also with extra bytes', () => {
  const { read, texts } = findingsOfCases(CHECKOUT ?? '');
  expect(read).toBeGreaterThan(500);
  expect(texts.filter((text) => text.includes('does not fit'))).toEqual([]);
  expect(texts.filter((text) => /bytes? follows? the arguments/.test(text)).length).toBeGreaterThan(20);
});
