import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CertificateRefused } from '../../../electron/client/index.ts';
import { createTransport } from '../../../electron/main/transport.ts';
import { eventually } from '../../tools/eventually.ts';

class FakeRequest extends EventEmitter {
  readonly options: Record<string, unknown>;
  readonly headers: Record<string, string> = {};
  readonly written: Uint8Array[] = [];
  readonly abort = vi.fn();
  ended = false;
  constructor(options: Record<string, unknown>) {
    super();
    this.options = options;
  }
  setHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  write(bytes: Uint8Array): void {
    this.written.push(bytes);
  }
  end(): void {
    this.ended = true;
    fakes.sent(this);
  }
}

const fakes = vi.hoisted(() => ({
  sessions: new Map<
    string,
    {
      setUserAgent: (text: string) => void;
      setProxy: (config: { mode: string }) => Promise<void>;
      closeAllConnections: () => Promise<void>;
      verify?: (request: { hostname: string }, callback: (verdict: number) => void) => void;
      closed?: number;
      mode?: string;
      agent?: string;
    }
  >(),
  sent: (_request: unknown): void => undefined,
  /** Listeners for the end of a process of Chromium's. */
  gone: [] as ((event: null, details: { serviceName: string }) => void)[],
}));

vi.mock('electron', () => ({
  app: {
    on: (_event: string, listener: (event: null, details: { serviceName: string }) => void) =>
      fakes.gone.push(listener),
  },
  net: { request: (options: Record<string, unknown>) => new FakeRequest(options) },
  session: {
    fromPartition(name: string, options: unknown) {
      const made = {
        name,
        options,
        mode: '',
        agent: '',
        setUserAgent(text: string) {
          made.agent = text;
        },
        setSpellCheckerEnabled() {},
        setSpellCheckerLanguages() {},
        async setProxy({ mode }: { mode: string }) {
          made.mode = mode;
        },
        closed: 0,
        async closeAllConnections() {
          made.closed += 1;
        },
        verify: undefined as unknown,
        setCertificateVerifyProc(verify: unknown) {
          made.verify = verify;
        },
      };
      fakes.sessions.set(name, made as never);
      return made;
    },
  },
}));

/** Answers every request with `run`. */
const answer = (run: (request: FakeRequest) => void) => {
  fakes.sent = (request) => queueMicrotask(() => run(request as FakeRequest));
};

const respond = (
  request: FakeRequest,
  status: number,
  headers: Record<string, string | string[]>,
  ...chunks: string[]
) => {
  const response = Object.assign(new EventEmitter(), { statusCode: status, headers });
  request.emit('response', response);
  for (const chunk of chunks) response.emit('data', Buffer.from(chunk));
  response.emit('end');
};

const transport = (options: { timeoutMs?: number; maximumReplyLength?: number } = {}) =>
  createTransport({ version: '1.2.3', environment: {}, ...options });
const get = { method: 'GET', headers: {}, body: null } as const;

beforeEach(() => {
  fakes.sessions.clear();
  fakes.gone.length = 0;
});

