import type { GivenUse } from '../../../shared/model/index.ts';
import { NO_SANDBOX } from './no-sandbox.ts';

/** The titles of the system's dialogs for a file whose contents the page may have. */
const GIVEN: Readonly<Record<GivenUse, string>> = {
  table: 'Table of payments for Send many',
  payload: 'Message, transaction or QR code to sign',
  delivery: 'Webhook delivery to check',
  addresses: 'Addresses to import',
  contract: 'ABI or descriptor of a contract',
  pictures: 'Pictures of QR codes',
};

/** The words of the system's dialogs. */
export const DIALOGS = {
  choose: 'Choose',
  module: 'Module of the token’s maker',
  import: 'File to import',
  carried: 'Container or list of exports',
  backup: 'Backup to check',
  given: GIVEN,
  /** The window of an authenticator. */
  passkey: 'Castellan: passkey',
  notOpened: 'Castellan was not opened',
  /** As `missingSandbox` writes it to the terminal. The line that mends it follows. */
  noSandbox: NO_SANDBOX,
  stopped: 'Castellan stopped',
  /** The text of an unexpected error that ended the program. */
  unexpected:
    'Castellan hit an unexpected problem and ended, because its state is unknown. All answers that it gave are on disk. Start Castellan again.',
  /** Names the line of the log with the details. */
  reference: (reference: string) => `Reference in the log: ${reference}`,
} as const;
