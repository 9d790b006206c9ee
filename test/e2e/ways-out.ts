import type { Route } from '../../electron/main/security/routes.ts';

/**
 * Each way out runs in the page, by itself and as text, so it uses nothing from outside. It returns `reached` when the
 * page can see that it got through, and `absent` when this Chromium has no such feature. Chromium's network log records
 * the names that were looked up and the sockets that were opened.
 */
export const WAYS: Readonly<Record<Route, (host: string) => unknown>> = {
  fetch: (host) => void fetch(`https://${host}/`).catch(() => undefined),
  'keep-alive fetch': (host) =>
    void fetch(`https://${host}/`, { keepalive: true, mode: 'no-cors' }).catch(() => undefined),
  XMLHttpRequest: (host) => {
    const request = new XMLHttpRequest();
    request.open('POST', `https://${host}/`);
    request.send('secret');
  },
  EventSource: (host) => void new EventSource(`https://${host}/`),
  WebSocket: (host) => void new WebSocket(`wss://${host}/`),
  WebTransport: (host) => void new WebTransport(`https://${host}:443/`).ready.catch(() => undefined),
  beacon: (host) => void navigator.sendBeacon(`https://${host}/`, 'secret'),
  'deferred fetch': (host) => {
    const { fetchLater } = window as unknown as { fetchLater?(url: string, how: object): unknown };
    return fetchLater === undefined ? 'absent' : fetchLater(`https://${host}/`, { activateAfter: 0 });
  },
  'link ping': (host) =>
    document.body
      .appendChild(Object.assign(document.createElement('a'), { href: '#', ping: `https://${host}/` }))
      .click(),
  image: (host) => void Object.assign(new Image(), { src: `https://${host}/` }),
  'image set': (host) => void Object.assign(new Image(), { srcset: `https://${host}/ 2x` }),
  media: (host) =>
    void document.body.append(Object.assign(document.createElement('video'), { src: `https://${host}/` })),
  font: (host) => void new FontFace('secret', `url(https://${host}/)`).load().catch(() => undefined),
  stylesheet: (host) =>
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `https://${host}/` }),
    ),
  'import of a style': (host) => {
    for (const sheet of document.styleSheets) sheet.insertRule(`@import url(https://${host}/)`);
  },
  icon: (host) =>
    document.head.append(Object.assign(document.createElement('link'), { rel: 'icon', href: `https://${host}/` })),
  'background of a style': (host) => document.body.style.setProperty('background', `url(https://${host}/)`),
  script: (host) => document.head.append(Object.assign(document.createElement('script'), { src: `https://${host}/` })),
  'module of a script': (host) => void import(/* @vite-ignore */ `https://${host}/`).catch(() => undefined),
  worker: (host) => void new Worker(`https://${host}/`),
  'shared worker': (host) => void new SharedWorker(`https://${host}/`),
  'service worker': (host) => void navigator.serviceWorker.register(`https://${host}/`).catch(() => undefined),
  worklet: (host) =>
    void new OfflineAudioContext(1, 1, 8000).audioWorklet.addModule(`https://${host}/`).catch(() => undefined),
  frame: (host) => document.body.append(Object.assign(document.createElement('iframe'), { src: `https://${host}/` })),
  object: (host) => document.body.append(Object.assign(document.createElement('object'), { data: `https://${host}/` })),
  embed: (host) => document.body.append(Object.assign(document.createElement('embed'), { src: `https://${host}/` })),
  manifest: (host) =>
    document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: `https://${host}/` })),
  'name look-up ahead': (host) =>
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'dns-prefetch', href: `https://${host}/` }),
    ),
  'connection ahead': (host) =>
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'preconnect', href: `https://${host}/` }),
    ),
  'load ahead': (host) => {
    for (const rel of ['prefetch', 'preload'])
      document.head.append(
        Object.assign(document.createElement('link'), { rel, as: 'image', href: `https://${host}/` }),
      );
  },
  'module ahead': (host) =>
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `https://${host}/` }),
    ),
  'page ahead': (host) =>
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prerender', href: `https://${host}/` })),
  'speculation rules': (host) => {
    const urls = [`https://${host}/`];
    const list = [{ source: 'list', urls, eagerness: 'immediate' }];
    const rules = document.createElement('script');
    rules.type = 'speculationrules';
    rules.append(JSON.stringify({ prefetch: list, prerender: list }));
    document.head.append(rules);
  },
  'peer connection': async (host) => {
    const connection = new RTCPeerConnection({
      iceServers: [
        { urls: `stun:${host}` },
        { urls: [`turn:${host}?transport=udp`, `turn:${host}?transport=tcp`], username: 'a', credential: 'b' },
      ],
    });
    connection.createDataChannel('out');
    await connection.setLocalDescription(await connection.createOffer());
    return 'reached';
  },
  'peer connection of a frame': async (host) => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const inner = frame.contentWindow as unknown as { readonly RTCPeerConnection: typeof RTCPeerConnection };
    const connection = new inner.RTCPeerConnection({
      iceServers: [{ urls: `turn:${host}?transport=tcp`, username: 'a', credential: 'b' }],
    });
    connection.createDataChannel('out');
    await connection.setLocalDescription(await connection.createOffer());
    return 'reached';
  },
  'form post': (host) => {
    const form = Object.assign(document.createElement('form'), { action: `https://${host}/`, method: 'post' });
    document.body.append(form);
    form.submit();
  },
  'payment method': (host) => {
    const asked = new PaymentRequest([{ supportedMethods: `https://${host}/` }], {
      total: { label: 'secret', amount: { currency: 'EUR', value: '1' } },
    });
    void asked.canMakePayment().catch(() => undefined);
  },
  'federated sign-in': (host) => {
    const identity = { providers: [{ configURL: `https://${host}/`, clientId: 'secret' }] };
    void navigator.credentials.get({ identity } as CredentialRequestOptions).catch(() => undefined);
  },
  'address of the page': (host) => {
    location.href = `https://${host}/`;
  },
  'refresh of the page': (host) =>
    document.head.append(
      Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: `0;url=https://${host}/` }),
    ),
  'link in the page': (host) =>
    document.body.appendChild(Object.assign(document.createElement('a'), { href: `https://${host}/` })).click(),
  'new window': (host) => (window.open(`https://${host}/`) === null ? 'refused' : 'reached'),
  'link to a new window': (host) =>
    document.body
      .appendChild(Object.assign(document.createElement('a'), { href: `https://${host}/`, target: '_blank' }))
      .click(),
  'download of a link': (host) =>
    document.body
      .appendChild(Object.assign(document.createElement('a'), { href: `https://${host}/`, download: 'secret.txt' }))
      .click(),
  'download of a blob': () =>
    document.body
      .appendChild(
        Object.assign(document.createElement('a'), {
          href: URL.createObjectURL(new Blob(['secret'])),
          download: 'secret.txt',
        }),
      )
      .click(),
  print: () => {
    let printed = 'refused';
    addEventListener('beforeprint', () => {
      printed = 'reached';
    });
    print();
    return printed;
  },
  'save dialog': () => ('showSaveFilePicker' in window ? 'reached' : 'refused'),
  'open dialog': () => ('showOpenFilePicker' in window ? 'reached' : 'refused'),
  'folder dialog': () => ('showDirectoryPicker' in window ? 'reached' : 'refused'),
  'file field': () =>
    document.body.appendChild(Object.assign(document.createElement('input'), { type: 'file' })).click(),
};
