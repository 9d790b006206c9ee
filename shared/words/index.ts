export * from './limits.ts';
export * from './liveness.ts';
export * from './number.ts';
export * from './outcomes.ts';
export * from './ranges.ts';
export * from './readings.ts';
export * from './statuses.ts';
export * from './transactions.ts';
