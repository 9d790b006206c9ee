import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GATEWAY_HEADER, OPERATIONS, type Operation } from '../../shared/operations/index.ts';
import { type StartedService, startService } from '../contract/start-service.ts';

/**
 * Every path that the clients of the official SDK can ask, and every activity type that they send there, out of the packages
 * themselves: this service has it, or says that it does not implement it, for one of these reasons.
 */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  'there is no enclave here that could prove or run anything': [
    'get_app_status',
    'get_boot_proof',
    'get_latest_boot_proof',
    'list_app_proofs',
    'create_tvc_manifest_approvals',
    'create_tvc_operator',
    'create_tvc_quorum_key',
    'delete_tvc_deployment',
    'get_tvc_deployment_debug_logs',
    'get_tvc_deployment_provisioning_details',
    'get_tvc_qos_versions',
    'list_tvc_operators',
    'list_tvc_quorum_keys',
    'post_tvc_quorum_key_share',
    're_encrypt_tvc_quorum_key_share',
    'restore_tvc_deployment',
    'set_tvc_app_live_deployment',
    'validate_tvc_image',
  ],
  'it is work of others on the network: exchanges, shops, X, Discord, mail, Spark': [
    'claim_swap_fees',
    'create_swap_quote',
    'execute_swap',
    'get_swap_status',
    'upsert_swap_config',
    'create_fiat_on_ramp_credential',
    'delete_fiat_on_ramp_credential',
    'get_onramp_transaction_status',
    'init_fiat_on_ramp',
    'list_fiat_on_ramp_credentials',
    'update_fiat_on_ramp_credential',
    'create_oauth2_credential',
    'delete_oauth2_credential',
    'get_oauth2_credential',
    'list_oauth2_credentials',
    'oauth2_authenticate',
    'update_oauth2_credential',
    'list_email_events',
    'spark_claim_transfer',
    'spark_prepare_lightning_receive',
    'spark_prepare_transfer',
    'spark_sign_frost',
  ],
  'newer operations have taken its place, and no program of the SDK reads with what it gives': [
    'create_read_only_session',
    'create_read_write_session',
    'init_otp_auth',
    'init_user_email_recovery',
    'oauth',
    'otp_auth',
    'recover_user',
    'otp_init',
    'otp_login',
    'otp_verify',
    'signup',
    'wallet_kit_client_params',
  ],
  'all who ask are on this machine': ['get_ip_allowlist', 'remove_ip_allowlist', 'set_ip_allowlist'],
  'policies of this service limit no amounts over time': [
    'create_velocity_control',
    'delete_velocity_control',
    'get_velocity_control',
    'list_velocity_controls',
  ],
  'the name of an organization is given when it is made': ['update_organization_name'],
};

interface Asked {
  readonly path: string;
  /** Null where the body has none. */
  readonly type: string | null;
}

const PATH = /"(\/(?:public\/)?v1\/(?:query\/|submit\/)?[a-z0-9_]+)"/g;
const TYPE = /type: "(ACTIVITY_TYPE_[A-Z0-9_]+)"/;

/** What the methods of a generated client ask: each names its path, then the type of its body. */
function askedByMethods(source: string): Asked[] {
  const paths = [...source.matchAll(PATH)];
  return paths.map(({ 1: path = '', index }, at) => ({
    path,
    type: path.includes('/submit/') ? (TYPE.exec(source.slice(index, paths[at + 1]?.index))?.[1] ?? null) : null,
  }));
}

/** What the declarations of `@turnkey/http` have its callers send: a path names an operation, that its body, which has a type. */
function askedByTypes(source: string): Asked[] {
  const bodyOf = (name: string) => source.slice(source.indexOf(`\n    ${name}: {`)).split('\n    };')[0] ?? '';
  return [...source.matchAll(/"(\/public\/v1\/[a-z0-9_/]+)": \{[^}]*?operations\["(\w+)"\]/g)].map(
    ([, path = '', operation = '']) => {
      const body = /body: definitions\["(\w+)"\]/.exec(bodyOf(operation))?.[1] ?? '';
      return { path, type: TYPE.exec(bodyOf(body))?.[1] ?? null };
    },
  );
}

