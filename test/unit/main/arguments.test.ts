import { describe, expect, it } from 'vitest';
import {
  asksForOffline,
  asksToExplainSandbox,
  commandLineArguments,
  ownArguments,
  startedWithoutSandbox,
} from '../../../electron/main/arguments.ts';

describe('the arguments of the process', () => {
  it('belong to Castellan after the first --', () => {
    expect(ownArguments(['electron', '--no-sandbox', '/app', '--', 'cli', 'call', '--', 'x'], false)).toEqual([
      'cli',
      'call',
      '--',
      'x',
    ]);
  });

  it('all belong to Castellan in a packaged program', () => {
    expect(commandLineArguments(['castellan', 'cli', 'serve', '--port', '0'], true)).toEqual(['serve', '--port', '0']);
  });

  it('open the window unless they begin with cli', () => {
    expect(commandLineArguments(['electron', '/app', '--'], false)).toBeNull();
    expect(commandLineArguments(['castellan', '--inspect=0', '--remote-debugging-port=0'], true)).toBeNull();
    expect(commandLineArguments(['electron', '/app', 'cli', 'doctor'], false)).toBeNull();
  });

  it.each([
    [
      ['castellan', '--', 'cli', '--offline', 'audit', 'verify'],
      ['audit', 'verify'],
    ],
    [
      ['castellan', '--log-level=3', '--', 'cli', '--json', '--offline', 'call', '--offline'],
      ['--json', 'call', '--offline'],
    ],
  ])('ask for no connection before a command: %j', (argv, own) => {
    expect(asksForOffline(argv)).toBe(true);
    expect(commandLineArguments(argv, true)).toEqual(own);
  });

  it('ask for no connection of the window, also without a launcher', () => {
    expect(asksForOffline(['castellan', '--log-level=3', '--', '--offline'])).toBe(true);
    expect(asksForOffline(['castellan', '--offline'])).toBe(true);
  });

  it('leave --offline behind a command to its parser, which refuses it', () => {
    const argv = ['castellan', '--', 'cli', 'call', '--offline'];
    expect(asksForOffline(argv)).toBe(false);
    expect(commandLineArguments(argv, true)).toEqual(['call', '--offline']);
  });

  it('request an explanation when the launcher found no sandbox', () => {
    expect(asksToExplainSandbox(['castellan', '--no-sandbox', '--', 'explain-sandbox'], true)).toBe(true);
    expect(asksToExplainSandbox(['castellan', '--', 'cli', 'explain-sandbox'], true)).toBe(false);
  });

  it('show whether Chromium was started without its sandbox', () => {
    expect(startedWithoutSandbox(['castellan', '--no-sandbox', '--', 'cli', 'doctor'])).toBe(true);
    expect(startedWithoutSandbox(['castellan', '--', 'cli', '--no-sandbox'])).toBe(false);
    expect(startedWithoutSandbox(['castellan', '--no-sandbox'])).toBe(true);
  });
});
