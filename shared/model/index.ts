export * from './address-formats.ts';
export * from './bytes.ts';
export * from './enums.ts';
export * from './meaning.ts';
export * from './proof.ts';
export * from './rows.ts';
export * from './timestamps.ts';
