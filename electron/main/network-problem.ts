import { CERTIFICATE_FAULTS, type CertificateFault } from '../../shared/errors/index.ts';

/**
 * The phase in which an error of a new connection can occur. `connecting`: before the first byte of the request is
 * sent. `tls`: before that byte, or after a complete handshake. `any`: at any time.
 */
export type Moment = 'connecting' | 'tls' | 'any';

interface NetworkProblem {
  readonly moment: Moment;
  /** The reason for the missing reply, for the message of SERVICE_UNREACHABLE. */
  readonly why: string;
  /** The fault of the server's certificate, when that is the cause. */
  readonly certificate: CertificateFault | null;
}

/** ERR_CERT_AUTHORITY_INVALID, as the number of a verdict. */
export const AUTHORITY_UNKNOWN = -202;

/** The verdict on a certificate (net/base/net_error_list.h), by its fault. */
export const VERDICTS: Readonly<Record<CertificateFault, number>> = {
  certificate_authority: AUTHORITY_UNKNOWN,
  certificate_name: -200,
  certificate_date: -201,
  certificate_refused: -207,
};

/** Chromium's errors for those verdicts. Any other with the prefix `ERR_CERT_` is `certificate_refused`. */
const CERTIFICATES: Readonly<Record<string, CertificateFault>> = {
  ERR_CERT_AUTHORITY_INVALID: 'certificate_authority',
  ERR_CERT_COMMON_NAME_INVALID: 'certificate_name',
  ERR_CERT_DATE_INVALID: 'certificate_date',
};

/** Chromium's network errors that an operator can correct (net/base/net_error_list.h), in words. */
const PROBLEMS: Readonly<Record<string, readonly [Moment, string]>> = {
  ERR_NAME_NOT_RESOLVED: ['connecting', 'the name server does not know its name'],
  ERR_INTERNET_DISCONNECTED: ['connecting', 'this machine has no network'],
  ERR_NETWORK_CHANGED: ['any', 'the network of this machine changed in that moment'],
  ERR_CONNECTION_REFUSED: ['connecting', 'nothing listens at that address and port'],
  ERR_CONNECTION_RESET: ['any', 'the connection was cut'],
  ERR_CONNECTION_CLOSED: ['any', 'the connection closed before the reply'],
  ERR_EMPTY_RESPONSE: ['any', 'the connection closed before the reply'],
  ERR_CONNECTION_TIMED_OUT: ['connecting', 'the connection timed out'],
  ERR_TIMED_OUT: ['any', 'no reply came in time'],
  ERR_ADDRESS_UNREACHABLE: ['connecting', 'there is no route to it'],
  ERR_NETWORK_ACCESS_DENIED: ['connecting', 'the operating system or a firewall refused the connection'],
  ERR_PROXY_CONNECTION_FAILED: ['connecting', 'the proxy of this machine does not answer'],
  ERR_TUNNEL_CONNECTION_FAILED: ['connecting', 'the proxy of this machine refused to connect to it'],
  ERR_SSL_PROTOCOL_ERROR: ['tls', 'it does not speak TLS there'],
  ERR_SSL_VERSION_OR_CIPHER_MISMATCH: ['tls', 'it offers only outdated TLS versions'],
  ERR_INVALID_HTTP_RESPONSE: ['any', 'what it sent is not HTTP'],
};

/** Returns the phase and the cause of an error of Electron's `net`. */
export function networkProblem(error: Error): NetworkProblem {
  // The only detail in Chromium's error is its name, which is the whole message: `net::ERR_FAILED`.
  const [, name] = /^net::(ERR_[A-Z0-9_]+)$/.exec(error.message) ?? [];
  if (name === undefined) return { moment: 'any', why: 'the connection failed', certificate: null };
  if (name.startsWith('ERR_CERT_')) {
    const certificate = CERTIFICATES[name] ?? 'certificate_refused';
    const why = CERTIFICATE_FAULTS[certificate];
    // An error without own words shows its name, for the certificate's issuer.
    return { moment: 'connecting', why: name in CERTIFICATES ? why : `${why} (${name})`, certificate };
  }
  const [moment, why] = PROBLEMS[name] ?? ['any', `the connection failed (${name})`];
  return { moment, why, certificate: null };
}
