import { DAY_MS } from '../../shared/model/index.ts';
import { createWork } from './work.ts';

/** The age from which a backup is reported as old: 7 days, in milliseconds. */
export const BACKUP_STALE_MS = 7 * DAY_MS;

/** The writing of a backup. It outlives the place that started it. */
export const backupWriting = createWork('backups.create');

/** The check of an existing backup. */
export const backupCheck = createWork('backups.check');
