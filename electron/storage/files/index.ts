export { fileProblem, makeFolderOf, readWholeFile, replaceFile } from './atomic-file.ts';
export { base64Decode, base64Encode } from './base64.ts';
export { withFileLock } from './file-lock.ts';
export { locked, readStateFile, replaceStateFile, type StateFileKind, updateStateFile } from './state-file.ts';
