export { examine, type MachineFacts } from './doctor/index.ts';
export { createEngine, type Engine } from './engine.ts';
export type { Expected } from './exports.ts';
export { createStores } from './keys/stores.ts';
export type { Clock, ConsentPort, EnginePorts, ProcessHandle, StartProcess, StatePaths } from './ports.ts';
export type { NewProfile, ProfileChanges } from './profiles/profiles.ts';
export { LOCAL_PROFILE } from './profiles/setup.ts';
export type { PreparedRequest } from './requests/drafts.ts';
export type { Following, SubmittedRequest } from './requests/follower.ts';
