import type { Claim } from '../lift.ts';

const BIND = 'electron/main/ipc/bind.ts';
const BIND_TEST = 'test/unit/main/ipc/bind.test.ts';
const RULES_TEST = 'test/unit/main/security/rules.test.ts';
const SETUP = 'electron/engine/profiles/setup.ts';
const SETUP_TEST = 'test/unit/engine/profiles/setup.test.ts';

/** What a page that was taken over cannot do. */
export const PAGE: readonly Claim[] = [
  {
    claims: ['change it from behind another window, or keep its own window open'],
    lifts: [
      {
        mechanism: 'the page changes the clipboard only while its window is in front',
        file: 'electron/main/window/clipboard.ts',
        from: 'if (!isInFront())',
        to: 'if (false && !isInFront())',
        test: 'test/unit/main/window/clipboard.test.ts',
        name: 'is neither written nor cleared by the page while another window is in front',
      },
      {
        mechanism: 'the operator’s closing of a window is not the page’s to refuse',
        file: 'electron/main/security/windows.ts',
        from: "contents.on('will-prevent-unload', (event) => event.preventDefault());",
        to: '',
        test: RULES_TEST,
        name: 'are not kept open by a page',
      },
    ],
  },
  {
    claims: [
      'The window is sandboxed, has no Node and no network, and talks to main through one contract',
      'a sandbox without Node',
    ],
    lifts: [
      {
        mechanism: 'the page is sandboxed',
        file: 'electron/main/window/window.ts',
        from: 'sandbox: true,',
        to: 'sandbox: false,',
        test: 'test/unit/main/window/window.test.ts',
        name: 'switches nothing on for the page but its protection',
      },
      {
        mechanism: 'the page has no Node',
        file: 'electron/main/window/window.ts',
        from: 'nodeIntegration: false,',
        to: 'nodeIntegration: true,',
        test: 'test/unit/main/window/window.test.ts',
        name: 'switches off in writing what gives a page Node',
      },
      {
        mechanism: 'no request leaves the page',
        file: 'electron/main/security/requests.ts',
        from: 'cancel: !isPageUrl(url, page) && !tools',
        to: 'cancel: false && isPageUrl(url, page) && tools',
        test: RULES_TEST,
        name: 'http://127.0.0.1/',
      },
      {
        mechanism: 'what asks no filter finds no route out of the page',
        file: 'electron/main/security/no-route.ts',
        from: "await session.setProxy({ mode: 'fixed_servers', proxyRules: NOWHERE, proxyBypassRules: '<-loopback>' });",
        to: 'await session.setProxy({ proxyRules: NOWHERE });',
        test: RULES_TEST,
        name: 'end at a port where nobody listens, loopback too',
      },
    ],
  },
  {
    claims: ['one contract that is checked on every call and that no secret crosses, either way'],
    lifts: [
      {
        mechanism: 'main asks who sent a call',
        file: BIND,
        from: 'if (!isOwnSender(event, isKnown)) throw refusedSender();',
        to: '',
        test: BIND_TEST,
        name: 'from anywhere else before it looks at it',
      },
      {
        mechanism: 'main takes calls from its own window’s top frame alone',
        file: 'electron/main/security/sender.ts',
        from: 'frame.parent === null && ',
        to: '',
        test: 'test/unit/main/security/sender.test.ts',
        name: 'a frame inside the page',
      },
      {
        mechanism: 'main checks what the page sent',
        file: BIND,
        from: '      checkInput(entry, input);',
        to: '      void checkInput;',
        test: BIND_TEST,
        name: 'refuses a wrong input of',
      },
      {
        mechanism: 'main takes plain data of a bounded size',
        file: BIND,
        from: 'if (!isPlainData(input))',
        to: 'if (!isPlainData(0))',
        test: BIND_TEST,
        name: 'refuses what is too large or not plain data',
      },
      {
        mechanism: 'main checks what it answers',
        file: BIND,
        from: 'if (problems.length === 0) return output;',
        to: 'if (problems.length >= 0) return output;',
        test: BIND_TEST,
        name: 'with a member that is not declared are refused whole',
      },
      {
        mechanism: 'what declarations call secret is not in an answer that is shown',
        file: 'electron/engine/requests/answers.ts',
        from: 'result: paths.reduce(hide, activity.result)',
        to: 'result: paths.length < 0 ? hide(null, []) : activity.result',
        test: 'test/unit/engine/requests/answers.test.ts',
        name: 'holds no secret of',
      },
      {
        mechanism: 'nor is a token of what was asked for',
        file: 'electron/engine/requests/answers.ts',
        from: "placeIn(parameters, path).kind === 'token'",
        to: "placeIn(parameters, path).kind === 'amount'",
        test: 'test/unit/engine/requests/answers.test.ts',
        name: 'holds no token of an intent',
      },
    ],
  },
  {
    claims: [
      'a content security policy, no permission, and every way out shut and tried, name look-ups and file dialogs among them',
    ],
    lifts: [
      {
        mechanism: 'the policy allows nothing by default',
        file: 'electron/main/security/csp.ts',
        from: `"default-src 'none'",`,
        to: `"default-src *",`,
        test: 'test/unit/main/security/csp.test.ts',
        name: 'allows nothing by default',
      },
      {
        mechanism: 'the page is granted no permission',
        file: 'electron/main/security/permissions.ts',
        from: 'answer) => answer(false));',
        to: 'answer) => answer(true));',
        test: RULES_TEST,
        name: 'permissions',
      },
      {
        mechanism: 'the page stays at its own address',
        file: 'electron/main/security/navigation.ts',
        from: "contents.on('will-navigate', keep);",
        to: '',
        test: RULES_TEST,
        name: 'leads nowhere but home',
      },
      {
        mechanism: 'the page opens no window',
        file: 'electron/main/security/windows.ts',
        from: "action: 'deny'",
        to: "action: 'allow'",
        test: RULES_TEST,
        name: 'are never opened by a page',
      },
      {
        mechanism: 'no page opens a file dialog',
        file: 'electron/main/security/file-dialogs.ts',
        from: '{ enabled: true }',
        to: '{ enabled: false }',
        test: RULES_TEST,
        name: 'are asked of main, which answers none',
      },
    ],
  },
  {
    claims: ['it names no key that an export is for'],
    lifts: [
      {
        mechanism: 'a given target key is refused',
        file: 'electron/engine/requests/requests.ts',
        from: "if (name === 'targetPublicKey') {",
        to: "if (name === '') {",
        test: 'test/unit/engine/exports.test.ts',
        name: 'whoever must not choose the target key cannot',
      },
      {
        mechanism: 'the page must not choose the target key',
        file: 'electron/main/ipc/handlers.ts',
        from: 'makesTarget: true',
        to: '',
        test: 'test/unit/main/ipc/handlers.test.ts',
        name: 'let the page name no target key of an export',
      },
    ],
  },
  {
    claims: [
      'which the page can neither draw on, script nor send input to',
      'which the page cannot draw on, script or send input to',
    ],
    lifts: [
      {
        mechanism: 'the page moves and resizes no window',
        file: 'electron/main/security/windows.ts',
        from: "contents.on('content-bounds-updated', (event) => event.preventDefault());",
        to: '',
        test: RULES_TEST,
        name: 'are neither moved nor resized by a page',
      },
    ],
  },
  {
    claims: ['nor is anything unlocked, connected, removed, opened or revealed'],
    lifts: [
      {
        mechanism: 'a refusal of the operator is one',
        file: 'electron/engine/keys/consents.ts',
        from: 'if (!answer.confirmed) throw',
        to: 'if (!answer) throw',
        test: SETUP_TEST,
        name: 'makes, connects and removes nothing that the operator refuses',
      },
      {
        mechanism: 'connecting to a service asks the operator',
        file: SETUP,
        from: "await consents.ask({ kind: 'connect', ",
        to: "await ({ passphrase: null, kind: 'connect', ",
        test: SETUP_TEST,
        name: 'makes, connects and removes nothing that the operator refuses',
      },
      {
        mechanism: 'letting a profile sign what nobody can judge asks the operator',
        file: SETUP,
        from: "await consents.ask({ kind: 'blindSigning',",
        to: "void ({ kind: 'blindSigning',",
        test: SETUP_TEST,
        name: 'makes, connects and removes nothing that the operator refuses',
      },
      {
        mechanism: 'removing a profile asks the operator',
        file: SETUP,
        from: "await consents.ask({ kind: 'removeProfile',",
        to: "void ({ kind: 'removeProfile',",
        test: SETUP_TEST,
        name: 'makes, connects and removes nothing that the operator refuses',
      },
      {
        mechanism: 'unlocking asks the operator',
        file: 'electron/engine/keys/vault-control.ts',
        from: 'const said = await consents.ask({ ...asked, problem }, signal);',
        to: 'const said = { passphrase: null as Uint8Array<ArrayBuffer> | null };',
        test: 'test/unit/engine/keys/vault-keeper.test.ts',
        name: 'is unlocked by the operator alone',
      },
      {
        mechanism: 'an answer that comes after a lock unlocks nothing',
        file: 'electron/engine/keys/vault-control.ts',
        from: '        if (signal.aborted)\n          throw',
        to: '        if (signal.aborted && problem === "")\n          throw',
        test: 'test/unit/engine/keys/vault-keeper.test.ts',
        name: 'is locked by a lock that comes while it is unlocked, even when its process runs already',
      },
      {
        mechanism: 'opening an export asks the operator',
        file: 'electron/engine/exports.ts',
        from: "await consents.ask({ kind: 'openExport', ...about }, signal);",
        to: '',
        test: 'test/unit/engine/exports.test.ts',
        name: 'is not opened, nor revealed, when the operator refuses',
      },
      {
        mechanism: 'revealing a key asks the operator once more',
        file: 'electron/engine/exports.ts',
        from: 'consents.ask({ ...asked, ...typed }, signal)',
        to: "Promise.resolve({ ...asked, ...typed, format: 'hex', passphrase: null, keep: null, sealTo: new Uint8Array(65) } as const)",
        test: 'test/unit/engine/exports.test.ts',
        name: 'is not opened, nor revealed, when the operator refuses',
      },
    ],
  },
];
