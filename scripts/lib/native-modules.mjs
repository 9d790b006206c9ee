import { copyFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot } from './paths.mjs';
import { FLOOR_SQLITE } from './runtime-floor.mjs';

const floorSqliteBinary = () => inRoot('node_modules/better-sqlite3-floor/build/Release/better_sqlite3.node');

/** Whether better-sqlite3-floor has the floor's binary; the shipping runtime does not use it. @param {import('./runtime.mjs').Runtime} runtime */
export function sqlitePlaced(runtime) {
  if (runtime.kind !== 'floor') return true;
  const placed = statSync(floorSqliteBinary(), { throwIfNoEntry: false });
  return placed !== undefined && placed.size === statSync(join(runtime.folder, FLOOR_SQLITE)).size;
}

/** @param {import('./runtime.mjs').Runtime} runtime */
export function placeSqlite(runtime) {
  const target = floorSqliteBinary();
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(join(runtime.folder, FLOOR_SQLITE), `${target}.partial`);
  renameSync(`${target}.partial`, target);
}
