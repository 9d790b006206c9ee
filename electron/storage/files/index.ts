export { readWholeFile, replaceFile } from './atomic-file.ts';
export { locked, readStateFile, replaceStateFile, takeFileLock, updateStateFile } from './state-file.ts';
