import type { Claim } from '../lift.ts';

const EXPORTED = 'electron/engine/log/verify-file.ts';
const EXPORTED_TEST = 'test/unit/engine/log/log.test.ts';

/** The claims about an exported audit log. */
export const EXPORTED_LOG: readonly Claim[] = [
  {
    id: 'FILES-18',
    sentence:
      '`castellan audit verify --file` refuses an exported log with a changed, moved or unsigned entry, or with a wrong stamp or signer. It refuses one that was cut before its head.',
    lifts: [
      {
        mechanism: 'the hash of an exported entry follows from its contents',
        file: EXPORTED,
        from: '!== read.hash)',
        to: "=== '')",
        test: EXPORTED_TEST,
        name: 'is refused with a changed time',
      },
      {
        mechanism: 'each exported entry is signed',
        file: EXPORTED,
        from: 'if (!isSigned(signed))',
        to: 'if (!isSigned(signed) && number < 0)',
        test: EXPORTED_TEST,
        name: 'is refused with another signature',
      },
      {
        mechanism: 'the signer of an exported log is the known one',
        file: EXPORTED,
        from: 'if (signer !== null && signed.signer !== signer)',
        to: 'if (signer === signed.signer && number < 0)',
        test: EXPORTED_TEST,
        name: 'is verified by the file alone',
      },
      {
        mechanism: 'the stamp of an exported entry fits its bytes',
        file: EXPORTED,
        from: 'return stamp.publicKey === publicKey && verifyStamp(stamp, bytesOf(body));',
        to: 'return stamp.publicKey === publicKey;',
        test: EXPORTED_TEST,
        name: 'is refused with the stamp of another entry',
      },
      {
        mechanism: 'an exported log ends with its head',
        file: EXPORTED,
        from: 'if (!hasHead) throw cutExport',
        to: 'if (!hasHead && number < 0) throw cutExport',
        test: EXPORTED_TEST,
        name: 'is refused when its last lines were deleted',
      },
      {
        mechanism: 'the body of an exported entry has one spelling',
        file: EXPORTED,
        from: 'if (!isBase64(read.body))',
        to: 'if (!isBase64(read.body) && number < 0)',
        test: EXPORTED_TEST,
        name: 'is refused with bytes between the body',
      },
    ],
  },
];
