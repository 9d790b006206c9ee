import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { npmCommand } from './npm-command.mjs';
import { ROOT } from './paths.mjs';
import { SetupProblem } from './problem.mjs';

/** npm starts in about a second. A configuration that takes much longer is not waited for. */
const NPM_TIMEOUT_MS = 10_000;

/**
 * The proxies and certificate authorities of downloads.
 * @typedef {object} Network
 * @property {string} [httpsProxy] the proxy for https addresses, with its password.
 * @property {string} [httpProxy] the proxy for http addresses, with its password.
 * @property {string} [registry] the address of npm's registry. Absent when npm does not report it
 * @property {true} [trustsAny] npm accepts any certificate of the registry (strict-ssl=false).
 * @property {string[]} noProxy hosts that are reached directly: `example.com`, `.example.com`, `example.com:8443` or `*`.
 * @property {string[]} [authorities] all trusted authorities in PEM. Node's own list when absent
 */

/** @type {Network} */
export const DIRECT = { noProxy: [] };

/**
 * Reads the settings of npm and of the environment. npm's come first, as in npm itself.
 * @param {NodeJS.ProcessEnv} [environment]
 * @returns {Network}
 * @throws {SetupProblem} for a file with authorities that cannot be read
 */
export const readNetwork = (environment = process.env) => networkOf(npmSettings(environment), environment);

/**
 * @param {Record<string, unknown>} settings of npm: `https-proxy`, `proxy`, `noproxy`, `ca` and `cafile`
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Network}
 */
export function networkOf(settings, environment) {
  const npmProxy = textOf(settings['https-proxy']) ?? textOf(settings.proxy);
  const httpsProxy = npmProxy ?? variable(environment, 'https_proxy') ?? variable(environment, 'http_proxy');
  const httpProxy = textOf(settings.proxy) ?? npmProxy ?? variable(environment, 'http_proxy');
  const registry = textOf(settings.registry);
  const authorities = [
    ...listOf(settings.ca).map((pem) => pem.replaceAll('\\n', '\n')),
    ...[textOf(settings.cafile), textOf(environment.NODE_EXTRA_CA_CERTS)].flatMap(authoritiesIn),
  ];
  return {
    ...(httpsProxy === undefined ? {} : { httpsProxy }),
    ...(httpProxy === undefined ? {} : { httpProxy }),
    ...(registry === undefined ? {} : { registry }),
    ...(settings['strict-ssl'] === false ? { trustsAny: true } : {}),
    noProxy: [...listOf(settings.noproxy), ...listOf(variable(environment, 'no_proxy'))],
    // A list replaces Node's own, which knows the authorities of public servers.
    ...(authorities.length === 0 ? {} : { authorities: [...rootCertificates, ...authorities] }),
  };
}

/**
 * Returns the proxy for an address, with its password. Undefined for a direct connection.
 * @param {URL} url
 * @param {Network} network
 * @returns {URL | undefined}
 * @throws {SetupProblem} for a setting that is no address of an HTTP proxy
 */
export function proxyFor(url, network) {
  const proxy = url.protocol === 'https:' ? network.httpsProxy : network.httpProxy;
  if (proxy === undefined || network.noProxy.some((entry) => covers(entry, url))) return undefined;
  try {
    const address = new URL(proxy.includes('://') ? proxy : `http://${proxy}`);
    // Throws for a percent sign that encodes nothing.
    decodeURIComponent(address.username + address.password);
    if (!/^https?:$/.test(address.protocol)) throw new Error('another protocol');
    return address;
  } catch {
    throw new SetupProblem('The proxy setting is no address of an HTTP proxy, so nothing was downloaded.', [
      'Correct it in npm (npm config set https-proxy http://HOST:PORT) or in HTTPS_PROXY. Write % in a password as %25.',
    ]);
  }
}

/** The address of a proxy for messages, without user and password. @param {URL} proxy */
export const proxyName = (proxy) => `${proxy.protocol}//${proxy.host}`;

