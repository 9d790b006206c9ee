export * from './bundle.ts';
export * from './fingerprint.ts';
export * from './reveal.ts';
export * from './secret-bytes.ts';
export * from './stamp.ts';
export * from './text.ts';
export * from './visible-text.ts';
export * from './webhook.ts';
