/** The reasons to refuse the certificate of a server that the operator configured, with the next step. */
export const CERTIFICATE_FAULTS = {
  certificate_authority:
    'its certificate is from an authority that this machine does not trust; add that authority to this machine and start Castellan again, or name a PEM file with it in SSL_CERT_FILE',
  certificate_name:
    'its certificate is for another name; use the address that the certificate is for, or have one issued for this address',
  certificate_date:
    'its certificate, or its issuer’s, has expired or is not valid yet; have it renewed, or correct the clock of this machine',
  certificate_refused: 'its certificate is not a server certificate; have another one issued',
} as const;
export type CertificateFault = keyof typeof CERTIFICATE_FAULTS;
