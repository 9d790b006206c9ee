import { expect, it } from 'vitest';
import { showOpened } from '../../../../renderer/app/opened.ts';
import { PLACE_NAMES } from '../../../../renderer/app/places.tsx';
import { useRoute } from '../../../../renderer/state/route.ts';
import { LINK_PLACES } from '../../../../shared/ipc/index.ts';

it('the search of the tray opens the palette where the window is', () => {
  const { place } = useRoute.getState();
  showOpened({ from: 'tray', destination: null, isSearch: true, refusal: '' });
  expect(useRoute.getState()).toMatchObject({ place, dialog: { name: 'palette' } });
});

it('a link opens each place of the rail', () => {
  expect(Object.keys(LINK_PLACES).toSorted()).toEqual(PLACE_NAMES.toSorted());
  for (const place of PLACE_NAMES) {
    showOpened({
      from: 'link',
      destination: { place, item: null },
      isSearch: false,
      refusal: '',
    });
    expect(useRoute.getState().place).toBe(place);
  }
});
