import type { Claim } from '../lift.ts';

const COURIER = 'electron/engine/courier/index.ts';
const COURIER_TEST = 'test/unit/engine/courier/courier.test.ts';
const SIGN_UP_TEST = 'test/contract/authentication/sign-up.test.ts';
const ISSUERS_TEST = 'test/contract/authentication/issuers.test.ts';

/** Requests of the local service to others, and the limits of strangers. */
export const REACH: readonly Claim[] = [
  {
    id: 'MEMBER-14',
    sentence: 'The service sends requests to public addresses only, and to the same addresses that it checked.',
    lifts: [
      {
        mechanism: 'no name that leads to a private address is reached',
        file: COURIER,
        from: 'if (!mayReach(host, found, errand.mayBeHere)) throw',
        to: 'if (!mayReach(host, found.slice(0, 1), errand.mayBeHere)) throw',
        test: COURIER_TEST,
        name: 'not to a private address behind a public name',
      },
      {
        mechanism: 'a name is resolved once',
        file: COURIER,
        from: 'exchange(url, addresses, errand, signal)',
        to: 'exchange(url, await resolve(host), errand, signal)',
        test: COURIER_TEST,
        name: 'to the very address that was judged',
      },
      {
        mechanism: 'a private address is refused before anybody is asked',
        file: 'shared/network/index.ts',
        from: 'if (ipaddr.isValid(host) && !ofThisMachine && !isPublic(host))',
        to: "if (host === '')",
        test: 'test/unit/shared/network/network.test.ts',
        name: 'https://10.0.0.1',
      },
    ],
  },
  {
    id: 'MEMBER-15',
    sentence:
      'Only the operator’s organization reaches receivers and issuers on this machine. Unknown issuers are queried only if the operator allows them.',
    lifts: [
      {
        mechanism: 'a stranger who signs up has no issuer asked that nobody let in',
        file: 'electron/custody/handlers/gateway.ts',
        from: 'if (oidcToken !== undefined) requireLetIn(',
        to: 'if (oidcToken === null) requireLetIn(',
        test: ISSUERS_TEST,
        name: 'does not fetch keys',
      },
      {
        mechanism: 'a stranger who looks for an account has no issuer asked that nobody let in',
        file: 'electron/custody/handlers/gateway.ts',
        from: '  requireLetIn(claims.iss, context);',
        to: '',
        test: ISSUERS_TEST,
        name: 'does not fetch keys',
      },
      {
        mechanism: 'an issuer is let in by the operator, not by an organization below',
        file: 'electron/custody/store/oauth/oauth-providers.ts',
        from: 'issuer = ? AND parent_organization_id IS NULL',
        to: 'issuer = ?',
        test: ISSUERS_TEST,
        name: 'does not fetch keys',
      },
      {
        mechanism: 'an issuer on this machine is asked for its operator only',
        file: 'electron/custody/authentication/oidc.ts',
        from: 'const mayBeHere = isOperators || store.oauthProviders.letsIn(issuer);',
        to: 'const mayBeHere = isOperators || store !== null;',
        test: ISSUERS_TEST,
        name: 'does not fetch keys',
      },
      {
        mechanism: 'a webhook receiver on this machine is one of its operator',
        file: 'electron/custody/handlers/organizations/webhooks.ts',
        from: 'const mayBeHere = caller.organization.parentOrganizationId === null;',
        to: 'const mayBeHere = caller.organization.parentOrganizationId !== undefined;',
        test: 'test/contract/organizations/webhooks.test.ts',
        name: 'refuses a receiver on this machine for a sub-organization',
      },
      {
        mechanism: 'the service reaches this machine only where it may',
        file: 'shared/network/index.ts',
        from: 'if (ofThisMachine && !mayBeHere) throw',
        to: 'if (ofThisMachine && mayBeHere === null) throw',
        test: 'test/unit/shared/network/network.test.ts',
        name: 'is refused where it may not be here',
      },
    ],
  },
  {
    id: 'NODE-23',
    sentence: 'Deliveries caused by outside traffic cannot crowd out your own events.',
    lifts: [
      {
        mechanism: 'deliveries of each type have a bound of their own',
        file: 'electron/custody/store/organizations/webhooks.ts',
        from: 'SELECT sequence FROM webhook_deliveries WHERE endpoint_id = @endpointId AND event_type = @eventType',
        to: 'SELECT sequence FROM webhook_deliveries WHERE endpoint_id = @endpointId',
        test: 'test/unit/custody/webhooks/outbox.test.ts',
        name: 'keeps what is done here, however much strangers cause',
      },
    ],
  },
  {
    id: 'MEMBER-16',
    sentence: 'The service sends only webhook deliveries that it wrote itself, to the intended endpoint.',
    lifts: [
      {
        mechanism: 'a delivery that somebody else wrote is not sent',
        file: 'electron/custody/webhooks/sender.ts',
        from: 'if (!constantTimeEqual(delivery.mac, macOf(delivery, keyring))) {',
        to: 'if (constantTimeEqual(delivery.mac, macOf(delivery, keyring)) === null) {',
        test: 'test/unit/custody/webhooks/sender.test.ts',
        name: 'somebody else changed is not sent',
      },
    ],
  },
  {
    id: 'MEMBER-520',
    sentence: 'The kept response to a webhook delivery has no long part of the delivery, which can be a sealed bundle.',
    lifts: [
      {
        mechanism: 'runs of a response that repeat the delivery are left out',
        file: 'electron/custody/webhooks/response.ts',
        from: 'repeats(run, sent) ? LEFT_OUT : run',
        to: 'repeats(run, sent) ? run : run',
        test: 'test/unit/custody/webhooks/response.test.ts',
        name: 'keeps of the response {"seen"',
      },
    ],
  },
  {
    id: 'USER-03',
    sentence: 'Codes, mails and sign-ups of strangers are limited by contact and source. Users keep their share.',
    lifts: [
      {
        mechanism: 'codes that wait are counted before a key is made',
        file: 'electron/custody/handlers/otp/codes.ts',
        from: '  // Before a key is made, which is most of the work.\n  findRoom(contact, context, atMost, isStamped);',
        to: '',
        test: 'test/unit/custody/otp/codes.test.ts',
        name: 'costs no key and no seal',
      },
      {
        mechanism: 'codes that strangers asked for give way to a stamped request for the same contact',
        file: 'electron/custody/handlers/otp/codes.ts',
        from: 'if (ofStranger !== undefined) return ofStranger;',
        to: '',
        test: 'test/unit/custody/otp/codes.test.ts',
        name: 'codes that strangers asked for give way',
      },
      {
        mechanism: 'strangers get no more tries for a contact by asking for more codes',
        file: 'electron/custody/handlers/otp/codes.ts',
        from: 'isStamped && ofContact >= MAXIMUM_CODES',
        to: 'ofContact >= MAXIMUM_CODES',
        test: 'test/contract/authentication/flooded-logins.test.ts',
        name: 'an operator logs in by a stamped code while strangers',
      },
      {
        mechanism: 'the gateway has a share of the codes that may wait',
        file: 'electron/custody/handlers/gateway.ts',
        from: 'context, MAXIMUM_OF_GATEWAY)',
        to: 'context, 2 * MAXIMUM_OF_GATEWAY)',
        test: SIGN_UP_TEST,
        name: 'drops the oldest code of a stranger when 500 are open',
      },
      {
        mechanism: 'codes of users give way last',
        file: 'electron/custody/store/otp/otps.ts',
        from: "'otps.contact')}, created_at",
        to: "'NULL')}, created_at",
        test: SIGN_UP_TEST,
        name: 'drops the oldest code of a stranger when 500 are open',
      },
      {
        mechanism: 'messages to strangers take no place of those to users',
        file: 'electron/custody/outbox.ts',
        from: 'one.organizationId === organizationId && one.isKnown === isKnown',
        to: 'one.organizationId === organizationId',
        test: 'test/unit/custody/outbox.test.ts',
        name: 'messages to strangers take no place of those to users',
      },
      {
        mechanism: 'sign-ups without a verified contact do not shut out those with one',
        file: 'electron/custody/handlers/gateway.ts',
        from: 'const isVerified = verificationToken !== undefined;',
        to: 'const isVerified = false;',
        test: SIGN_UP_TEST,
        name: 'refuses sign-ups after too many new organizations within a day',
      },
      {
        mechanism: 'the wallet of who signs up has few accounts',
        file: 'electron/custody/handlers/gateway.ts',
        from: '(request.wallet?.accounts.length ?? 0) > SIGN_UPS.accounts',
        to: 'request.wallet === null',
        test: SIGN_UP_TEST,
        name: 'finds an account by name, user and key, and refuses one without a login',
      },
    ],
  },
];
