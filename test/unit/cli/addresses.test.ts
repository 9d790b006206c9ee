import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/errors/index.ts';
import { bytesInput, cli, FakeEngine, silentInput, terminalInput } from './support.ts';

describe('address', () => {
  const GENERATOR =
    '0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8';

  it.each([
    ['ETHEREUM', GENERATOR, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'],
    ['COMPRESSED', GENERATOR, '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'],
    ['UNCOMPRESSED', `02${GENERATOR.slice(2, 66)}`.toUpperCase(), GENERATOR],
  ])('gives %s of the key of the scalar 1, offline and with no engine', async (format, publicKey, address) => {
    const engine = new FakeEngine({});
    const argv = ['address', '--public-key', publicKey, '--format', `ADDRESS_FORMAT_${format}`];
    const { exitCode, stdout } = await cli(argv, { engine });
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      0,
      {
        address,
        addressFormat: `ADDRESS_FORMAT_${format}`,
        publicKey: publicKey.toLowerCase(),
        curve: 'CURVE_SECP256K1',
      },
    ]);
    expect(engine.options).toEqual([]);
  });

  it('refuses a point that is not on the curve', async () => {
    const { exitCode, stdout, stderr } = await cli([
      'address',
      '--public-key',
      `04${'11'.repeat(64)}`,
      '--format',
      'ADDRESS_FORMAT_ETHEREUM',
    ]);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^castellan: .*\(KEY_INVALID\)\n$/);
  });

  it.each([
    ['ETHEREUM', '0x7E5F4552091A69125D5DFCB7B8C2659029395BDF', '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'],
    ['COMPRESSED', `02${'AB'.repeat(32)}`, `02${'ab'.repeat(32)}`],
  ])('gives the usual spelling of a %s address', async (format, text, usual) => {
    const { exitCode, stdout, stderr } = await cli([
      'address',
      '--address',
      text,
      '--format',
      `ADDRESS_FORMAT_${format}`,
    ]);
    const expected = { address: usual, addressFormat: `ADDRESS_FORMAT_${format}`, valid: true };
    expect([exitCode, JSON.parse(stdout), stderr]).toEqual([0, expected, '']);
  });

  it('reports an invalid address with exit code 1', async () => {
    const wrong = '0x7e5F4552091A69125d5DfCb7b8C2659029395Bdf';
    const { exitCode, stdout, stderr } = await cli([
      'address',
      '--address',
      wrong,
      '--format',
      'ADDRESS_FORMAT_ETHEREUM',
    ]);
    expect([exitCode, JSON.parse(stdout)]).toEqual([1, { addressFormat: 'ADDRESS_FORMAT_ETHEREUM', valid: false }]);
    expect(stderr).toContain('This is not an address of format ADDRESS_FORMAT_ETHEREUM');
  });

  it.each([
    ['0x7e5F4552091A69125d5DfCb7b8C2659029395B', 'The address has 38 hexadecimal digits after 0x'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'It is one of ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH.'],
    ['0x7e5F4552091A69125d5DfCb7b8C2659029395Bdf', 'The nearest right one is'],
    ['alice.eth', 'alice.eth is a name, and Castellan looks up no names. Give its address.'],
    ['', 'It has no address.'],
  ])('says why %j is not an address', async (text, why) => {
    const { stderr } = await cli(['address', '--format', 'ADDRESS_FORMAT_ETHEREUM', '--address', text]);
    expect(stderr).toContain(`This is not an address of format ADDRESS_FORMAT_ETHEREUM. `);
    expect(stderr).toContain(why);
  });

  it.each([
    ['04ab', 'it has 4 hexadecimal digits, and a key of ADDRESS_FORMAT_ETHEREUM has 66 or 130'],
    [`02${'ff'.repeat(32)}`, 'it is not a point of CURVE_SECP256K1. '],
    [`05${'ff'.repeat(32)}`, 'it begins with 05, and a key of 66 digits begins with 02 or 03. '],
    [`02${'ff'.repeat(64)}`, 'it begins with 02, and a key of 130 digits begins with 04. '],
  ])('says why %s is not its key', async (key, why) => {
    const { stderr } = await cli(['address', '--format', 'ADDRESS_FORMAT_ETHEREUM', '--public-key', key]);
    expect(stderr).toContain(why);
  });

  it('accepts an address with a chain or an amount, and prints both', async () => {
    const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
    const format = ['--format', 'ADDRESS_FORMAT_ETHEREUM'];
    const { exitCode, stdout } = await cli(['address', '--address', `ethereum:${address}@10?value=5`, ...format]);
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      0,
      { address, addressFormat: 'ADDRESS_FORMAT_ETHEREUM', valid: true, chain: 'eip155:10', amount: '5 wei' },
    ]);
  });

  it.each([
    ['neither a key nor an address', []],
    ['both', ['--public-key', GENERATOR, '--address', '0x']],
  ])('refuses %s', async (_name, more) => {
    const { exitCode, stdout, stderr } = await cli(['address', '--format', 'ADDRESS_FORMAT_ETHEREUM', ...more]);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Give either --public-key HEX or --address TEXT');
  });
});

