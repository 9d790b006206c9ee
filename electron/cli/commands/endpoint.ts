import { ENDPOINT_CHAINS, MAXIMUM_ENDPOINT_ADDRESS } from '../../../shared/model/index.ts';
import { command } from '../define.ts';
import { usage } from '../exit-codes.ts';
import { readText } from '../files.ts';

const ASKED = 'Shows the changes first. On a terminal it asks you to confirm.';
const NEXT_START = 'A running Castellan keeps its nodes until its service restarts.';

const list = command({
  name: 'endpoint list',
  summary: 'lists the chain nodes of the embedded service, without the secret parts of their addresses',
  examples: ['castellan endpoint list'],
  async run(_input, context) {
    const { endpoints } = await context.engine();
    await context.print({ endpoints: await endpoints.list() });
    return undefined;
  },
});

const add = command({
  name: 'endpoint add',
  summary: 'adds a node of a chain; several nodes of one chain are tried in order',
  arguments: [
    {
      name: 'CAIP2',
      summary: 'chain of the node, for example eip155:1',
      required: true,
      completes: ENDPOINT_CHAINS,
    },
    {
      name: 'FILE',
      summary: 'file with the address of the node, because the address may contain an API key; - for stdin',
      required: true,
    },
  ],
  notes: [ASKED, NEXT_START],
  examples: ['castellan endpoint add eip155:1 node-address.txt'],
  async run({ arguments: [named, file = ''] }, context) {
    const chain = ENDPOINT_CHAINS.find((known) => known === named);
    if (chain === undefined)
      throw usage(
        `Castellan does not support this chain. Nothing was added. Name one of these chains: ${ENDPOINT_CHAINS.join(', ')}.`,
      );
    const url = await readText(file, { maximum: MAXIMUM_ENDPOINT_ADDRESS, what: 'The address', input: context.input });
    const { endpoints } = await context.engine();
    await context.print(await endpoints.add({ chain, url }));
    return undefined;
  },
});

const remove = command({
  name: 'endpoint remove',
  summary: 'removes a node',
  arguments: [{ name: 'ID', summary: 'the id that `endpoint list` shows', required: true }],
  notes: [ASKED, NEXT_START],
  examples: ['castellan endpoint remove 5c0d'],
  async run({ arguments: [id = ''] }, context) {
    const { endpoints } = await context.engine();
    await endpoints.remove(id.toLowerCase());
    await context.print({ removed: id.toLowerCase() });
    return undefined;
  },
});

const confirm = command({
  name: 'endpoint confirm',
  summary: 'accepts a list of nodes that was changed outside Castellan',
  notes: ['Until you confirm it, Castellan uses none of its nodes and refuses changes to it.', ASKED],
  examples: ['castellan endpoint confirm'],
  async run(_input, context) {
    const { endpoints } = await context.engine();
    await endpoints.confirm();
    await context.print({ endpoints: await endpoints.list() });
    return undefined;
  },
});

export const ENDPOINT_COMMANDS = [list, add, remove, confirm];
