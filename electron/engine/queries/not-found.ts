import { AppError } from '../../../shared/errors/index.ts';

const NOT_FOUND = '(HTTP 404';

/** Returns true when a service answered that it does not have what was asked for. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'SERVICE_REFUSED' && error.message.includes(NOT_FOUND);
