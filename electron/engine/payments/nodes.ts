import { AppError, sentence } from '../../../shared/errors/index.ts';
import { chainName, type EndpointChain, type ProfileRow } from '../../../shared/model/index.ts';
import type { Endpoints } from '../service/named-endpoints.ts';
import type { ServiceKeeper } from '../service/service-keeper.ts';
import { familyOf } from './families.ts';
import type { OwnService } from './family-rule.ts';

/** The nodes that the operator named. The process of the local service asks them, for the profiles of every service. */
export interface Nodes {
  /**
   * Returns the local service. For a profile of that service it is started. Throws NOT_FOUND where it cannot ask a node
   * of the chain, and DOCUMENT_CHANGED.
   */
  open(profile: ProfileRow, chain: EndpointChain): ReturnType<OwnService>;
  /** Returns true when the operator named a node of the chain, and the local service of this process can ask it. */
  has(chain: EndpointChain): Promise<boolean>;
}

interface NodeParts {
  readonly endpoints: Pick<Endpoints, 'list'>;
  readonly service: Pick<ServiceKeeper, 'startLocal' | 'own' | 'state'>;
}

export function createNodes({ endpoints, service }: NodeParts): Nodes {
  const isNamed = async (chain: EndpointChain) => (await endpoints.list()).some((node) => node.chain === chain);
  return {
    async open({ kind }, chain) {
      const { withoutFees } = familyOf(chain);
      if (kind === 'remote' && !(await isNamed(chain)))
        throw notAsked(
          `No node of ${chainName(chain)} is named, and this service has no operation that reports fees.`,
          `Add a node in Settings, Network. Or ${withoutFees.charAt(0).toLowerCase()}${withoutFees.slice(1)}`,
        );
      if (kind !== 'remote') await service.startLocal();
      const own = service.own();
      if (own !== null) return own;
      if (kind !== 'remote' || service.state().state === 'running')
        throw notAsked('Another Castellan runs the local service.', `Use that window. ${withoutFees}`);
      throw notAsked(
        'The local service does not run, and its process asks the nodes.',
        'Choose the profile of the vault on this machine once to start it. If there is none, the menu of profiles makes one.',
      );
    },
    has: async (chain) => service.own() !== null && (await isNamed(chain)),
  };
}

const notAsked = (why: string, remedy: string) =>
  new AppError('NOT_FOUND', sentence`${why} Castellan asked no node for the fee. ${remedy}`);
