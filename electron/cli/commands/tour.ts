import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandIsConsent } from '../confirm.ts';
import type { CommandContext } from '../context.ts';
import { command } from '../define.ts';
import { type Tour, type TourStep, takeTour } from '../tour/steps.ts';

const LABEL_WIDTH = 16;
const INDENT = '    ';

export const tour = command({
  name: 'tour',
  summary: 'demonstrates a wallet, a signature and a proven export, and leaves nothing behind',
  notes: ['Needs no display, no keychain and no network. Everything happens in a temporary folder that is removed.'],
  examples: ['castellan tour'],
  async run(_input, context) {
    const startedAt = context.host.now();
    await context.say('Castellan, guided tour. All of it happens on this machine, in a temporary folder.\n');
    const steps: TourStep[] = [];
    await walk(context, (step) => context.say(stepText(steps.push(step), step)));
    await context.end();
    const seconds = (context.host.now() - startedAt) / 1000;
    await context.say(`Done in ${seconds.toFixed(1)} seconds. The temporary folder and every key in it are removed.`);
    if (context.json) await context.print({ ok: true, seconds, steps });
    return undefined;
  },
});

/** Formats a step for people: its number, its values in one aligned column, and its proof at the end. */
export function stepText(number: number, { title, values, proves }: TourStep): string {
  const rows = Object.entries(values).map(([label, value]) => `${INDENT}${label.padEnd(LABEL_WIDTH)}${value}`);
  return [
    `${String(number).padStart(2)}  ${title}`,
    ...rows,
    `${INDENT}${'proves'.padEnd(LABEL_WIDTH)}${proves}`,
    '',
  ].join('\n');
}

/** Makes the temporary state, which the end of the command removes after success, failure and Ctrl-C alike. */
async function walk(context: CommandContext, say: Tour['say']): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'castellan-tour-'));
  context.onEnd(() => rm(root, { recursive: true, force: true }));
  const passphrase = randomPassphrase();
  try {
    const engine = await context.host.createEngine({
      root,
      forceStore: 'file',
      consent: commandIsConsent,
      askPassphrase: async () => Uint8Array.from(passphrase),
      askPin: null,
    });
    context.onEnd(() => engine.close());
    await takeTour({ engine, say, signal: context.signal });
  } finally {
    passphrase.fill(0);
  }
}

/** Returns 32 random bytes as hex digits, because a passphrase is text. Makes no string. */
function randomPassphrase(): Uint8Array<ArrayBuffer> {
  const digits = new Uint8Array(64);
  const random = randomBytes(32);
  for (const [index, byte] of random.entries()) {
    digits[index * 2] = '0123456789abcdef'.charCodeAt(byte >> 4);
    digits[index * 2 + 1] = '0123456789abcdef'.charCodeAt(byte & 15);
  }
  random.fill(0);
  return digits;
}
