import { describe, expect, it } from 'vitest';
import { commandLineArguments, ownArguments } from '../../../electron/main/arguments.ts';

describe('the arguments of the process', () => {
  it('are ours after the first --', () => {
    expect(ownArguments(['electron', '--no-sandbox', '/app', '--', 'cli', 'call', '--', 'x'], false)).toEqual([
      'cli',
      'call',
      '--',
      'x',
    ]);
  });

  it('are all ours in a packaged program', () => {
    expect(commandLineArguments(['castellan', 'cli', 'serve', '--port', '0'], true)).toEqual(['serve', '--port', '0']);
  });

  it('ask for the window when they do not begin with cli', () => {
    expect(commandLineArguments(['electron', '/app', '--'], false)).toBeNull();
    expect(commandLineArguments(['castellan', '--inspect=0', '--remote-debugging-port=0'], true)).toBeNull();
    expect(commandLineArguments(['electron', '/app', 'cli', 'doctor'], false)).toBeNull();
  });
});
