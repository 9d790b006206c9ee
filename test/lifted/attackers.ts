/** One attacker, or mistake, that Castellan is made against. */
export interface Attacker {
  /** The first part of the ids of the claims about it. */
  readonly id: string;
  readonly name: string;
  /** The attacker, in one sentence. */
  readonly what: string;
  /** The gains that remain for this attacker, as sentences. */
  readonly gets: readonly string[];
  /** The attacks that nothing here stops, as sentences. */
  readonly open: readonly string[];
}

export const ATTACKERS: readonly Attacker[] = [
  {
    id: 'REQUEST',
    name: 'A hostile request',
    what: 'Somebody who writes the transaction, message or vote that you are asked to sign.',
    gets: ['The question is shown to you.'],
    open: [
      'A transaction can have another effect than today if the chain changes before it is mined.',
      'The explanation of a contract that you described yourself relies on your description.',
    ],
  },
  {
    id: 'PAGE',
    name: 'A taken-over page',
    what: 'A script of an attacker in the main window.',
    gets: ['It sees everything that the window shows.', 'It can prepare any request, and read all data of the window.'],
    open: [
      'It can show lies until you read the trusted window.',
      'It can switch the current profile to another of your profiles.',
      'It can change the settings of the window, and so show names and amounts in notifications.',
    ],
  },
  {
    id: 'MAIN',
    name: 'A taken-over main process',
    what: 'Code of an attacker in the process that has the windows, the keychain and the network.',
    gets: [
      'It reads all input of its windows and all replies of the keychain.',
      'It can give approvals while the vault is unlocked, and so use the unlocked keys.',
    ],
    open: [
      'It can substitute its own key for the window’s or the local service’s, because the vault cannot know the owner of a key.',
      'It can reuse a typed passphrase and the answer of a security key that opened the vault.',
      'It can obtain a touch for another request, because a security key shows no content.',
      'It can restore an earlier copy of a key, from before the key asked for each signature.',
      'It can read a revealed key that you copy, every export that the command line opens, and every export that is written to a file without encryption.',
    ],
  },
  {
    id: 'PROGRAM',
    name: 'Another program of the same user',
    what: 'A program that runs with your rights and is not Castellan.',
    gets: [
      'It reads the files of the state folder.',
      'It reads the keys of a keychain that is open.',
      'It reads the responses of the local service that need no stamp.',
    ],
    open: [
      'It can write to an open keychain. Its own audit key then signs log and profiles like yours, unless `CASTELLAN_PASSPHRASE_FILE` is set.',
      'It can read the memory of the processes that draw the windows, unless Chromium’s setuid helper sandboxes them. Settings, Checks shows this.',
      'On X11 it can read the screen and the keyboard, and press keys and buttons. On Wayland it cannot, unless the compositor allows it.',
      'On systems other than Linux, it can read the memory of main, vault and local service.',
      'It can open the memory of these processes in the moment before their hardening. It can replace the program.',
      'It can send its own request to your security key. A touch meant for Castellan then answers it.',
    ],
  },
  {
    id: 'SEAT',
    name: 'A person at the operator’s computer',
    what: 'Somebody who sits at the unlocked machine.',
    gets: [
      'The window shows its contents while the vault is unlocked.',
      'Without a PIN, the keys in the keychain can be used.',
    ],
    open: [
      'A reader of the open keychain can try PINs offline at scrypt’s cost (128 MiB, about half a second each). A writer can reset the count of tries.',
      'A copy of the keychain from before a PIN was chosen, or a security key removed, still opens as before.',
      'A passphrase file can be copied, and passphrases tried elsewhere, so tries are not counted.',
      'A clock that is set forward ends waits. A clock that is set back extends a session up to its full duration.',
      'Somebody with your security key and its PIN can act as you.',
      'On Linux, i3lock, swaylock and sessions without D-Bus do not lock the vault, unless the desktop runs `castellan lock`.',
      'If the system reports no idle time, work in other programs counts as idle.',
      'An edited list of keys can make the window show unencrypted data of the folder. It opens and stamps nothing.',
    ],
  },
  {
    id: 'VAULT',
    name: 'Attacker code in the vault or the local service',
    what: 'Native or script code of an attacker in a process that holds keys.',
    gets: ['It reads the unlocked keys of that process.', 'It can send anything to main.'],
    open: [
      'It can stamp while the vault is unlocked and an approval exists.',
      'It can send the keys to main and to clients of the local service.',
      'Native code can use an io_uring that the runtime’s event loop opened at start (Node 24). `castellan doctor` reports it.',
      'Landlock does not restrict threads that started before it. Other systems and processors have no filter. `castellan doctor` names them.',
    ],
  },
  {
    id: 'USER',
    name: 'Another user of the machine',
    what: 'Somebody with an account of their own on the same machine.',
    gets: ['They see that the local service is listening, and read its public documents.'],
    open: [
      'Traffic on loopback is not encrypted.',
      'A flood of connections delays the first request on a new connection.',
      'Somebody who knows the gateway and the contact of a user can keep three unstamped codes open, so the gateway sends that user no code. Stamped codes, keys, passkeys and OAuth log in all the same.',
    ],
  },
  {
    id: 'MEMBER',
    name: 'A user of the local service',
    what: 'A user with few rights, or the finder of a code, a token or a stamp.',
    gets: [
      'They can do everything that policies allow.',
      'They see everything that the organization shows to all its users.',
    ],
    open: [
      'A policy can allow too much.',
      'If an MFA policy does not cover changes of credentials, the holder of one credential can add another.',
      'A reader of the mail with a code has the code.',
    ],
  },
  {
    id: 'DISK',
    name: 'A thief of the disk',
    what: 'Somebody who has the disk, or a copy of it.',
    gets: [
      'They read names, addresses, history and the audit log.',
      'They read sign-in tokens of users, and codes that the local service sent in the last minutes.',
    ],
    open: [
      'A weak passphrase can be found.',
      'A keychain opens with a known login password.',
      'Swap may hold secrets. Encrypt the disk.',
    ],
  },
  {
    id: 'SERVICE',
    name: 'A service that lies',
    what: 'The custody service, or somebody who answers in its place.',
    gets: ['It can refuse and delay.', 'It can report anything about accounts and activities.'],
    open: [
      'It can show a false list of accounts, transactions or balances.',
      'An export of a wallet or a private key by id proves no address.',
    ],
  },
  {
    id: 'NODE',
    name: 'A blockchain node that lies',
    what: 'A node that the operator named, or somebody who answers in its place.',
    gets: [
      'It sees the requested addresses and transactions.',
      'It can refuse, delay, and report anything about balances, nonces and outcomes.',
    ],
    open: [
      'It can report a false balance, nonce or outcome.',
      'It can report a consistent but false history, or omit a part of it.',
      'It can make you pay up to half a coin as a fee.',
      'An API key in a node’s address is stored unencrypted in the state folder.',
    ],
  },
  {
    id: 'FILES',
    name: 'A person who edits the files',
    what: 'Somebody who changes, adds, removes or puts back files of the state folder.',
    gets: [
      'The window shows wrong names and rows until the cache is refreshed.',
      'The window can report falsely that you never signed for an address, or a false earlier amount.',
      'They choose the current profile.',
    ],
    open: [
      'The trusted window names profile, address and organization. A command names its profile with `--profile`.',
      'A person who also runs the command line with your passphrase or open keychain can confirm the edit.',
      'A webhook delivery can be removed or marked as delivered. Its receiver must query the activities.',
      'After a crash, up to 15 audit entries at the end can be cut off, but no change of a profile.',
      'An edit of `audit.head` lets stamping go on after a failed verification. The next verification finds the change again.',
      'An earlier copy of the whole state with its counter is not detected.',
      'Only `castellan request compare` detects an earlier copy of the local service’s database together with its head.',
      'Only `castellan request compare` detects a row that was removed from the database and its head.',
    ],
  },
  {
    id: 'SLIP',
    name: 'An operator’s mistake',
    what: 'A key or a phrase in the wrong place, or an interruption at the wrong moment.',
    gets: ['Castellan stores nothing.'],
    open: [
      'Phrases in other languages than English, and parts of a secret, are not recognised.',
      'The screen showed the typed text, and other programs may store the clipboard’s history.',
    ],
  },
  {
    id: 'NET',
    name: 'The network',
    what: 'Somebody between this machine and a service or node.',
    gets: ['They see the time and size of each message.'],
    open: [
      'A certificate authority that the system or `SSL_CERT_FILE` trusts wrongly can impersonate a service or node.',
    ],
  },
  {
    id: 'DOWNLOAD',
    name: 'A changed download',
    what: 'Somebody who changes, replaces or holds back the files of a release on their way to you.',
    gets: ['They can keep you from downloading anything.'],
    open: [
      'No release key is published yet. Until then, `castellan verify-download` verifies nothing, and reports this.',
      'A first installation cannot verify itself. Compare its digests by other means (docs/releasing.md).',
      'The holder of the release key can sign anything. Your own build reveals a difference.',
    ],
  },
  {
    id: 'ROOT',
    name: 'Root',
    what: 'The administrator of the machine.',
    gets: ['Everything.'],
    open: ['Everything.'],
  },
];
