import { expect, it } from 'vitest';
import { showOpened } from '../../../../renderer/app/opened.ts';
import { useRoute } from '../../../../renderer/state/route.ts';

it('the search of the tray opens the palette where the window is', () => {
  const { place } = useRoute.getState();
  showOpened({ from: 'tray', destination: null, isSearch: true, refusal: '' });
  expect(useRoute.getState()).toMatchObject({ place, dialog: { name: 'palette' } });
});
