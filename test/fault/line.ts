import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Service } from '../contract/cli/support.ts';

/** The fate of a reply: it is handed over, the connection is cut, or nothing comes. */
export type Fate = 'whole' | 'cut' | 'held';

/** A service behind a line, at the address of which the workstation reaches it. */
export interface Line {
  readonly service: Service;
  end(): void;
}

/** `decide` is asked about each reply when the service has given it, by the path of the request. */
export async function startLine(service: Service, decide: (path: string) => Fate): Promise<Line> {
  const line = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const headers = { 'Content-Type': 'application/json', 'X-Stamp': String(request.headers['x-stamp']) };
      const url = `${service.ready.baseUrl}${request.url}`;
      const reply = await fetch(url, { method: 'POST', headers, body: Buffer.concat(chunks) });
      const body = await reply.text();
      const fate = decide(request.url ?? '');
      if (fate === 'cut') return response.destroy();
      if (fate === 'whole') response.writeHead(reply.status, { 'Content-Type': 'application/json' }).end(body);
    });
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const { port } = line.address() as AddressInfo;
  return {
    service: { ...service, ready: { ...service.ready, baseUrl: `http://127.0.0.1:${port}` } },
    end() {
      line.closeAllConnections();
      line.close();
    },
  };
}
