import type { Claim } from '../lift.ts';

const DELIVERY_TEST = 'test/unit/vault/test-deliveries.test.ts';
const LOG_TEST = 'test/contract/organizations/webhooks.test.ts';
const HANDLER = 'electron/custody/handlers/organizations/webhooks.ts';
const LINK_TEST = 'test/unit/main/links/link.test.ts';
const OWN_BODY = 'shows the body of a delivery to its own organization, unless another program changed it';

/** Webhook deliveries, and the ways into the window from outside: links, notifications and the tray. */
export const WEBHOOKS: readonly Claim[] = [
  {
    id: 'PAGE-340',
    sentence: 'The page cannot have a webhook delivery signed in the name of a service.',
    lifts: [
      {
        mechanism: 'the vault writes its own key id into each test delivery',
        file: 'electron/vault/test-deliveries.ts',
        from: 'const keyId = PREFIX + publicKey.slice(0, ID_DIGITS);',
        to: "const keyId = 'webhook-key-1';",
        test: DELIVERY_TEST,
        name: 'is signed under a key id that only the vault chooses',
      },
      {
        mechanism: 'the parts of a signed message cannot run into each other',
        file: 'shared/processes/delivery-messages.ts',
        from: "eventId: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })",
        to: 'eventId: Type.String()',
        test: DELIVERY_TEST,
        name: 'cannot carry the form of another message in its event id or time',
      },
    ],
  },
  {
    id: 'PAGE-480',
    sentence:
      'The page receives webhook deliveries only after a question, only while the vault is open, and not from a web page.',
    lifts: [
      {
        mechanism: 'the listener of the window is asked about',
        file: 'electron/engine/flows/bench.ts',
        from: "await consents.ask({ kind: 'listen'",
        to: "void ({ kind: 'listen'",
        test: 'test/unit/engine/flows/bench.test.ts',
        name: 'asks before it receives',
      },
      {
        mechanism: 'a lock and another profile end the listener',
        file: 'electron/engine/flows/bench.ts',
        from: 'ending.abort();\n    received = [];',
        to: '',
        test: 'test/unit/engine/flows/bench.test.ts',
        name: 'stops and forgets what it received',
      },
      {
        mechanism: 'the guarded listener refuses requests of pages and for other hosts',
        file: 'electron/engine/webhooks/listener.ts',
        from: 'if (guarded && !isLocal(request))',
        to: 'if (guarded && request.headers.host === undefined)',
        test: 'test/unit/engine/webhooks/listener.test.ts',
        name: 'an origin is refused and not handed on',
      },
    ],
  },
  {
    id: 'PAGE-341',
    sentence:
      'The page cannot read a body from the service’s log of webhook deliveries, because it can hold sealed keys.',
    lifts: [
      {
        mechanism: 'the read of a body is declared secret',
        file: 'shared/operations/organizations/webhooks.ts',
        from: "  risk: 'secret',\n  secretPaths: ['body'],\n",
        to: '',
        test: 'test/unit/engine/requests/requests.test.ts',
        name: 'the body of a webhook delivery, for the page',
      },
    ],
  },
  {
    id: 'SERVICE-340',
    sentence:
      'The local service shows the body of a webhook delivery only to its own organization, and none that another program wrote.',
    lifts: [
      {
        mechanism: 'the endpoint of the delivery belongs to the caller’s organization',
        file: HANDLER,
        from: "  findEndpoint(delivery.endpointId, context, 'webhook delivery');\n",
        to: '',
        test: LOG_TEST,
        name: OWN_BODY,
      },
      {
        mechanism: 'the body is compared with its code of authenticity',
        file: HANDLER,
        from: 'if (!constantTimeEqual(mac, macOf({ ...delivery, body }, context.keyring)))',
        to: 'if (mac.length === 0)',
        test: LOG_TEST,
        name: OWN_BODY,
      },
    ],
  },
  {
    id: 'PROGRAM-340',
    sentence: 'A castellan: link only shows a place, and is refused by name if it says more.',
    lifts: [
      {
        mechanism: 'a link is never an address of our pages',
        file: 'electron/main/links/link.ts',
        from: "if (rest.startsWith('/')) return { refused: 'it names a host' };",
        to: '',
        test: LINK_TEST,
        name: '"castellan://app/" is refused by name',
      },
      {
        mechanism: 'a link carries no parameters',
        file: 'electron/main/links/link.ts',
        from: "if (/[?#]/.test(rest)) return { refused: 'it has a query or a fragment' };",
        to: '',
        test: LINK_TEST,
        name: '"castellan:inbox?act=sign" is refused by name',
      },
      {
        mechanism: 'a link names one of the listed places',
        file: 'electron/main/links/link.ts',
        from: "if (!Object.hasOwn(LINK_PLACES, place)) return { refused: 'it names no place of the window' };",
        to: '',
        test: LINK_TEST,
        name: '"castellan:connect" is refused by name',
      },
    ],
  },
  {
    id: 'SEAT-340',
    sentence: 'A notification shows no amount, address or name unless you chose it in the settings.',
    lifts: [
      {
        mechanism: 'details are added by choice only',
        file: 'electron/main/notices/notices.ts',
        from: 'body: kinds.details ? visibleText(details, true) : body',
        to: 'body: visibleText(details, true) || body',
        test: 'test/unit/main/notices/notices.test.ts',
        name: 'has names and amounts only by choice',
      },
      {
        mechanism: 'nothing is read or counted while the vault is locked',
        file: 'electron/main/notices/watch.ts',
        from: "return vault.state === 'unlocked' ? profile : null;",
        to: 'return vault.state === null ? null : profile;',
        test: 'test/unit/main/notices/notices.test.ts',
        name: 'reads nothing and shows no number while the vault is locked',
      },
    ],
  },
];
