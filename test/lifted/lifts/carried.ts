import type { Claim } from '../lift.ts';

const CARRIED = 'electron/engine/requests/carried-file.ts';
const CARRIED_TEST = 'test/unit/engine/requests/carried.test.ts';

/** A request that another machine stamped. */
export const CARRIED_REQUESTS: readonly Claim[] = [
  {
    id: 'REQUEST-31',
    sentence:
      'A request that was stamped elsewhere is sent only with a stamp that fits its body, and only to its own service and organization.',
    lifts: [
      {
        mechanism: 'the window sends it after a question about its bytes',
        file: 'electron/engine/flows/station.ts',
        from: 'await consents.ask(question, following?.signal);',
        to: 'void question;',
        test: 'test/unit/engine/flows/station-files.test.ts',
        name: 'is stamped, then sent byte for byte after a question that names its key',
      },
      {
        mechanism: 'the stamp is verified',
        file: CARRIED,
        from: 'if (!verifyStamp(read, body)) throw',
        to: "if (read.signature === '' && !verifyStamp(read, body)) throw",
        test: CARRIED_TEST,
        name: 'with a changed body is refused by name',
      },
      {
        mechanism: 'the organization is that of the profile',
        file: CARRIED,
        from: 'if (request.organizationId !== profile.organizationId)',
        to: "if (request.organizationId === '')",
        test: 'test/fuzz/carried-requests.test.ts',
        name: 'a request of another organization is refused',
      },
      {
        mechanism: 'the address is that of an operation of the service',
        file: CARRIED,
        from: ": url === requestUrl(profile.baseUrl ?? '', operation.path);",
        to: ': url.endsWith(operation.path);',
        test: 'test/fuzz/carried-requests.test.ts',
        name: 'an address of another service is refused',
      },
      {
        mechanism: 'no other header goes with it',
        file: CARRIED,
        from: 'if (second !== undefined) throw',
        to: "if (second?.[0] === '') throw",
        test: CARRIED_TEST,
        name: 'with two stamps is refused by name',
      },
    ],
  },
];
