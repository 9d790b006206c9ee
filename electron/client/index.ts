export { type ActivityOutcome, activityOutcome, readActivity, resultOf } from './activity.ts';
export { failureText, toDetailRows, toVoteRows } from './detail.ts';
export { readReply, type ReplyOf } from './reply.ts';
export { buildActivityBody, buildQueryBody, checkParameters, MAXIMUM_BODY_LENGTH, requestUrl } from './request.ts';
export { toAccountRow, toActivityRow, toWalletRow } from './rows.ts';
export { MAXIMUM_REPLY_LENGTH, type Transport, type TransportRequest, type TransportResponse } from './transport.ts';
