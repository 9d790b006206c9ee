import { EventEmitter } from 'node:events';
import type { App } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { devtools, refuseSwitches } from '../../../../electron/main/security/devtools.ts';
import { downloads } from '../../../../electron/main/security/downloads.ts';
import { fileDialogs } from '../../../../electron/main/security/file-dialogs.ts';
import { guardContents, guardSession, securityRules } from '../../../../electron/main/security/index.ts';
import { navigation } from '../../../../electron/main/security/navigation.ts';
import { noRoute } from '../../../../electron/main/security/no-route.ts';
import { PAGE_URLS } from '../../../../electron/main/security/page-address.ts';
import { permissions } from '../../../../electron/main/security/permissions.ts';
import { requests } from '../../../../electron/main/security/requests.ts';
import { spelling } from '../../../../electron/main/security/spelling.ts';
import { webviews } from '../../../../electron/main/security/webviews.ts';
import { windows } from '../../../../electron/main/security/windows.ts';
import { FakeContents, FakeSession } from './fakes.ts';

let session: FakeSession;
let contents: FakeContents;
beforeEach(() => {
  session = new FakeSession();
  contents = new FakeContents();
});

describe('navigation', () => {
  beforeEach(() => navigation.contents?.(contents.asContents()));

  it.for([['will-navigate'], ['will-redirect'], ['will-frame-navigate']])(
    '%s leads only to the page itself',
    ([event]) => {
      for (const url of ['https://example.com/', 'file:///etc/passwd', 'data:text/html,x', 'javascript:1', '']) {
        expect([url, contents.prevented(event as string, { url })]).toEqual([url, true]);
      }
      expect(contents.prevented(event as string, { url: PAGE_URLS.app })).toBe(false);
      expect(contents.prevented(event as string, { url: PAGE_URLS.trusted })).toBe(true);
    },
  );
});

describe('windows', () => {
  it('are neither moved nor resized by a page', () => {
    windows.contents?.(contents.asContents());
    expect(contents.prevented('content-bounds-updated')).toBe(true);
  });

  it('are not kept open by a page', () => {
    windows.contents?.(contents.asContents());
    expect(contents.prevented('will-prevent-unload')).toBe(true);
  });

  it('are never opened by a page', () => {
    windows.contents?.(contents.asContents());
    for (const url of ['https://example.com/', PAGE_URLS.app, 'about:blank'])
      expect(contents.windowOpen?.({ url })).toEqual({ action: 'deny' });
  });
});

describe('webviews', () => {
  it('are never attached', () => {
    webviews.contents?.(contents.asContents());
    expect(contents.prevented('will-attach-webview')).toBe(true);
  });
});

describe('permissions', () => {
  beforeEach(() => void permissions.session?.(session.asSession()));

  const requested = (permission: string): unknown => {
    const answer = vi.fn();
    session.set.permissionRequest?.(null, permission, answer);
    return answer.mock.calls[0]?.[0];
  };
  const checked = (permission: string) => session.set.permissionCheck?.(null, permission, PAGE_URLS.app);

  it.for([
    ['media'],
    ['geolocation'],
    ['notifications'],
    ['midiSysex'],
    ['clipboard-read'],
    ['clipboard-sanitized-write'],
    ['display-capture'],
    ['fileSystem'],
    ['hid'],
    ['serial'],
    ['usb'],
    ['openExternal'],
    ['made-up-tomorrow'],
  ])('%s is refused', ([permission]) =>
    expect([requested(permission as string), checked(permission as string)]).toEqual([false, false]),
  );

  it('devices and the screen are refused', () => {
    expect(session.set.devicePermission?.({})).toBe(false);
    expect(session.given.displayMedia).toBeNull();
  });
});

describe('requests', () => {
  const cancelled = (url: string): unknown => {
    const answer = vi.fn();
    session.set.onBeforeRequest?.({ url }, answer);
    return answer.mock.calls[0]?.[0];
  };

  it.for([
    ['https://example.com/'],
    ['http://127.0.0.1/'],
    ['ws://localhost/'],
    ['file:///etc/passwd'],
    ['blob:x'],
    [''],
  ])('to %s are cancelled', ([url]) => {
    void requests('app', false).session?.(session.asSession());
    expect(cancelled(url as string)).toEqual({ cancel: true });
  });

  it('of one page for another’s files are cancelled', () => {
    void requests('trusted', false).session?.(session.asSession());
    expect(cancelled(`${PAGE_URLS.app}assets/app.js`)).toEqual({ cancel: true });
    expect(cancelled(`${PAGE_URLS.trusted}assets/app.js`)).toEqual({ cancel: false });
  });

  it('to the page’s own files go through', () => {
    void requests('app', false).session?.(session.asSession());
    expect(cancelled(`${PAGE_URLS.app}assets/app.js`)).toEqual({ cancel: false });
  });

  it('of the developer tools go through where there are any', () => {
    const tools = 'devtools://devtools/bundled/index.html';
    void requests('app', false).session?.(session.asSession());
    expect(cancelled(tools)).toEqual({ cancel: true });
    void requests('app', true).session?.(session.asSession());
    expect(cancelled(tools)).toEqual({ cancel: false });
  });
});

