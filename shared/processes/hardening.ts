import Type, { type Static } from 'typebox';
import { Closed } from '../model/bytes.ts';

/**
 * The protections that the operating system granted a process that holds keys. A false one is shown by doctor, not
 * fatal.
 */
export const Hardening = Closed({
  notDumpable: Type.Boolean(),
  noCore: Type.Boolean(),
  lockedMemory: Type.Boolean(),
});
export type Hardening = Static<typeof Hardening>;

/**
 * The kernel's restrictions on a process that holds keys, tested by the process itself.
 * A missing one is shown by doctor, not fatal.
 */
export const Confinement = Closed({
  /** Calls that the process does not need are refused. */
  calls: Type.Boolean(),
  /** Its event loop has an io_uring, which the filter cannot look into. */
  ring: Type.Boolean(),
  /** True when the process can open no files, or only those of its own folder. Null before that is known. */
  files: Type.Union([Type.Boolean(), Type.Null()]),
  /** The attempts of the process that were refused, in words. */
  refused: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 64 }),
});
export type Confinement = Static<typeof Confinement>;

/** The protections that a process with keys applied to itself before a key arrived. */
export const Protection = Closed({ hardening: Hardening, confinement: Confinement });
export type Protection = Static<typeof Protection>;
