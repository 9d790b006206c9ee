export * from './number.ts';
export * from './readings.ts';
