export {
  type ActivityOutcome,
  activityOutcome,
  type Exported,
  exportsOf,
  readActivity,
  resultOf,
  signedOf,
} from './activity.ts';
export { failureText, toDetailRows, toVoteRows } from './detail.ts';
export { askerOf } from './people.ts';
export { keyRefusalOf } from './refusal.ts';
export { type ReplyOf, readReply } from './reply.ts';
export {
  buildActivityBody,
  buildQueryBody,
  checkParameters,
  parametersIn,
  plainAddress,
  requestUrl,
  requireSafeAddress,
} from './request.ts';
export { intentOf, openVotesOf, toAccountRow, toActivityRow } from './rows.ts';
export { oneLine } from './text.ts';
export {
  CertificateRefused,
  headerOf,
  MAXIMUM_REPLY_LENGTH,
  parseBody,
  type Transport,
  type TransportReply,
  type TransportRequest,
} from './transport.ts';