describe('derive', () => {
  const ARGV = [
    'derive',
    '--path',
    "m/44'/60'/0'/0/0",
    '--curve',
    'CURVE_SECP256K1',
    '--format',
    'ADDRESS_FORMAT_ETHEREUM',
  ];
  /** An engine whose vault records its input, and the very array that holds it. */
  const deriving = (outcome: () => Promise<{ address: string; publicKey: string }>) => {
    const given: { words: string; bytes: Uint8Array; rest: object }[] = [];
    const engine = new FakeEngine({
      vault: {
        deriveAddress: ({ mnemonic, ...rest }) => {
          given.push({ words: new TextDecoder().decode(mnemonic), bytes: mnemonic, rest });
          return outcome();
        },
      },
    });
    return { engine, given };
  };
  const derived = async () => ({ address: '0xaa', publicKey: '02bb' });

  it.each([
    ['a pipe', bytesInput('zoo zoo', ' wrong\n')],
    ['a pipe with no line end', bytesInput('zoo zoo wrong')],
    ['a pipe with the line end of Windows', bytesInput('zoo zoo wrong\r\n')],
    ['a terminal', terminalInput('zoo zoo wrong\r')],
    ['a list with numbers and points', bytesInput('1. zoo\n2. zoo\n3. wrong\n')],
    ['a list with quotes and commas', bytesInput('["zoo", "zoo", "wrong"]')],
    ['a pipe with curly quotes, a mark and hard blanks', bytesInput('\ufeff“zoo\u00a0zoo\u200b wrong”')],
    ['a pipe with more blanks, lines and capitals', bytesInput(' Zoo  zoo\n', 'WRONG \n\n')],
  ])('hands the words of %s to the vault as bytes and wipes them', async (_name, stdin) => {
    const { engine, given } = deriving(derived);
    const { exitCode, stdout } = await cli(ARGV, { engine, stdin });
    const options = { path: "m/44'/60'/0'/0/0", curve: 'CURVE_SECP256K1', addressFormat: 'ADDRESS_FORMAT_ETHEREUM' };
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, { address: '0xaa', publicKey: '02bb', ...options }]);
    expect(given).toMatchObject([{ words: 'zoo zoo wrong', rest: options }]);
    expect(given[0]?.bytes.every((byte) => byte === 0)).toBe(true);
  });

  it.each(['zoo1 zoo wrong', '1zoo zoo wrong', '123 zoo wrong'])(
    'keeps digits that are no number of a word: %s',
    async (text) => {
      const { engine, given } = deriving(derived);
      await cli(ARGV, { engine, stdin: bytesInput(text) });
      expect(given[0]?.words).toBe(text);
    },
  );

  it('wipes the words when the vault refuses them, and repeats none of them', async () => {
    const { engine, given } = deriving(() => Promise.reject(new AppError('INVALID_INPUT', 'These are no words.')));
    const { exitCode, stdout, stderr } = await cli(ARGV, { engine, stdin: bytesInput('zoo zoo wrong') });
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toBe('castellan: These are no words. (INVALID_INPUT)\n');
    expect(given[0]?.bytes.every((byte) => byte === 0)).toBe(true);
  });

  it('reads at most the length of a mnemonic', async () => {
    const { engine, given } = deriving(derived);
    const { exitCode, stderr } = await cli(ARGV, { engine, stdin: bytesInput('zoo '.repeat(600)) });
    expect([exitCode, given]).toEqual([2, []]);
    expect(stderr).not.toContain('zoo');
  });

  it('refuses words as arguments without repeating them', async () => {
    const { exitCode, stdout, stderr } = await cli([...ARGV, 'zoo zoo wrong']);
    expect([exitCode, stdout, stderr.includes('zoo')]).toEqual([2, '', false]);
  });

  it.each([
    ['--format', 'ADDRESS_FORMAT_MOON'],
    ['--curve', 'CURVE_448'],
  ])('refuses %s %s before it reads the words', async (name, value) => {
    const argv = ARGV.with(ARGV.indexOf(name) + 1, value);
    const { exitCode, stdout, stderr } = await cli(argv, { stdin: silentInput() });
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(name);
  });
});
