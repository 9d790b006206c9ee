/** What each process that signs asks for before it does. */
export { type ApprovalCheck, createApprovalCheck } from './approval-check.ts';
