import { readFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import type { AppState } from '../../shared/ipc/index.ts';
import { checkValue } from '../../shared/operations/index.ts';

/** The running Electron version, and the reason it was chosen. */
export type RuntimeInfo = AppState['runtime'];

/**
 * Electron supports its newest three majors (electronjs.org/docs/latest/tutorial/electron-timelines). Version 45 is the
 * newest known here.
 */
const OLDEST_SUPPORTED_MAJOR = 43;

/** The record of set-up's choice of a runtime, beside the bundle. Unused members are allowed. */
const RuntimeRecord = Type.Object({
  kind: Type.Enum(['shipping', 'floor']),
  electron: Type.String(),
  reason: Type.String({ maxLength: 1000 }),
});

const CAME_WITH = 'It came with this installation.';
const OUTDATED = `${CAME_WITH} It no longer gets security fixes.`;

export interface RuntimeFacts {
  readonly packaged: boolean;
  /** Version of the Electron that runs. */
  readonly electron: string;
  /** File with set-up's choice and its reason. */
  readonly record: string;
}

/** Never throws: a record that is missing or damaged costs only the reason. */
export function runtimeInfo({ packaged, electron, record: file }: RuntimeFacts): RuntimeInfo {
  const supported = Number.parseInt(electron, 10) >= OLDEST_SUPPORTED_MAJOR;
  const record = readRecord(file);
  if (packaged) return { kind: 'packaged', electron, supported, reason: supported ? CAME_WITH : OUTDATED };
  const reason = record?.electron === electron ? record.reason : 'Set-up has no record of it.';
  return { kind: record?.kind ?? (supported ? 'shipping' : 'floor'), electron, supported, reason };
}

function readRecord(file: string): Static<typeof RuntimeRecord> | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return checkValue(RuntimeRecord, value).length === 0 ? (value as Static<typeof RuntimeRecord>) : null;
  } catch {
    return null;
  }
}
