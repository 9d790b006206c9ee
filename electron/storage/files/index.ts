export { appendLines, fileProblem, readWholeFile, replaceFile, writePieces } from './atomic-file.ts';
export { fileRefused, makeNewFolder, writeNewFile } from './new-file.ts';
export { unsafeStep } from './safe-way.ts';
export { locked, readStateFile, replaceStateFile, takeFileLock, updateStateFile, withFileLock } from './state-file.ts';
