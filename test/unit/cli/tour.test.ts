import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { stepText } from '../../../electron/cli/commands/tour.ts';
import type { Engine } from '../../../electron/engine/index.ts';
import { AppError } from '../../../shared/errors/index.ts';
import { CommandRun, cli, FakeEngine } from './support.ts';

/** An engine that writes into its folder and whose first step is the test's. */
function engineWhose(createLocal: Engine['setup']['createLocal']): FakeEngine {
  const engine = new FakeEngine({
    setup: {
      createLocal: (...input) => {
        const root = rootOf(engine);
        mkdirSync(join(root, 'service'));
        writeFileSync(join(root, 'service', 'custody.db'), 'x');
        return createLocal(...input);
      },
    },
  });
  return engine;
}

const rootOf = (engine: FakeEngine) => engine.options[0]?.root ?? '';

it('uses its own temporary folder and passphrase file, and removes both when it fails', async () => {
  const passphrases: string[] = [];
  const engine = engineWhose(async ({ store }) => {
    passphrases.push(new TextDecoder().decode(await engine.options[0]?.askPassphrase?.('', false, 'passphrase')));
    passphrases.push(new TextDecoder().decode(await engine.options[0]?.askPassphrase?.('', false, 'passphrase')));
    expect(store).toBe('file');
    expect(existsSync(rootOf(engine))).toBe(true);
    throw new AppError('PORT_IN_USE', 'No port is free.');
  });
  const { exitCode, stdout, stderr } = await cli(['tour'], { engine });
  expect([exitCode, stdout, engine.closed]).toEqual([1, '', 1]);
  expect(engine.options[0]?.forceStore).toBe('file');
  expect(rootOf(engine)).toMatch(/castellan-tour-/);
  expect(existsSync(rootOf(engine))).toBe(false);
  expect(passphrases[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(passphrases[1]).toBe(passphrases[0]);
  expect(stderr).not.toContain(passphrases[0]);
});

it.each([
  ['once', 1],
  ['twice, while a step hangs', 2],
])('leaves no files after Ctrl-C pressed %s', async (_name, times) => {
  const engine = engineWhose(
    (_input, { signal }) =>
      new Promise((_resolve, reject) => {
        if (times === 1) (signal as AbortSignal).onabort = () => reject(new AppError('CANCELLED', 'Cancelled.'));
      }),
  );
  const run = new CommandRun(['tour'], { engine });
  await vi.waitUntil(() => engine.options.length > 0 && existsSync(join(rootOf(engine), 'service')), 30_000);
  for (let press = 0; press < times; press += 1) {
    run.interrupt();
    run.time += 2_000;
  }
  expect((await run.finished).exitCode).toBe(1);
  expect([engine.closed, existsSync(rootOf(engine))]).toEqual([1, false]);
});

it('numbers its steps and aligns the values', () => {
  const text = stepText(3, {
    title: 'Make a wallet',
    values: { wallet: 'w', 'signed digest': 'd' },
    proves: 'that it works',
  });
  expect(text).toBe(
    [
      ' 3  Make a wallet',
      '    wallet          w',
      '    signed digest   d',
      '    proves          that it works',
      '',
    ].join('\n'),
  );
});
