import type { ListedThing, ListedThings } from '../../../shared/model/index.ts';
import type { Asking, Queries } from '../queries/queries.ts';

type Read = (queries: Pick<Queries, 'ask'>, asking: Asking) => Promise<ListedThing[]>;

const READS: Readonly<Record<ListedThings, Read>> = {
  async contractInterfaces(queries, asking) {
    const { smartContractInterfaces } = await queries.ask('list_smart_contract_interfaces', {}, asking);
    return smartContractInterfaces.map(({ smartContractInterfaceId: id, label: name, smartContractAddress: more }) => ({
      id,
      name,
      provider: null,
      more,
    }));
  },
  async loginCredentials(queries, asking) {
    const { oauth2Credentials } = await queries.ask('list_oauth2_credentials', {}, asking);
    return oauth2Credentials.map(({ oauth2CredentialId: id, provider, clientId: name }) => ({
      id,
      name,
      provider,
      more: null,
    }));
  },
  async paymentCredentials(queries, asking) {
    const { fiatOnRampCredentials } = await queries.ask('list_fiat_on_ramp_credentials', {}, asking);
    return fiatOnRampCredentials.map((credential) => ({
      id: credential.fiatOnrampCredentialId,
      name: credential.publishableApiKey,
      provider: credential.onrampProvider,
      more: credential.projectId ?? null,
    }));
  },
};

/** Reads the names of things from the service. Throws the errors of a query. */
export const readListedThings = (of: ListedThings, ...asking: Parameters<Read>): Promise<ListedThing[]> =>
  READS[of](...asking);
