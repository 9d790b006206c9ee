export { readWholeFile, replaceFile, writePieces } from './atomic-file.ts';
export { locked, readStateFile, replaceStateFile, takeFileLock, updateStateFile, withFileLock } from './state-file.ts';