describe('the transport', () => {
  it('sends the exact bytes and headers, and returns the reply with any status', async () => {
    let seen: FakeRequest | undefined;
    answer((request) => {
      seen = request;
      respond(request, 404, { 'Content-Type': 'application/json', 'Set-Cookie': ['a', 'b'] }, '{"a"', ':1}');
    });
    const body = new TextEncoder().encode('xx{"b":2}').subarray(2);
    const reply = await transport()({
      method: 'POST',
      url: 'https://service.example/public/v1',
      headers: { 'X-Stamp': 's' },
      body,
    });
    expect(seen?.headers).toEqual({ 'X-Stamp': 's' });
    expect(seen?.written.map((bytes) => new TextDecoder().decode(bytes))).toEqual(['{"b":2}']);
    expect(seen?.options).toMatchObject({
      method: 'POST',
      url: 'https://service.example/public/v1',
      redirect: 'manual',
      credentials: 'omit',
      useSessionCookies: false,
      cache: 'no-store',
    });
    expect({ ...reply, body: new TextDecoder().decode(reply.body) }).toEqual({
      status: 404,
      headers: { 'content-type': 'application/json', 'set-cookie': 'a, b' },
      body: '{"a":1}',
    });
  });

  it.for([
    ['http://127.0.0.1:8080/', 'castellan-loopback', 'direct'],
    ['http://localhost:1/', 'castellan-loopback', 'direct'],
    ['http://[::1]:1/', 'castellan-loopback', 'direct'],
    ['https://service.example/', 'castellan-service', 'system'],
  ] as const)('reaches %s through the session %s', async ([url, name, mode]) => {
    answer((request) => respond(request, 200, {}));
    await transport()({ ...get, url });
    expect([...fakes.sessions]).toMatchObject([[name, { mode, agent: 'Castellan/1.2.3', options: { cache: false } }]]);
  });

  it.for([
    ['http://service.example/'],
    ['http://127.0.0.1.example/'],
    ['ftp://service.example/'],
    ['file:///etc/passwd'],
    ['not a url'],
  ])('sends nothing to %s', async ([url]) => {
    const sent = vi.fn((request: FakeRequest) => respond(request, 200, {}));
    answer(sent);
    await expect(transport()({ ...get, url: url as string })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(sent).not.toHaveBeenCalled();
  });

  it.for([
    ['net::ERR_CONNECTION_REFUSED', 'nothing listens'],
    ['net::ERR_NAME_NOT_RESOLVED', 'does not know its name'],
    ['net::ERR_CERT_AUTHORITY_INVALID', 'does not trust'],
    ['net::ERR_CERT_REVOKED', 'another one issued \\(ERR_CERT_REVOKED\\)'],
    ['net::ERR_SOMETHING_NEW', 'ERR_SOMETHING_NEW'],
    ['Something that Electron says itself', 'the connection failed'],
  ])('explains a missing reply: %s', async ([text, words]) => {
    answer((request) => request.emit('error', new Error(text as string)));
    await expect(transport()({ ...get, url: 'https://service.example/' })).rejects.toMatchObject({
      code: 'SERVICE_UNREACHABLE',
      message: expect.stringMatching(new RegExp(`^service\\.example did not answer: .*${words}`)),
    });
  });

  it.for([
    ['net::ERR_CERT_AUTHORITY_INVALID', 'certificate_authority'],
    ['net::ERR_CERT_COMMON_NAME_INVALID', 'certificate_name'],
    ['net::ERR_CERT_DATE_INVALID', 'certificate_date'],
    ['net::ERR_CERT_WEAK_KEY', 'certificate_refused'],
    ['net::ERR_CONNECTION_REFUSED', undefined],
  ] as const)('reports the kind of a certificate’s fault: %s', async ([text, fault]) => {
    answer((request) => request.emit('error', new Error(text)));
    const refused = await transport()({ ...get, url: 'https://service.example/' }).catch((error: unknown) => error);
    expect(refused instanceof CertificateRefused ? refused.fault : undefined).toBe(fault);
  });

  it.for([false, true])('creates new sessions after Chromium’s network process ended (once: %s)', async (once) => {
    answer((request) => respond(request, 200, {}));
    const send = transport();
    const names: string[] = [];
    for (const serviceName of ['audio.mojom.AudioService', 'network.mojom.NetworkService', '']) {
      await send({ ...get, once, url: 'https://service.example/' });
      names.push([...fakes.sessions.keys()].at(-1) ?? '');
      for (const listener of fakes.gone) listener(null, { serviceName });
    }
    const last = once ? 'castellan-service-once-2-after-1' : 'castellan-service-after-1';
    expect(names).toEqual([names[0], names[0], last]);
  });

  it.each([
    ['gopher://proxy.example', 'it must begin with http, https, socks, socks4 or socks5'],
    [' ', 'it is not an address'],
    ['socks5://', 'it names no host'],
    ['http://%zz@proxy.example', 'its user name or password has an invalid % escape: write %25 for a %'],
    ['not a proxy', 'it is not an address'],
  ])('sends nothing when the proxy is to be %j', async (named, why) => {
    fakes.sent = vi.fn();
    const send = createTransport({ version: '1.2.3', environment: { ALL_PROXY: named } });
    for (const once of [false, true])
      await expect(send({ ...get, once, url: 'https://service.example/' })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: `The proxy in ALL_PROXY cannot be used: ${why}. Nothing was sent. Write it as http://proxy.example:8080, or unset ALL_PROXY.`,
      });
    expect(fakes.sent).not.toHaveBeenCalled();
  });

  it('does not follow a redirect', async () => {
    const aborted = vi.fn();
    answer((request) => {
      request.abort.mockImplementation(aborted);
      request.emit('redirect', 307, 'POST', 'https://elsewhere.example/', {});
    });
    await expect(transport()({ ...get, url: 'https://service.example/' })).rejects.toMatchObject({
      code: 'SERVICE_REPLY_INVALID',
      message: expect.stringContaining('service.example redirects the request, and Castellan follows no redirect'),
    });
    expect(aborted).toHaveBeenCalledOnce();
  });

  it('stops reading a reply that is too long', async () => {
    let seen: FakeRequest | undefined;
    answer((request) => {
      seen = request;
      respond(request, 200, {}, '12345', '67890');
    });
    await expect(
      transport({ maximumReplyLength: 8 })({ ...get, url: 'https://service.example/' }),
    ).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect(seen?.abort).toHaveBeenCalled();
  });

  it('gives up on a reply that breaks off', async () => {
    answer((request) => {
      const response = Object.assign(new EventEmitter(), { statusCode: 200, headers: {} });
      request.emit('response', response);
      response.emit('error', new Error('net::ERR_CONNECTION_CLOSED'));
    });
    await expect(transport()({ ...get, url: 'https://service.example/' })).rejects.toMatchObject({
      code: 'SERVICE_UNREACHABLE',
    });
  });

  it('fails after a timeout', async () => {
    let seen: FakeRequest | undefined;
    answer((request) => {
      seen = request;
    });
    const once = { ...get, url: 'https://service.example/', once: true };
    await expect(transport({ timeoutMs: 1 })(once)).rejects.toMatchObject({
      code: 'SERVICE_UNREACHABLE',
      message: expect.stringContaining('seconds'),
      // It may have arrived.
      outcome: undefined,
    });
    expect(seen?.abort).toHaveBeenCalled();
    await expect(transport()({ ...once, timeoutMs: 1 })).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
  });

  it('can be cancelled during the request', async () => {
    const controller = new AbortController();
    let seen: FakeRequest | undefined;
    answer((request) => {
      seen = request;
      controller.abort();
    });
    await expect(
      transport()({ ...get, url: 'https://service.example/', signal: controller.signal }),
    ).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(seen?.abort).toHaveBeenCalled();
  });

  it('sends nothing when it was cancelled earlier', async () => {
    const sent = vi.fn();
    fakes.sent = sent;
    await expect(
      transport()({ ...get, url: 'https://service.example/', signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'CANCELLED', outcome: 'notSent' });
    expect(sent).not.toHaveBeenCalled();
  });

  describe('for requests that must be sent once', () => {
    const once = { ...get, url: 'https://service.example/', once: true } as const;
    const failing = (error: string) => answer((request) => request.emit('error', new Error(error)));
    const outcomeOf = async (send: ReturnType<typeof transport>, request: Parameters<typeof send>[0] = once) =>
      send(request).then(
        () => 'answered',
        ({ outcome }: { outcome?: string }) => outcome,
      );

    it.for([
      ['net::ERR_CONNECTION_REFUSED', 'notSent'],
      ['net::ERR_NAME_NOT_RESOLVED', 'notSent'],
      ['net::ERR_CERT_DATE_INVALID', 'notSent'],
      ['net::ERR_SSL_PROTOCOL_ERROR', 'notSent'],
      ['net::ERR_CONNECTION_RESET', undefined],
      ['net::ERR_EMPTY_RESPONSE', undefined],
      ['net::ERR_SOMETHING_NEW', undefined],
    ] as const)('%s proves %s', async ([error, outcome]) => {
      failing(error);
      expect(await outcomeOf(transport())).toBe(outcome);
    });

    it('an error on a possibly reused connection proves nothing', async () => {
      failing('net::ERR_CONNECTION_REFUSED');
      expect(await outcomeOf(transport(), { ...get, url: 'https://service.example/' })).toBeUndefined();
    });

    it('a TLS error proves nothing after the host’s first certificate', async () => {
      const send = transport();
      answer((request) => respond(request, 200, {}));
      await send(once);
      const verdicts: number[] = [];
      const [, session] = [...fakes.sessions][0] ?? [];
      session?.verify?.({ hostname: 'service.example' }, (verdict) => verdicts.push(verdict));
      expect(verdicts).toEqual([-3]);
      failing('net::ERR_SSL_PROTOCOL_ERROR');
      expect(await outcomeOf(send)).toBeUndefined();
      expect(await outcomeOf(send, { ...once, url: 'https://other.example/' })).toBe('notSent');
    });

    it('each uses its own session, whose connections are closed afterwards', async () => {
      const send = transport();
      const held: FakeRequest[] = [];
      answer((request) => void held.push(request));
      const both = [send(once), send(once)];
      await eventually(() => expect(held).toHaveLength(2));
      expect([...fakes.sessions.keys()]).toEqual(['castellan-service-once-1', 'castellan-service-once-2']);
      for (const request of held) respond(request, 200, {});
      await Promise.all(both);
      await eventually(() => expect([...fakes.sessions.values()].map(({ closed }) => closed)).toEqual([1, 1]));
      answer((request) => respond(request, 200, {}));
      await send(once);
      expect(fakes.sessions.size).toBe(2);
    });
  });
});
