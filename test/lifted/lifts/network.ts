import type { Claim } from '../lift.ts';

const AUTHORITIES = 'electron/main/authorities.ts';
const AUTHORITIES_TEST = 'test/unit/main/authorities.test.ts';
const TRANSPORT_TEST = 'test/unit/main/transport.test.ts';

/** Limits of the network between this machine and a service or a node. */
export const NETWORK: readonly Claim[] = [
  {
    id: 'NET-01',
    sentence: 'Castellan uses HTTPS, or plain HTTP to loopback, and follows no redirect.',
    lifts: [
      {
        mechanism: 'plain HTTP goes nowhere but to loopback',
        file: 'electron/main/transport.ts',
        from: "(url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))",
        to: "url.protocol === 'ftp:'",
        test: TRANSPORT_TEST,
        name: 'http://service.example/',
      },
      {
        mechanism: 'a stamp follows no redirect',
        file: 'electron/main/transport.ts',
        from: "redirect: 'manual',",
        to: "redirect: 'follow',",
        test: TRANSPORT_TEST,
        name: 'sends the exact bytes and headers, and returns the reply with any status',
      },
    ],
  },
  {
    id: 'NET-02',
    sentence:
      'A certificate needs a trusted authority (of Chromium or this machine), a matching name and a valid time.',
    lifts: [
      {
        mechanism: 'Chromium is told what is wrong with it',
        file: 'electron/main/routes.ts',
        from: 'fault === null ? TRUSTED : VERDICTS[fault]',
        to: 'fault === undefined ? VERDICTS.certificate_name : TRUSTED',
        test: 'test/unit/main/routes.test.ts',
        name: 'is trusted only by an authority of this machine',
      },
      {
        mechanism: 'what issued a certificate has signed it',
        file: AUTHORITIES,
        from: 'certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)',
        to: 'true',
        test: AUTHORITIES_TEST,
        name: 'is not trusted without such an authority or with a missing intermediate',
      },
      {
        mechanism: 'what issued a certificate is an authority',
        file: AUTHORITIES,
        from: '!issuer.ca || ',
        to: '',
        test: AUTHORITIES_TEST,
        name: 'is by one that is no authority',
      },
      {
        mechanism: 'an authority for some names counts for none',
        file: AUTHORITIES,
        from: ' || issuer.raw.includes(NAME_CONSTRAINTS)',
        to: '',
        test: AUTHORITIES_TEST,
        name: 'is by an authority for other names',
      },
      {
        mechanism: 'a certificate is for its own names',
        file: AUTHORITIES,
        from: 'if (!isFor(leaf, hostname))',
        to: 'if (leaf === null)',
        test: AUTHORITIES_TEST,
        name: 'is valid only for its names and its time',
      },
      {
        mechanism: 'a certificate counts in its time',
        file: AUTHORITIES,
        from: '[leaf, ...way].every(isCurrent) ?',
        to: 'isCurrent !== null ?',
        test: AUTHORITIES_TEST,
        name: 'is not trusted when it has expired',
      },
    ],
  },
];
