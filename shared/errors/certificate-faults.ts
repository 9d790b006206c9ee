/** The reasons to refuse the certificate of a server that the operator configured, with the next step. */
export const CERTIFICATE_FAULTS = {
  certificate_authority:
    'its certificate is from an authority that this machine does not trust; add that authority to this machine’s and start Castellan again, or start it with SSL_CERT_FILE naming a file (PEM) that holds it',
  certificate_name:
    'its certificate is for another name; use the address that the certificate is for, or have one issued for this address',
  certificate_date:
    'its certificate, or that of who issued it, has expired or is not valid yet; have it renewed, or correct the clock of this machine',
  certificate_refused: 'its certificate is not one that a server may show; have another one issued',
} as const;
export type CertificateFault = keyof typeof CERTIFICATE_FAULTS;
