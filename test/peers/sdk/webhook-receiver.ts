import { createServer, type Server } from 'node:http';
import { verifyTurnkeyWebhookSignature } from '@turnkey/crypto';
import type { Service } from './service.ts';

/** A receiver of webhooks: takes what the key of this service has signed in the last five minutes, and nothing else. */
export function webhookReceiver({ ready }: Service, take: (event: unknown) => void): Server {
  const { kid, x } = ready.keys.webhook;
  const verificationKeys = [{ keyId: kid, publicKey: Buffer.from(x, 'base64url').toString('hex') }];
  return createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { ok } = verifyTurnkeyWebhookSignature({
      headers: request.headers,
      body,
      verificationKeys,
      maxTimestampAgeMs: 300_000,
    });
    if (ok) take(JSON.parse(body.toString()));
    response.writeHead(ok ? 204 : 401).end();
  });
}
