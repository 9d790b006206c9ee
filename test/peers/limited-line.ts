import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { AnvilNode } from './anvil-node.ts';

/** A line to a node that lets no batch and not the methods that are named through, as many providers do. */
export async function limitedLine(node: AnvilNode, refused: readonly string[]): Promise<{ url: string; end(): void }> {
  const no = (id: unknown, code: number, message: string) =>
    JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
  const answer = async (body: string): Promise<string> => {
    const call = JSON.parse(body) as { id: number; method: string } | unknown[];
    if (Array.isArray(call)) return no(null, -32600, 'batches are not served');
    if (refused.includes(call.method)) return no(call.id, -32601, `the method ${call.method} does not exist`);
    const reply = await fetch(node.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return reply.text();
  };
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    void text(request)
      .then(answer)
      .then((reply) => response.end(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    end() {
      server.closeAllConnections();
      server.close();
    },
  };
}
