import { basename } from 'node:path';
import { AppError } from '../../../shared/errors/index.ts';
import { deploymentsOf, type InterfaceRow, isJsonObject, parseJson } from '../../../shared/model/index.ts';
import { hexEncode, utf8Encode } from '../../../shared/wire/index.ts';
import { sha256 } from '../../crypto/index.ts';
import type { Engine } from '../../engine/index.ts';
import { command } from '../define.ts';
import { readInterfaceText } from '../descriptor-file.ts';
import { usage } from '../exit-codes.ts';

const ID = { name: 'ID', summary: 'the id that `interface list` shows', required: true } as const;
const ID_LENGTH = 16;
/** Contracts listed when a descriptor has several and one must be chosen. */
const MAXIMUM_LISTED = 8;
const ASKED = 'Shows each function and its description first. On a terminal it asks you to confirm.';

const list = command({
  name: 'interface list',
  summary: 'lists the contracts you described with ABIs and descriptors',
  examples: ['castellan interface list'],
  async run(_input, context) {
    const { interfaces } = await context.engine();
    await context.print({ interfaces: (await interfaces.list()).map(identified) });
    return undefined;
  },
});

const show = command({
  name: 'interface show',
  summary: 'shows one described contract: its functions, their descriptions, its file',
  arguments: [ID],
  examples: ['castellan interface show 9a1e4c77d2b05f38'],
  async run({ arguments: [id = ''] }, context) {
    const { interfaces } = await context.engine();
    const row = await requireRow(id, interfaces);
    await context.print(identified(await interfaces.show(row)));
    return undefined;
  },
});

const add = command({
  name: 'interface add',
  summary: 'adds the ABI (JSON) or the ERC-7730 descriptor of a contract, which then explains its calls',
  arguments: [{ name: 'FILE', summary: 'file with the ABI or the descriptor; - for stdin', required: true }],
  options: {
    chain: { hint: 'CAIP2', summary: 'chain of the contract, for example eip155:1' },
    address: { hint: 'A', summary: 'address of the contract' },
    name: { hint: 'TEXT', summary: 'your name for the contract; the file name when absent' },
  },
  notes: [
    'A descriptor of one contract only needs no --chain and no --address.',
    'Included files are read from the folder of the descriptor, or from the built-in registry.',
    ASKED,
  ],
  examples: [
    'castellan interface add vault-abi.json --chain eip155:1 --address 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    'castellan interface add descriptor.json',
  ],
  async run({ arguments: [file = ''], options: { chain, address, name } }, context) {
    const called = name ?? basename(file).replace(/\.json$/i, '');
    if (file === '-' && name === undefined)
      throw usage('An interface from stdin has no name. Nothing was added. Give one with --name.');
    const text = await readInterfaceText(file, context.input);
    const place =
      chain !== undefined && address !== undefined ? { chain, address } : onlyContract(text, { chain, address });
    const { interfaces } = await context.engine();
    await context.print(identified(await interfaces.add({ ...place, name: called, text })));
    return undefined;
  },
});

const remove = command({
  name: 'interface remove',
  summary: 'removes a described contract',
  arguments: [ID],
  notes: ['Shows the contract first. On a terminal it asks you to confirm.'],
  examples: ['castellan interface remove 9a1e4c77d2b05f38'],
  async run({ arguments: [id = ''] }, context) {
    const { interfaces } = await context.engine();
    const row = await requireRow(id, interfaces);
    await interfaces.remove(row);
    await context.print({ removed: identified(row) });
    return undefined;
  },
});

const confirm = command({
  name: 'interface confirm',
  summary: 'accepts a list of described contracts that was changed outside Castellan',
  notes: ['Until you confirm it, Castellan ignores its contracts and refuses changes to it.', ASKED],
  examples: ['castellan interface confirm'],
  async run(_input, context) {
    const { interfaces } = await context.engine();
    await interfaces.confirm();
    await context.print({ interfaces: (await interfaces.list()).map(identified) });
    return undefined;
  },
});

export const INTERFACE_COMMANDS = [list, show, add, remove, confirm];

/** Adds an id, a hash of the members that identify the row and are long to type. */
function identified<Row extends InterfaceRow>(row: Row): Row & { readonly id: string } {
  const { chain, address, name } = row;
  const id = hexEncode(sha256(utf8Encode(JSON.stringify([chain, address, name])))).slice(0, ID_LENGTH);
  return { id, ...row };
}

async function requireRow(id: string, interfaces: Engine['interfaces']): Promise<InterfaceRow> {
  const row = (await interfaces.list()).find((each) => identified(each).id === id.toLowerCase());
  if (row !== undefined) return row;
  throw new AppError(
    'NOT_FOUND',
    'No contract with this id is described. Nothing was changed. `castellan interface list` shows them.',
  );
}

/** Returns the one contract of a descriptor that matches the options. Throws USAGE, and INVALID_INPUT for no JSON. */
function onlyContract(
  text: string,
  given: { readonly chain: string | undefined; readonly address: string | undefined },
): { chain: string; address: string } {
  const places = placesIn(text).filter(
    ({ chain, address }) =>
      (given.chain ?? chain) === chain && (given.address ?? address).toLowerCase() === address.toLowerCase(),
  );
  const names = [...new Set(places.map(({ chain, address }) => `${chain}:${address.toLowerCase()}`))];
  const [place] = places;
  if (names.length === 1 && place !== undefined) return { chain: place.chain, address: place.address };
  const listed = names.slice(0, MAXIMUM_LISTED).join(', ');
  throw usage(
    `The file names ${
      names.length === 0
        ? 'no contract'
        : `${names.length} contracts: ${listed}${names.length > MAXIMUM_LISTED ? ', …' : ''}`
    }. Nothing was added. Name the contract with --chain and --address.`,
  );
}

function placesIn(text: string): ReturnType<typeof deploymentsOf> {
  const root = parseJson(
    text,
    (why) =>
      new AppError(
        'INVALID_INPUT',
        `The interface cannot be used, because ${why}. Nothing was added. Correct the file and add it again.`,
      ),
  );
  return isJsonObject(root) ? deploymentsOf(root) : [];
}
