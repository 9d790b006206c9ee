import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Workstation } from './support.ts';

const workstation = new Workstation();
const PIN = 'a PIN that nobody prints';
const missing = ['dbus-daemon', 'gnome-keyring-daemon'].filter((name) => spawnSync('which', [name]).status !== 0);
afterAll(() => workstation.close());

/** With the PIN in the file that the variable names. */
const withPin = (pin: string) => ({
  environment: { CASTELLAN_PIN_FILE: workstation.write(`pin ${pin.length}`, `${pin}\n`) },
});
const refusal = async (args: readonly string[], options = {}) => {
  const { exitCode, stdout, stderr } = await workstation.run(args, options);
  expect(stdout).toBe('');
  return `${exitCode} ${stderr.split('\n').findLast((line) => line.startsWith('castellan: ')) ?? stderr}`;
};

describe.skipIf(missing.length > 0)(
  `the PIN of the keychain’s keys on the command line${missing.length > 0 ? ` (not here: ${missing})` : ''}`,
  () => {
    beforeAll(() => workstation.useKeychain());

    it('is not taken where it is too short, and then nothing is made', async () => {
      const short = workstation.write('short', '12345\n');
      expect(await refusal(['init', '--pin-file', short])).toMatch(/^2 .*at least 6 characters/);
      expect(await workstation.json(['profile', 'list'])).toMatchObject({ profiles: [] });
    });

    it('is taken from the file that is named, and asked for from then on', async () => {
      await workstation.json(['init', '--pin-file', workstation.write('pin', `${PIN}\n`)]);
      const asking = ['call', 'whoami'];
      expect(await refusal(asking)).toMatch(/^1 castellan: The PIN is needed to open .* name it in CASTELLAN_PIN_FILE/);
      expect(await workstation.json(asking, withPin(PIN))).toMatchObject({ username: 'Operator' });
    });

    it('waits after three wrong ones, across commands', async () => {
      const wrong = withPin('another PIN');
      for (const _try of [1, 2]) expect(await refusal(['call', 'whoami'], wrong)).toContain('(PASSPHRASE_WRONG)');
      expect(await refusal(['call', 'whoami'], wrong)).toMatch(/Wait 30 seconds.*\(PASSPHRASE_WRONG\)/);
      expect(await refusal(['call', 'whoami'], withPin(PIN))).toMatch(/3 wrong tries were made.*\(TRY_LATER\)/);
    });

    it('is in nothing that was printed', () => {
      expect(workstation.printed.join('')).not.toContain(PIN);
    });
  },
);
