import { ENDPOINT_CHAINS, MAXIMUM_ENDPOINT_ADDRESS } from '../../../shared/model/index.ts';
import { command } from '../define.ts';
import { usage } from '../exit-codes.ts';
import { readText } from '../files.ts';

const ASKED = 'Shows it first, and asks where there is a terminal.';
const NEXT_START = 'A Castellan that runs already goes on with the nodes it has until its service is started again.';

const list = command({
  name: 'endpoint list',
  summary: 'lists the nodes that the embedded service asks about chains, without what may be a key in their addresses',
  async run(_input, context) {
    const { endpoints } = await context.engine();
    await context.print({ endpoints: await endpoints.list() });
    return undefined;
  },
});

const add = command({
  name: 'endpoint add',
  summary: 'has the embedded service ask a node of a chain; several of one chain stand in for each other',
  arguments: [
    { name: 'CAIP2', summary: 'the chain, as in eip155:1', required: true },
    { name: 'FILE', summary: 'a file with the address of the node, which may hold a key; - for stdin', required: true },
  ],
  notes: [ASKED, NEXT_START],
  async run({ arguments: [named, file = ''] }, context) {
    const chain = ENDPOINT_CHAINS.find((known) => known === named);
    if (chain === undefined)
      throw usage(
        `This is no chain that can be asked. The chains are ${ENDPOINT_CHAINS.join(', ')}. Nothing was added.`,
      );
    const url = await readText(file, { maximum: MAXIMUM_ENDPOINT_ADDRESS, what: 'The address', input: context.input });
    const { endpoints } = await context.engine();
    await context.print(await endpoints.add({ chain, url }));
    return undefined;
  },
});

const remove = command({
  name: 'endpoint remove',
  summary: 'takes one of them away',
  arguments: [{ name: 'ID', summary: 'the id that `endpoint list` shows', required: true }],
  notes: [ASKED, NEXT_START],
  async run({ arguments: [id = ''] }, context) {
    const { endpoints } = await context.engine();
    await endpoints.remove(id.toLowerCase());
    await context.print({ removed: id.toLowerCase() });
    return undefined;
  },
});

const confirm = command({
  name: 'endpoint confirm',
  summary: 'takes a list of nodes that was changed outside Castellan as it is now',
  notes: ['Until then none of them is asked, and the list cannot be changed.', ASKED],
  async run(_input, context) {
    const { endpoints } = await context.engine();
    await endpoints.confirm();
    await context.print({ endpoints: await endpoints.list() });
    return undefined;
  },
});

export const ENDPOINT_COMMANDS = [list, add, remove, confirm];
