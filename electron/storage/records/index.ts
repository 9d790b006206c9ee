export { openRecords, type Records } from './open.ts';
