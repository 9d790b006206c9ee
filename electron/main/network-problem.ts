/** Chromium's network errors that an operator can do something about (net/base/net_error_list.h), in words. */
const REASONS: Readonly<Record<string, string>> = {
  ERR_NAME_NOT_RESOLVED: 'its name is not known to the name server',
  ERR_INTERNET_DISCONNECTED: 'this machine has no network',
  ERR_NETWORK_CHANGED: 'the network of this machine changed in that moment',
  ERR_CONNECTION_REFUSED: 'nothing listens at that address and port',
  ERR_CONNECTION_RESET: 'the connection was cut',
  ERR_CONNECTION_CLOSED: 'the connection was closed before a reply came',
  ERR_EMPTY_RESPONSE: 'the connection was closed before a reply came',
  ERR_CONNECTION_TIMED_OUT: 'the connection could not be made in time',
  ERR_TIMED_OUT: 'no reply came in time',
  ERR_ADDRESS_UNREACHABLE: 'there is no route to it',
  ERR_NETWORK_ACCESS_DENIED: 'the operating system or a firewall refused the connection',
  ERR_PROXY_CONNECTION_FAILED: 'the proxy of this machine does not answer',
  ERR_TUNNEL_CONNECTION_FAILED: 'the proxy of this machine refused to connect to it',
  ERR_CERT_AUTHORITY_INVALID: 'its certificate is from an authority that this machine does not trust',
  ERR_CERT_COMMON_NAME_INVALID: 'its certificate is for another name',
  ERR_CERT_DATE_INVALID: 'its certificate is not valid today; check the clock of this machine',
  ERR_SSL_PROTOCOL_ERROR: 'it does not speak TLS there',
  ERR_SSL_VERSION_OR_CIPHER_MISMATCH: 'it offers only TLS that is too old to be trusted',
  ERR_INVALID_HTTP_RESPONSE: 'what it sent is not HTTP',
};

/** Says why no reply came, for the message of SERVICE_UNREACHABLE. Takes an error of Electron's `net`. */
export function networkReason(error: Error): string {
  const name = errorName(error);
  if (name === null) return 'the connection failed';
  return REASONS[name] ?? `the connection failed (${name})`;
}

/** Chromium gives its error's name as the whole message, `net::ERR_FAILED`, and nothing else to tell errors apart by. */
function errorName({ message }: Error): string | null {
  const [, name = null] = /^net::(ERR_[A-Z0-9_]+)$/.exec(message) ?? [];
  return name;
}
