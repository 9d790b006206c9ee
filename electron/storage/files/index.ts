export { readWholeFile, replaceFile } from './atomic-file.ts';
export { locked, readStateFile, replaceStateFile, updateStateFile } from './state-file.ts';
