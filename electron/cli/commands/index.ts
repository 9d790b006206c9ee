import type { Command } from '../define.ts';
import { address } from './address.ts';
import { ADDRESS_BOOK_COMMANDS } from './address-book.ts';
import { AUDIT_COMMANDS } from './audit.ts';
import { BACKUP_COMMANDS } from './backup.ts';
import { call, stamp } from './call.ts';
import { derive } from './derive.ts';
import { doctor } from './doctor.ts';
import { ENDPOINT_COMMANDS } from './endpoint.ts';
import { EXPORT_COMMANDS } from './export.ts';
import { HISTORY_COMMANDS } from './history.ts';
import { init } from './init.ts';
import { INSPECT_COMMANDS } from './inspect.ts';
import { INTERFACE_COMMANDS } from './interface.ts';
import { KEY_COMMANDS } from './key.ts';
import { KEY_LIFE_COMMANDS } from './key-life.ts';
import { lock } from './lock.ts';
import { POLICY_COMMANDS } from './policy.ts';
import { PROFILE_COMMANDS } from './profile.ts';
import { REQUEST_COMMANDS } from './request.ts';
import { serve } from './serve.ts';
import { tour } from './tour.ts';
import { WEBHOOK_COMMANDS } from './webhook.ts';

/** Every command, in the order help lists them. Adding one is one entry here. */
export const COMMANDS: readonly Command[] = [
  init,
  serve,
  ...PROFILE_COMMANDS,
  ...KEY_COMMANDS,
  ...KEY_LIFE_COMMANDS,
  call,
  ...REQUEST_COMMANDS,
  stamp,
  ...EXPORT_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...ADDRESS_BOOK_COMMANDS,
  ...INTERFACE_COMMANDS,
  ...ENDPOINT_COMMANDS,
  ...HISTORY_COMMANDS,
  address,
  derive,
  ...INSPECT_COMMANDS,
  ...POLICY_COMMANDS,
  ...AUDIT_COMMANDS,
  ...BACKUP_COMMANDS,
  lock,
  doctor,
  tour,
];
