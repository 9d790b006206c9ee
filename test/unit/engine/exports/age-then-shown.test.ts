import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRevealed, sealTo } from '../../../../renderer/trusted/reveal-keys.ts';
import type { Answer, Question } from '../../../../shared/ipc/index.ts';
import { utf8Decode } from '../../../../shared/wire/index.ts';
import { makeAgeKey, openAge } from '../../crypto/open-age.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

type Reveal = Extract<Question, { kind: 'reveal' }>;

let bench: Bench & { address: string };
/** The answers to the question of a reveal, one after another. */
let answers: ((question: Reveal) => Promise<Partial<Extract<Answer, { confirmed: true }>>>)[];
const asked: Question[] = [];

beforeEach(async () => {
  bench = await createReadyBench({
    autoUnlock: false,
    askPassphrase: null,
    async consent(question) {
      asked.push(question);
      const said = operatorSays(question);
      return question.kind === 'reveal' ? { ...said, ...(await answers.shift()?.(question)) } : said;
    },
  });
});
afterEach(() => bench.end());

it('an export that is shown after a wrong passphrase for a file is shown, and written nowhere', async () => {
  const { engine, root, address } = bench;
  const { requestId } = await engine.requests.prepare('export_wallet_account', { address });
  const { activity } = await engine.requests.submit(requestId);
  answers = [
    async () => ({
      format: 'age',
      recipients: [makeAgeKey().recipient],
      sealTo: null,
      passphrase: Uint8Array.from(Buffer.from('another passphrase')),
    }),
    async ({ proof }) => ({ format: 'hex', sealTo: await sealTo('hex', proof) }),
  ];
  const path = join(root, 'key.age');
  expect(await engine.exports.showActivity(activity.id, async () => path)).toEqual([]);
  const shown = asked.at(-1);
  expect(shown?.kind).toBe('secret');
  if (shown?.kind === 'secret') expect(utf8Decode(await openRevealed(shown.sealed))).toMatch(/^[0-9a-f]{64}$/);
  expect([existsSync(path), answers.length]).toEqual([false, 0]);
});

it('an age file is written after a wrong passphrase for the first try', async () => {
  const { engine, root, address } = bench;
  const { requestId } = await engine.requests.prepare('export_wallet_account', { address });
  const { activity } = await engine.requests.submit(requestId);
  const reader = makeAgeKey();
  const age = { format: 'age' as const, recipients: [reader.recipient], sealTo: null };
  answers = [async () => ({ ...age, passphrase: Uint8Array.from(Buffer.from('another passphrase')) }), async () => age];
  const path = join(root, 'key.age');
  expect(await engine.exports.showActivity(activity.id, async () => path)).toEqual([path]);
  expect(utf8Decode(openAge(readFileSync(path), reader))).toMatch(/^[0-9a-f]{64}\n?$/);
});
