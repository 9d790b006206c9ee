import Type, { type Static } from 'typebox';
import { Closed } from '../model/bytes.ts';

/** What the operating system granted a process that holds keys; false is shown by doctor, not fatal. */
export const Hardening = Closed({
  notDumpable: Type.Boolean(),
  noCore: Type.Boolean(),
  lockedMemory: Type.Boolean(),
});
export type Hardening = Static<typeof Hardening>;
