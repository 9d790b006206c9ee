export { readWholeFile, replaceFile, writePieces } from './atomic-file.ts';
export { locked, readStateFile, replaceStateFile, takeFileLock, updateStateFile } from './state-file.ts';
