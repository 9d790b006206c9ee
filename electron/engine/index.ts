export { fileRefused, makeNewFolder, unsafeStep, writeNewFile } from '../storage/files/index.ts';
export { fileFault, makeFolder } from '../storage/sqlite/index.ts';
export { addressFault } from './addresses/entries.ts';
export { copiesSince } from './backup/older-copies.ts';
export type { RestoredBackup, WantedRestore } from './backup/restore.ts';
export type { VerifiedBackup } from './backup/verify.ts';
export { addPicture, codePictures, isFrameText, readFrameText } from './containers/codes.ts';
export { MAXIMUM_CONTAINER } from './containers/container.ts';
export { createFrameReader, type FrameReader, MAXIMUM_FRAMES } from './containers/frames.ts';
export { examine, type MachineFacts } from './doctor/index.ts';
export { createEngine } from './engine.ts';
export type { Engine } from './engine-interface.ts';
export type { Expected } from './exports/expected.ts';
export type { FileReaders } from './exports/exports.ts';
export type { ChooseFile } from './exports/file-readers.ts';
export { type ExportReport, REPORT_FILE, readReport, reportBytes, reportOf, stampedReport } from './exports/report.ts';
export { readWantedExports } from './exports/wanted.ts';
export type { KeySource } from './flows/deliveries.ts';
export type { Inspection } from './flows/inspection.ts';
export type { KeyChange, RotationStep } from './flows/key-life.ts';
export type { MovedItem } from './flows/move/one-move.ts';
export { LOCAL_PROFILE } from './flows/setup.ts';
export type { ImportStage } from './imports/asked-imports.ts';
export { type ImportAs, importBundles, importFinish, importStart } from './imports/import-requests.ts';
export type { SealedImport, WantedImport } from './imports/imports.ts';
export { nextKeyName } from './keys/key-names.ts';
export { createStores } from './keys/stores.ts';
export { MAXIMUM_EXPORTED_LINE, type VerifiedExport, verifyExport } from './log/verify-file.ts';
export {
  type ClosingBackupReader,
  type ClosingInspection,
  createBackupReader,
  createInspection,
  restoreBackup,
} from './one-task.ts';
export type {
  Clock,
  ConsentPort,
  Counting,
  EnginePorts,
  PasskeyPort,
  ProcessHandle,
  StartProcess,
  StatePaths,
} from './ports.ts';
export type { NewProfile, ProfileChanges } from './profiles/profiles.ts';
export { RELEASE_KEYS, type ReleaseKey } from './releases/keys.ts';
export { isOver, ReleaseRefused, verifySigned } from './releases/signed.ts';
export { compareVersions } from './releases/versions.ts';
export type { PreparedRequest } from './requests/drafts.ts';
export type { Following, SubmittedRequest } from './requests/follower.ts';
export { serveFolder } from './service/address-file.ts';
export { type ChainEndpoint, readEndpoint } from './service/endpoints.ts';
export { readDelivery } from './webhooks/index.ts';
