import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeWeb3Keystore } from '../../../../electron/crypto/index.ts';
import type { ImportAs } from '../../../../electron/engine/index.ts';
import type { Question } from '../../../../shared/ipc/index.ts';
import { hexDecode, utf8Decode, utf8Encode } from '../../../../shared/wire/index.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

const KEY = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OTHER = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const AS: ImportAs = { kind: 'key', curve: null, addressFormats: ['ADDRESS_FORMAT_ETHEREUM'] };

let bench: Bench;
let asked: Question[];
beforeEach(async () => {
  asked = [];
  bench = await createReadyBench({
    consent: async (question) => {
      asked.push(question);
      return {
        ...operatorSays(question),
        ...(question.kind === 'importSecret' ? { passphrase: utf8Encode('p') } : {}),
      };
    },
  });
  asked = [];
});
afterEach(() => bench.end());

async function run(content: string) {
  const file = join(bench.root, 'keystore.json');
  writeFileSync(file, content);
  return bench.engine.askedImports.run({ name: 'Old', as: AS, file }, { progress: () => undefined });
}

it('a keystore file that states another address is said with both, in the question about the import', async () => {
  const content = await writeWeb3Keystore(hexDecode(KEY), utf8Encode('p'), OTHER.slice(2));
  expect(await run(utf8Decode(content))).toMatchObject({ addresses: [ADDRESS], isSame: true });
  const [start, finish] = asked.filter((question) => question.kind === 'stamp');
  expect(start?.naming?.findings).toEqual([]);
  const [finding] = finish?.naming?.findings ?? [];
  expect([finding?.level, finding?.text]).toEqual(['danger', expect.stringContaining(`the address ${OTHER}, but`)]);
  expect(finding?.text).toContain(ADDRESS);
});

it('a keystore file that no passphrase opens is refused before anything is asked or stamped', async () => {
  const content = JSON.parse(utf8Decode(await writeWeb3Keystore(hexDecode(KEY), utf8Encode('p'), null)));
  const huge = { ...content.crypto, kdfparams: { ...content.crypto.kdfparams, n: 2 ** 30 } };
  for (const file of [
    { ...content, version: 1 },
    { ...content, crypto: huge },
  ])
    await expect(run(JSON.stringify(file))).rejects.toMatchObject({ code: 'KEY_INVALID' });
  expect(asked).toEqual([]);
});