/** Returns the proxy for npm's registry. @param {Network} network @throws {SetupProblem} as `proxyFor` */
export const registryProxy = (network) =>
  network.registry === undefined ? undefined : proxyFor(new URL(network.registry), network);

/**
 * The line for a failed npm command that names its proxy for the registry.
 * @param {Network} network
 */
export function proxyLine(network) {
  const proxy = registryProxy(network);
  return proxy === undefined
    ? 'npm used no proxy. If this network needs one: npm config set https-proxy http://HOST:PORT'
    : `npm used the proxy ${proxyName(proxy)}. Check that it is right and answers: npm config get https-proxy, HTTPS_PROXY`;
}

/** @param {string} entry @param {URL} url */
function covers(entry, { hostname, port, protocol }) {
  if (entry === '*') return true;
  const [, name = entry, wantedPort] = /^(.+?)(?::(\d+))?$/.exec(entry) ?? [];
  const host = name.replace(/^\*?\./, '').toLowerCase();
  if (wantedPort !== undefined && wantedPort !== (port || (protocol === 'https:' ? '443' : '80'))) return false;
  return hostname === host || hostname.endsWith(`.${host}`);
}

/** @param {unknown} value */
const textOf = (value) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);

/** @param {unknown} value a list, or a text with commas @returns {string[]} */
const listOf = (value) =>
  (Array.isArray(value) ? value : String(value ?? '').split(',')).flatMap((each) => textOf(each) ?? []);

/** @param {NodeJS.ProcessEnv} environment @param {string} name in small letters */
const variable = (environment, name) => textOf(environment[name]) ?? textOf(environment[name.toUpperCase()]);

/** @param {string | undefined} file @returns {string[]} */
function authoritiesIn(file) {
  if (file === undefined) return [];
  try {
    return [readFileSync(file, 'utf8')];
  } catch {
    throw new SetupProblem(`The file with certificate authorities ${file} cannot be read, so nothing was downloaded.`, [
      'Correct its name in npm (npm config get cafile) or in NODE_EXTRA_CA_CERTS, then run the same command again.',
    ]);
  }
}

/** The settings of npm that matter here. Empty when npm does not report them. @param {NodeJS.ProcessEnv} environment */
function npmSettings(environment) {
  const { file, args } = npmCommand();
  const options = /** @type {const} */ ({ cwd: ROOT, encoding: 'utf8', env: environment, timeout: NPM_TIMEOUT_MS });
  const { stdout } = spawnSync(file, [...args, 'config', 'list', '--json'], options);
  /** @type {Record<string, unknown>} */
  let settings;
  try {
    settings = JSON.parse(stdout ?? '');
  } catch {
    return {};
  }
  // npm leaves out an address with a password.
  for (const name of ['https-proxy', 'proxy']) settings[name] ??= hiddenSetting(name, settings, environment);
  return settings;
}

/** @param {string} name @param {Record<string, unknown>} settings @param {NodeJS.ProcessEnv} environment */
function hiddenSetting(name, settings, environment) {
  if (name in settings) return undefined;
  const inEnvironment = environment[`npm_config_${name.replace('-', '_')}`];
  if (inEnvironment !== undefined) return inEnvironment;
  for (const file of [join(ROOT, '.npmrc'), settings.userconfig, settings.globalconfig]) {
    const value = typeof file === 'string' ? settingIn(file, name) : undefined;
    if (value !== undefined) return value.replace(/\$\{([^}]+)\}/g, (all, variable) => environment[variable] ?? all);
  }
  return undefined;
}

/** @param {string} file @param {string} name @returns {string | undefined} */
function settingIn(file, name) {
  try {
    const line = readFileSync(file, 'utf8').match(new RegExp(`^\\s*${name}\\s*=\\s*(.+)$`, 'm'));
    return line?.[1]?.trim().replace(/^(["'])(.*)\1$/, '$2');
  } catch {
    return undefined;
  }
}
