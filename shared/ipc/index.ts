export * from './bridge.ts';
export { type AppContract, CONTRACT } from './contract.ts';
export type { Call, Entry, Event, Job } from './define.ts';
export * from './passkey.ts';
export * from './passkey-bridge.ts';
export * from './state.ts';
export * from './trusted.ts';
export * from './trusted-bridge.ts';
export * from './types.ts';
