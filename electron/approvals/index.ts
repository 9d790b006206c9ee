/** The approval checks of each signing process. */
export { type ApprovalCheck, createApprovalCheck } from './approval-check.ts';
