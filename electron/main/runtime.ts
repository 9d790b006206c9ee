import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Type, { type Static } from 'typebox';
import type { AppState } from '../../shared/ipc/index.ts';
import { checkValue } from '../../shared/operations/index.ts';

/** Which Electron runs, and why that one. */
export type RuntimeInfo = AppState['runtime'];

/** Electron supports its newest three majors (electronjs.org/docs/latest/tutorial/electron-timelines); 45 is the newest known here. */
const OLDEST_SUPPORTED_MAJOR = 43;

/** What set-up wrote beside the runtime when it chose it; members that are not used here are let through. */
const RuntimeRecord = Type.Object({ kind: Type.Enum(['shipping', 'floor']), electron: Type.String(), reason: Type.String({ maxLength: 1000 }) });

export interface RuntimeFacts {
  readonly packaged: boolean;
  /** Version of the Electron that runs. */
  readonly electron: string;
  readonly executable: string;
}

/** Never throws: a record that is missing or damaged costs only the reason. */
export function runtimeInfo({ packaged, electron, executable }: RuntimeFacts): RuntimeInfo {
  const supported = Number.parseInt(electron, 10) >= OLDEST_SUPPORTED_MAJOR;
  if (packaged) {
    const reason = supported ? 'It came with this installation.' : 'It came with this installation and gets no security fixes any more: install a newer Castellan.';
    return { kind: 'packaged', electron, supported, reason };
  }
  const record = readRecord(executable);
  const reason = record?.electron === electron ? record.reason : 'It was started by hand: set-up has no record of it.';
  return { kind: record?.kind ?? (supported ? 'shipping' : 'floor'), electron, supported, reason };
}

/** The record lies one folder above the runtime's own, whatever the depth of the executable in it (macOS bundles). */
function readRecord(executable: string): Static<typeof RuntimeRecord> | null {
  let folder = dirname(executable);
  for (let depth = 0; depth < 5 && folder !== dirname(folder); depth += 1) {
    const file = join(folder, 'runtime.json');
    if (existsSync(file)) return parseRecord(file);
    folder = dirname(folder);
  }
  return null;
}

function parseRecord(file: string): Static<typeof RuntimeRecord> | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return checkValue(RuntimeRecord, value).length === 0 ? (value as Static<typeof RuntimeRecord>) : null;
  } catch {
    return null;
  }
}
