import {
  chainName,
  ETHEREUM_HISTORY_CHAINS,
  filterIn,
  HISTORY_DIRECTIONS,
  HISTORY_STATES,
  type HistoryFilter,
  withFilter,
} from '../../../shared/model/index.ts';
import { setSearch, useRoute } from '../../state/route.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { DIRECTION_WORDS, STATE_WORDS } from '../../words/history.ts';

interface Choice {
  /** The value in the search text. */
  readonly key: string;
  readonly label: string;
}

const named = (caip2: string): Choice => ({
  key: chainName(caip2).toLowerCase().replaceAll(' ', '-'),
  label: chainName(caip2),
});

const FILTERS: readonly {
  readonly filter: HistoryFilter;
  readonly title: string;
  readonly choices: readonly Choice[];
}[] = [
  { filter: 'chain', title: 'Chain', choices: ETHEREUM_HISTORY_CHAINS.map(named) },
  {
    filter: 'direction',
    title: 'Direction',
    choices: HISTORY_DIRECTIONS.map((key) => ({ key, label: DIRECTION_WORDS[key] })),
  },
  { filter: 'state', title: 'State', choices: HISTORY_STATES.map((key) => ({ key, label: STATE_WORDS[key].label })) },
];

/** Menus for the filters of the search. The search field draws each as a token, and takes a typed one as well. */
export function Filters() {
  const search = useRoute((route) => route.search.history ?? '');
  const set = (filter: HistoryFilter, value: string | null) => setSearch('history', withFilter(search, filter, value));
  return (
    <div className="history-filters" role="toolbar" aria-label="Filters">
      {FILTERS.map(({ filter, title, choices }) => {
        const chosen = filterIn(search, filter)?.toLowerCase() ?? '';
        const label = choices.find(({ key }) => key === chosen)?.label ?? chosen;
        return (
          <div key={filter} className="history-filter" data-set={chosen !== ''}>
            <Menu
              button={
                <span className="history-filter-name">
                  {title}
                  <span className={chosen === '' ? 'faint' : undefined}>{chosen === '' ? 'any' : label}</span>
                  <Icon name="updown" />
                </span>
              }
              choices={[{ key: '', label: 'Any' }, ...choices].map((choice) => ({ ...choice, sign: null }))}
              chosen={chosen}
              onChoose={(key) => set(filter, key === '' ? null : key)}
              acts={[]}
            />
          </div>
        );
      })}
    </div>
  );
}
