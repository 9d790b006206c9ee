import type { ErrorCode } from '../../shared/errors/index.ts';
import type { StartProcess } from '../engine/index.ts';

/** The programs that main starts beside itself. */
export type Entry = Parameters<StartProcess>[0];

/** The error for callers of a child that stopped. */
export const STOPPED: Readonly<Record<Entry, { readonly code: ErrorCode; readonly message: string }>> = {
  vault: {
    code: 'VAULT_STOPPED',
    message:
      'The vault stopped before it answered. This step was not done. No key was lost. Unlock the vault if it is locked, and try again.',
  },
  custody: {
    code: 'SERVICE_STOPPED',
    message:
      'The local service stopped before it answered. All confirmed changes are on disk. Start it again and try again.',
  },
  token: {
    code: 'TOKEN_STOPPED',
    message:
      'The module of the token stopped before it answered. This step was not done. No other part of Castellan was affected. Check that the token is connected, and try again.',
  },
};

/**
 * Variables that children inherit beside their own. The vendors of token modules document theirs: file locations (HOME,
 * XDG), the daemon to connect to (pcscd, D-Bus), and own settings.
 */
const PASSED_ON: Readonly<Record<Entry, readonly string[]>> = {
  vault: [],
  custody: [],
  token: [
    'HOME',
    'USER',
    'LOGNAME',
    'LANG',
    'XDG_CONFIG_HOME',
    'XDG_DATA_HOME',
    'XDG_RUNTIME_DIR',
    'DBUS_SESSION_BUS_ADDRESS',
    'PCSCLITE_CSOCK_NAME',
    'OPENSC_CONF',
    'SOFTHSM2_CONF',
    'TPM2_PKCS11_STORE',
    'TPM2_PKCS11_TCTI',
    'ChrystokiConfigurationPath',
    'NFAST_HOME',
  ],
};

/** Returns the part of main's environment that a child inherits. */
export function passedOn(
  entry: Entry,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    PASSED_ON[entry].flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
