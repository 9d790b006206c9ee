import Type, { type Static } from 'typebox';
import { Closed } from '../model/bytes.ts';

/** What the operating system granted a process that holds keys; false is shown by doctor, not fatal. */
export const Hardening = Closed({
  notDumpable: Type.Boolean(),
  noCore: Type.Boolean(),
  lockedMemory: Type.Boolean(),
});
export type Hardening = Static<typeof Hardening>;

/** What the kernel keeps from a process that holds keys, tried by the process itself; shown by doctor, not fatal where it cannot be. */
export const Confinement = Closed({
  /** Calls that the process does not need are refused. */
  calls: Type.Boolean(),
  /** Its event loop has an io_uring, which the filter cannot look into. */
  ring: Type.Boolean(),
  /** Only files of the process's own folder are left, or none; null before that is known. */
  files: Type.Union([Type.Boolean(), Type.Null()]),
  /** What the process tried and was refused, in words. */
  refused: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 64 }),
});
export type Confinement = Static<typeof Confinement>;

/** What a process that holds keys did to itself before a key came. */
export const Protection = Closed({ hardening: Hardening, confinement: Confinement });
export type Protection = Static<typeof Protection>;
