/** Acts of the window that do the same as a command of the command line. */
const ACTS: readonly (readonly [command: RegExp, act: string])[] = [
  [/^profile\b/, '“Profiles” in Settings'],
  [/^key\b/, '“Keys” in Settings'],
  [/^doctor\b/, '“Checks” in Settings'],
  [/^backup create\b/, '“Backup” in Settings'],
  [/^audit verify\b/, '“Verify log” in Audit'],
  [/^request settle\b/, '“Unsettled requests” in Activities'],
  [/^call list_wallets\b/, '“Wallets” in Accounts'],
  [/^(?:export gather|--offline export open-all|--offline stamp|send)\b/, '“Offline station”'],
];

const COMMAND = /`castellan ([^`]+)`/g;

/**
 * Returns a sentence of main with the window's own acts in place of commands. A command that only the command line has,
 * such as `castellan backup restore`, stays.
 */
export const inWindow = (text: string): string =>
  text.replaceAll(COMMAND, (whole, command: string) => ACTS.find(([pattern]) => pattern.test(command))?.[1] ?? whole);
