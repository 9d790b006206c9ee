export * from './answer.ts';
export * from './approval.ts';
export * from './audit-head.ts';
export * from './channel.ts';
export * from './custody-messages.ts';
export * from './hardening.ts';
export * from './vault-messages.ts';