const packages = fileURLToPath(new URL('./node_modules/@turnkey/', import.meta.url));
const CLIENT = 'dist/__generated__/sdk-client-base.mjs';
/** Clients of each package, and of those that it carries; @turnkey/cosmjs is handed its client, and carries some of 2025 in vain. */
const clients = readdirSync(packages)
  .filter((name) => name !== 'cosmjs')
  .flatMap((name) => [
    `${name}/${CLIENT}`,
    ...['core', 'sdk-browser', 'sdk-server'].map((carried) => `${name}/node_modules/@turnkey/${carried}/${CLIENT}`),
  ])
  .concat('http/dist/__generated__/services/coordinator/public/v1/public_api.types.d.ts')
  .filter((path) => existsSync(packages + path));
const asked = new Map(
  clients
    .map((path) => readFileSync(packages + path, 'utf8'))
    .flatMap((source) =>
      source.includes('class TurnkeySDKClientBase') ? askedByMethods(source) : askedByTypes(source),
    )
    .map((one): [string, Asked] => [`${one.path} ${one.type ?? ''}`, one]),
);

const lastOf = (path: string) => path.split('/').at(-1) ?? '';
const declared: readonly Operation[] = Object.values(OPERATIONS);
const isDeclared = ({ path }: Asked) => declared.some((operation) => operation.path === path);
const all = [...asked.values()];

let service: StartedService;
beforeAll(async () => {
  service = await startService({ init: { authProxyConfigId: 'gateway' } });
});
afterAll(() => service.stop());

async function answerTo({ path, type }: Asked): Promise<{ status: number; message: string }> {
  const { baseUrl, authUrl, organizationId } = { ...service.ready };
  const { publicKey, privateKey } = service.key;
  const body = JSON.stringify({
    ...(type === null ? {} : { type, timestampMs: String(service.clock.now), parameters: {} }),
    organizationId,
  });
  const stamper = new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey });
  const { stampHeaderName, stampHeaderValue } = await stamper.stamp(body);
  const host = path.startsWith('/public/') ? baseUrl : authUrl;
  const headers = { [stampHeaderName]: stampHeaderValue, [GATEWAY_HEADER]: 'gateway' };
  const response = await fetch(host + path, { method: 'POST', headers, body });
  const { message = '' } = (await response.json()) as { message?: string };
  return { status: response.status, message };
}

describe('the clients of the official SDK', () => {
  it('are found, with all that they ask', () => {
    expect(clients).toEqual(
      expect.arrayContaining([
        `core/${CLIENT}`,
        `sdk-server/${CLIENT}`,
        `ethers/node_modules/@turnkey/sdk-server/${CLIENT}`,
        expect.stringMatching('^http/dist/.*types.d.ts$'),
      ]),
    );
    expect(all.length).toBeGreaterThan(200);
    const submits = all.filter(({ path }) => path.includes('/submit/'));
    expect(submits.filter(({ type }) => type === null)).toEqual([]);
  });

  it('send no activity of a type that this service does not take at its path', async () => {
    for (const one of all.filter(isDeclared)) {
      const { status, message } = await answerTo(one);
      expect(message, `${one.path} ${one.type}`).not.toMatch(/(^|: |; )\/type |not implemented/);
      expect(status, one.path).not.toBe(404);
    }
  });

  it('are told of everything else that it is not implemented, which is no thing that is missing', async () => {
    for (const one of all.filter((each) => !isDeclared(each))) {
      const message = `operation ${lastOf(one.path)} is not implemented by this service`;
      expect(await answerTo(one), one.path).toEqual({ status: 404, message });
    }
  });

  it('ask nothing else than what is here or is left out for a reason, and nothing is left out in vain', () => {
    const missing = new Set(all.filter((one) => !isDeclared(one)).map(({ path }) => lastOf(path)));
    expect([...missing].sort()).toEqual(Object.values(LEFT_OUT).flat().sort());
  });
});
