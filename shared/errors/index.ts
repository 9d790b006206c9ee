export {
  AppError,
  type AppErrorDetail,
  type ErrorData,
  errorText,
  type FieldProblem,
  fromErrorData,
  toErrorData,
} from './app-error.ts';
export { CERTIFICATE_FAULTS, type CertificateFault } from './certificate-faults.ts';
export { ERROR_CODES, type ErrorCode, isBundleFault } from './codes.ts';
export { describeError } from './describe-error.ts';
export { type LocalizableText, sentence, type Text, term, textOf } from './localizable-text.ts';
export { OUTCOMES, type Outcome, outcomeOfOpen } from './outcomes.ts';
export { fromReply, type Reply, toReply } from './reply.ts';
export {
  NO_ENDPOINT,
  OUTPUTS_SPENT,
  SERVICE_ERRORS,
  type ServiceErrorBody,
  type ServiceErrorCode,
  serviceErrorBody,
} from './service-codes.ts';
