import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Whom a machine with Linux trusts: of Debian, Fedora, openSUSE and Alpine. Elsewhere there are no such files. */
const BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1';
/** How id-ce-nameConstraints (RFC 5280, 4.2.1.10) is spelled in DER. */
const NAME_CONSTRAINTS = Buffer.from('0603551d1e', 'hex');
const MAXIMUM_LENGTH = 8;

/** As the server sent it (PEM), with the certificates of its issuers behind it; Electron's `Certificate` fits. */
export interface ShownCertificate {
  readonly data: string;
  readonly issuerCert?: ShownCertificate;
}

export interface Shown {
  readonly certificate: ShownCertificate;
  readonly hostname: string;
}

/**
 * Whether the certificate of a server is of an authority that the administrator of this machine added, or that the file named by
 * SSL_CERT_FILE holds, as for other programs: on Linux Chromium knows neither. Each certificate on the way has to be signed by the
 * next, by an authority (RFC 5280), and to be valid at `now` (milliseconds); an authority that is limited to some names counts for none.
 */
export function isTrustedHere(
  { certificate, hostname }: Shown,
  environment: Readonly<Record<string, string | undefined>>,
  now: number,
): boolean {
  const [leaf, ...issuers] = chainOf(certificate);
  const authorities = authoritiesOf(environment.SSL_CERT_FILE);
  const isCurrent = ({ validFrom, validTo }: X509Certificate) =>
    Date.parse(validFrom) <= now && now <= Date.parse(validTo);
  if (leaf === undefined || !isCurrent(leaf) || !isFor(leaf, hostname)) return false;
  let last = leaf;
  for (let length = 0; length < MAXIMUM_LENGTH; length += 1) {
    const issuer = [...authorities, ...issuers].find((one) => isSignedBy(last, one));
    if (issuer === undefined || !issuer.ca || !isCurrent(issuer) || issuer.raw.includes(NAME_CONSTRAINTS)) return false;
    if (authorities.includes(issuer)) return true;
    last = issuer;
  }
  return false;
}

function chainOf(certificate: ShownCertificate | undefined): X509Certificate[] {
  if (certificate === undefined) return [];
  return [new X509Certificate(certificate.data), ...chainOf(certificate.issuerCert)];
}

function isFor(leaf: X509Certificate, hostname: string): boolean {
  if (leaf.keyUsage !== undefined && !leaf.keyUsage.includes(SERVER_AUTHENTICATION)) return false;
  const isAddress = /^[\d.]+$|:/.test(hostname);
  return (isAddress ? leaf.checkIP(hostname) : leaf.checkHost(hostname, { subject: 'never' })) !== undefined;
}

function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    // A key of a kind that is not known here signs nothing.
    return false;
  }
}

/** Read anew each time: an authority that is added counts at once, and few connections come here. */
function authoritiesOf(named = ''): X509Certificate[] {
  for (const path of named === '' ? BUNDLES : [named]) {
    try {
      return (readFileSync(path, 'utf8').match(PEM) ?? []).map((text) => new X509Certificate(text));
    } catch {
      // It is not there, or holds none that can be read.
    }
  }
  return [];
}