describe('ways out', () => {
  it('end at a port without a listener, including loopback and WebRTC', async () => {
    await noRoute.session?.(session.asSession());
    noRoute.contents?.(contents.asContents());
    expect(session.given.proxy).toMatchObject({
      mode: 'fixed_servers',
      proxyBypassRules: '<-loopback>',
      proxyRules: expect.stringContaining('https=127.0.0.1:9'),
    });
    expect(contents.webrtc).toBe('disable_non_proxied_udp');
  });
});

describe('downloads', () => {
  it('are prevented', () => {
    void downloads.session?.(session.asSession());
    const preventDefault = vi.fn();
    session.emit('will-download', { preventDefault });
    expect(preventDefault).toHaveBeenCalled();
  });
});

describe('file dialogs', () => {
  it('are sent to main, which cancels them', () => {
    fileDialogs.contents?.(contents.asContents());
    expect(contents.commands).toEqual([['Page.enable'], ['Page.setInterceptFileChooserDialog', { enabled: true }]]);
  });
});

describe('the spelling checker', () => {
  it('is off', () => {
    void spelling.session?.(session.asSession());
    expect(session.given.spellChecker).toBe(false);
    expect(session.given.spellCheckerLanguages).toEqual([]);
  });
});

describe('developer tools', () => {
  it('close at once where they are not allowed', () => {
    devtools(false).contents?.(contents.asContents());
    contents.emit('devtools-opened');
    expect(contents.closedTools).toBe(1);
  });

  it('stay where they are', () => {
    devtools(true).contents?.(contents.asContents());
    contents.emit('devtools-opened');
    expect(contents.closedTools).toBe(0);
  });
});

describe('switches', () => {
  const left = (inspected: boolean): string[] => {
    const given = [
      'remote-debugging-port',
      'remote-debugging-pipe',
      'js-flags',
      'load-extension',
      'lang',
      'no-sandbox',
      'no-zygote',
    ];
    const switches = new Set(given);
    const argv = ['castellan', ...given.map((name) => `--${name}=1`), '/app', '--', '--lang=x'];
    refuseSwitches({ removeSwitch: (name) => void switches.delete(name) }, argv, { inspected });
    return [...switches];
  };

  it('are removed except those of the launcher', () =>
    expect(left(false)).toEqual(['lang', 'no-sandbox', 'no-zygote']));

  it('stay in the test layout', () => expect(left(true)).toContain('remote-debugging-port'));
});

describe('the list of rules', () => {
  const rules = securityRules({
    folder: import.meta.dirname,
    page: 'app',
    language: () => 'en',
    developerTools: false,
  });

  it('has every rule once, each with its reason', () => {
    expect(rules.map(({ name }) => name)).toEqual([
      'spelling',
      'page-protocol',
      'requests',
      'no-route',
      'permissions',
      'downloads',
      'file-dialogs',
      'navigation',
      'windows',
      'webviews',
      'devtools',
    ]);
    for (const { reason } of rules) expect(reason.length).toBeGreaterThan(40);
  });

  it('is applied to the session and to all new web contents', async () => {
    const app = new EventEmitter();
    guardContents(rules, app as unknown as App);
    await guardSession(rules, session.asSession());
    app.emit('web-contents-created', {}, contents.asContents());
    expect(contents.prevented('will-navigate', { url: 'https://example.com/' })).toBe(true);
    expect(contents.windowOpen?.({ url: '' })).toEqual({ action: 'deny' });
    expect(contents.prevented('will-attach-webview')).toBe(true);
    expect(Object.keys(session.given)).toEqual(
      expect.arrayContaining([
        'proxy',
        'permissionRequest',
        'permissionCheck',
        'devicePermission',
        'displayMedia',
        'spellChecker',
        'onBeforeRequest',
      ]),
    );
  });
});
