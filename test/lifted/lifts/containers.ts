import type { Claim } from '../lift.ts';

const CONTAINER = 'electron/engine/containers/container.ts';
const CONTAINER_TEST = 'test/unit/engine/containers/container.test.ts';
const FRAMES = 'electron/engine/containers/frames.ts';
const FRAMES_TEST = 'test/unit/engine/containers/frames.test.ts';
const LISTS_TEST = 'test/unit/engine/exports/lists.test.ts';
const COMPOSED_TEST = 'test/unit/engine/requests/composed.test.ts';
const CLI_TEST = 'test/unit/cli/stamp.test.ts';
const VAULT_TEST = 'test/unit/vault/bundles.test.ts';
const OPENED = 'electron/vault/opened-bundles.ts';

/** Work that is carried between an online machine and an offline one. */
export const CONTAINERS: readonly Claim[] = [
  {
    id: 'FILES-380',
    sentence: 'A container that was edited, cut or written anew on its way is refused, and nothing is read from it.',
    lifts: [
      {
        mechanism: 'the digest of a container fits its content',
        file: CONTAINER,
        from: 'if (digest !== digestOf(kind, content)) throw',
        to: "if (digest === '') throw",
        test: CONTAINER_TEST,
        name: 'with an edited content',
      },
      {
        mechanism: 'a container has the bytes that Castellan writes',
        file: CONTAINER,
        from: 'if (text !== written(kind, content)) throw',
        to: "if (text === '') throw",
        test: CONTAINER_TEST,
        name: 'with another member beside it',
      },
      {
        mechanism: 'no member of a container stands twice',
        file: CONTAINER,
        from: 'if (again !== null) throw refused(again);',
        to: '',
        test: CONTAINER_TEST,
        name: 'with a member twice',
      },
      {
        mechanism: 'a container of another step is refused',
        file: CONTAINER,
        from: 'if (!isOneOf(kind, wanted)) throw otherKind(kind);',
        to: '',
        test: CONTAINER_TEST,
        name: 'of another kind',
      },
    ],
  },
  {
    id: 'FILES-381',
    sentence:
      'Exports for target keys of another machine are not asked for before the operator types its check code, or compares it in the confirmation window.',
    lifts: [
      {
        mechanism: 'the check code is that of the list',
        file: 'electron/engine/exports/gathering.ts',
        from: 'if (!isCheckCode(code, digest)) throw wrongCode();',
        to: '',
        test: LISTS_TEST,
        name: 'are not asked for with another check code',
      },
      {
        mechanism: 'the window asks to compare the check code that main computed',
        file: 'electron/engine/flows/station.ts',
        from: "await consents.ask({ kind: 'gatherExports'",
        to: "void ({ kind: 'gatherExports'",
        test: 'test/unit/engine/flows/station.test.ts',
        name: 'are not asked for when the operator refuses to compare',
      },
    ],
  },
  {
    id: 'FILES-396',
    sentence:
      'A changed QR code and one of another container are refused, and nothing is made of codes that do not fit together.',
    lifts: [
      {
        mechanism: 'the checksum of a QR code fits',
        file: 'electron/engine/containers/bytewords.ts',
        from: 'checksum.every((byte, index) => byte === all[body.length + index]) ? body : null',
        to: 'checksum.length > 0 ? body : null',
        test: FRAMES_TEST,
        name: 'with a changed letter',
      },
      {
        mechanism: 'a QR code belongs to the container of the earlier ones',
        file: FRAMES,
        from: 'of.checksum !== part.checksum)',
        to: 'of.checksum !== of.checksum)',
        test: FRAMES_TEST,
        name: 'of another container, and the earlier ones stay',
      },
      {
        mechanism: 'the joined codes have the checksum that each of them names',
        file: FRAMES,
        from: 'if (crc32(message) === checksum && ',
        to: 'if (',
        test: FRAMES_TEST,
        name: 'when all of them do not fit together',
      },
    ],
  },
  {
    id: 'FILES-382',
    sentence:
      'The offline machine opens gathered exports only for the list that it made, and compares each address with that list.',
    lifts: [
      {
        mechanism: 'each target key was made for this list',
        file: 'electron/engine/exports/target-lists.ts',
        from: 'if (target.list !== digest) throw otherList();',
        to: '',
        test: LISTS_TEST,
        name: 'are not opened by a list that this machine did not make',
      },
      {
        mechanism: 'each opened key of a list has its address',
        file: 'electron/engine/exports/target-lists.ts',
        from: 'await open(target, { bundle, organizationId, signerKey, expected }, null);',
        to: 'await open(target, { bundle, organizationId, signerKey, expected: expected && null }, null);',
        test: LISTS_TEST,
        name: 'of another address are not proven',
      },
      {
        mechanism: 'a proven bundle is closed before the next one',
        file: 'electron/engine/exports/target-lists.ts',
        from: 'await forget(revealId);',
        to: '',
        test: LISTS_TEST,
        name: 'nothing of them stays open',
      },
    ],
  },
  {
    id: 'SERVICE-380',
    sentence: 'A wallet with an expected address is opened only if its words derive that address at its path.',
    lifts: [
      {
        mechanism: 'the address at the path of an opened wallet is compared',
        file: OPENED,
        from: 'if (there !== undefined) return there;',
        to: 'return there ?? address;',
        test: VAULT_TEST,
        name: 'is refused for other words',
      },
    ],
  },
  {
    id: 'REQUEST-380',
    sentence:
      'A request that another machine composed is stamped only after a question about its exact bytes, or without a terminal by their fingerprint. It must be for the profile’s service and organization, and its contents must decode.',
    lifts: [
      {
        mechanism: 'undecodable contents of a composed request are refused',
        file: 'electron/engine/requests/carried.ts',
        from: "if (judged === 'unreadable')",
        to: "if (judged === 'unreadable' && body.length === 0)",
        test: COMPOSED_TEST,
        name: 'is not stamped when its contents are not what they are declared as',
      },
      {
        mechanism: 'a composed request is asked about',
        file: 'electron/engine/requests/carried.ts',
        from: 'await confirm({ profile, key, body }, signal);',
        to: 'await confirm({ profile, key, body }, signal).catch(() => ({ consent: null, outpoints: [], noteStamped: () => undefined }));',
        test: COMPOSED_TEST,
        name: 'is not stamped when the operator refuses',
      },
      {
        mechanism: 'without a terminal the command names the fingerprint',
        file: 'electron/cli/confirm.ts',
        from: 'if (meaning?.fingerprint !== stated)',
        to: 'if (meaning === null)',
        test: CLI_TEST,
        name: 'is not stamped with another fingerprint',
      },
      {
        mechanism: 'a fingerprint confirms no request of unknown effect',
        file: 'electron/cli/confirm.ts',
        from: 'if (isCounted(question, YES)) return YES;',
        to: 'if (stated !== "") return YES;',
        test: CLI_TEST,
        name: 'of unknown effect is not stamped',
      },
      {
        mechanism: 'a composed request is not from the future',
        file: 'electron/engine/requests/carried.ts',
        from: 'requirePresent(madeAt, ports.clock.now());',
        to: '',
        test: COMPOSED_TEST,
        name: 'from a clock that is more than five minutes ahead',
      },
      {
        mechanism: 'a composed request has no stamp yet',
        file: 'electron/engine/requests/carried-file.ts',
        from: 'if (other !== undefined) throw refusedToStamp(',
        to: "if (other === '') throw refusedToStamp(",
        test: COMPOSED_TEST,
        name: 'with a stamp is refused by name',
      },
    ],
  },
];
