import type { Command, CommandTable } from '../define.ts';
import { address } from './address.ts';
import { ADDRESS_BOOK_COMMANDS } from './address-book.ts';
import { AUDIT_COMMANDS } from './audit.ts';
import { BACKUP_COMMANDS } from './backup.ts';
import { call, stamp } from './call.ts';
import { checkUpdate } from './check-update.ts';
import { completionOf } from './completion.ts';
import { derive } from './derive.ts';
import { doctor } from './doctor.ts';
import { ENDPOINT_COMMANDS } from './endpoint.ts';
import { EXPORT_COMMANDS } from './export.ts';
import { EXPORT_LIST_COMMANDS } from './export-lists.ts';
import { HISTORY_COMMANDS } from './history.ts';
import { IMPORT_COMMANDS } from './import.ts';
import { init } from './init.ts';
import { INSPECT_COMMANDS } from './inspect.ts';
import { INTERFACE_COMMANDS } from './interface.ts';
import { KEY_COMMANDS } from './key.ts';
import { KEY_LIFE_COMMANDS } from './key-life.ts';
import { lock } from './lock.ts';
import { move } from './move.ts';
import { POLICY_COMMANDS } from './policy.ts';
import { PROFILE_COMMANDS } from './profile.ts';
import { REQUEST_COMMANDS } from './request.ts';
import { send } from './send.ts';
import { serve } from './serve.ts';
import { tour } from './tour.ts';
import { verifyDownloadCommand } from './verify-download.ts';
import { WEBHOOK_COMMANDS } from './webhook.ts';

/** Every command, in the order help lists them. Adding one is one entry here. */
export const COMMAND_TABLE: CommandTable = {
  sections: [
    { title: 'Set up', commands: [init, serve, ...PROFILE_COMMANDS, ...KEY_COMMANDS, ...KEY_LIFE_COMMANDS] },
    {
      title: 'Requests',
      commands: [
        call,
        send,
        ...REQUEST_COMMANDS,
        stamp,
        ...EXPORT_COMMANDS,
        ...EXPORT_LIST_COMMANDS,
        ...IMPORT_COMMANDS,
        move,
        ...WEBHOOK_COMMANDS,
      ],
    },
    {
      title: 'Names and history',
      commands: [...ADDRESS_BOOK_COMMANDS, ...INTERFACE_COMMANDS, ...ENDPOINT_COMMANDS, ...HISTORY_COMMANDS],
    },
    { title: 'Offline tools', commands: [address, derive, ...INSPECT_COMMANDS, ...POLICY_COMMANDS] },
    {
      title: 'This machine',
      commands: [
        ...AUDIT_COMMANDS,
        ...BACKUP_COMMANDS,
        lock,
        doctor,
        verifyDownloadCommand,
        checkUpdate,
        tour,
        completionOf(() => COMMAND_TABLE),
      ],
    },
  ],
  topics: {
    profile: 'services that this machine works with',
    key: 'API keys that stamp requests',
    request: 'requests that are not finished',
    export: 'exported keys and wallets',
    import: 'wallets, private keys and secrets from elsewhere',
    webhook: 'deliveries of the service',
    'address-book': 'names of addresses',
    interface: 'descriptions of contracts',
    endpoint: 'chain nodes of the embedded service',
    history: 'transactions of your accounts',
    inspect: 'meanings of transactions, payloads, bundles and activities',
    policy: 'expressions of policies',
    audit: 'the log of everything that was stamped',
    backup: 'sealed copies of the state folder',
  },
};

export const COMMANDS: readonly Command[] = COMMAND_TABLE.sections.flatMap(({ commands }) => commands);
