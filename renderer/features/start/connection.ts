import { isLoopback, isUuid } from '../../../shared/model/index.ts';

export interface ServiceFields {
  readonly name: string;
  readonly baseUrl: string;
  readonly organizationId: string;
  readonly signerKey: string;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9 _.-]{0,39}$/;
const UNCOMPRESSED_P256 = /^04[0-9a-fA-F]{128}$/;

/** Returns the problems of a connection's fields in words, or an empty object. Main checks again. */
export function serviceProblems({ name, baseUrl, organizationId, signerKey }: ServiceFields): Partial<ServiceFields> {
  const address = addressProblem(baseUrl);
  return {
    ...(NAME.test(name)
      ? {}
      : { name: 'Start with a letter or digit. Then use letters, digits, spaces, dots or dashes, at most 40.' }),
    ...(address === null ? {} : { baseUrl: address }),
    ...(isUuid(organizationId)
      ? {}
      : { organizationId: 'This is not an organization ID: 36 characters, as the service shows it.' }),
    ...(signerKey === '' || UNCOMPRESSED_P256.test(signerKey)
      ? {}
      : { signerKey: 'This is not an uncompressed P-256 key: 130 hex digits that begin with 04.' }),
  };
}

function addressProblem(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return 'Enter the whole address, beginning with https://.';
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return 'Only a service on this machine may be reached without encryption. Use https://.';
  return url.username === '' && url.password === '' ? null : 'The address must not hold a user name or password.';
}
