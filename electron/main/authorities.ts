import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CertificateFault } from '../../shared/errors/index.ts';

/** The trusted authorities of Debian, Fedora, openSUSE and Alpine. Other systems have no such files. */
const BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1';
/** The DER encoding of id-ce-nameConstraints (RFC 5280, 4.2.1.10). */
const NAME_CONSTRAINTS = Buffer.from('0603551d1e', 'hex');
const MAXIMUM_LENGTH = 8;

/** A certificate in PEM as the server sent it, followed by those of its issuers. Electron's `Certificate` fits. */
export interface ShownCertificate {
  readonly data: string;
  readonly issuerCert?: ShownCertificate;
}

export interface Shown {
  readonly certificate: ShownCertificate;
  readonly hostname: string;
}

/**
 * Returns the fault of a server's certificate, or null. Its authority must be one that this machine's administrator
 * added, or be in the file that SSL_CERT_FILE names, as for other programs. On Linux Chromium knows neither. Each
 * certificate of the chain must be signed by the next, by an authority (RFC 5280), and be valid at `now`
 * (milliseconds). An authority with name constraints is not accepted. With several faults the one to correct first is
 * returned: the authority.
 */
export function faultHere(
  { certificate, hostname }: Shown,
  environment: Readonly<Record<string, string | undefined>>,
  now: number,
): CertificateFault | null {
  const [leaf, ...issuers] = chainOf(certificate);
  const authorities = authoritiesOf(environment.SSL_CERT_FILE);
  const isCurrent = ({ validFrom, validTo }: X509Certificate) =>
    Date.parse(validFrom) <= now && now <= Date.parse(validTo);
  const way = leaf === undefined ? null : wayTo(authorities, leaf, issuers);
  if (leaf === undefined || way === null) return 'certificate_authority';
  if (leaf.keyUsage !== undefined && !leaf.keyUsage.includes(SERVER_AUTHENTICATION)) return 'certificate_refused';
  if (!isFor(leaf, hostname)) return 'certificate_name';
  return [leaf, ...way].every(isCurrent) ? null : 'certificate_date';
}

/** Returns the chain of issuers up to a trusted authority, or null when it ends before one. */
function wayTo(
  authorities: readonly X509Certificate[],
  leaf: X509Certificate,
  issuers: readonly X509Certificate[],
): X509Certificate[] | null {
  const way: X509Certificate[] = [];
  for (let last = leaf; way.length < MAXIMUM_LENGTH; ) {
    const issuer = [...authorities, ...issuers].find((one) => isSignedBy(last, one));
    if (issuer === undefined || !issuer.ca || issuer.raw.includes(NAME_CONSTRAINTS)) return null;
    way.push(issuer);
    if (authorities.includes(issuer)) return way;
    last = issuer;
  }
  return null;
}

function chainOf(certificate: ShownCertificate | undefined): X509Certificate[] {
  if (certificate === undefined) return [];
  return [new X509Certificate(certificate.data), ...chainOf(certificate.issuerCert)];
}

function isFor(leaf: X509Certificate, hostname: string): boolean {
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

/** Reads the file each time, because few connections need it. Chromium caches a verdict for a while. */
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
