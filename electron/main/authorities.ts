import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CertificateFault } from '../../shared/errors/index.ts';

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
 * What is wrong with the certificate of a server, null where nothing is: it has to be of an authority that the administrator of this
 * machine added, or that the file named by SSL_CERT_FILE holds, as for other programs: on Linux Chromium knows neither. Each certificate
 * on the way has to be signed by the next, by an authority (RFC 5280), and to be valid at `now` (milliseconds); an authority that is
 * limited to some names counts for none. Of several things the first to be mended is told: the authority.
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

/** Who issued it, who issued those, and so on up to an authority; null where it does not come to one. */
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

/** Read anew each time, because few connections come here; Chromium keeps a verdict for a while. */
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
