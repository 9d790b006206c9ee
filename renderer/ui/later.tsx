import { type ComponentType, createElement, useEffect, useState } from 'react';

const fetches: (() => Promise<unknown>)[] = [];

/** Fetches all deferred components before they are needed. */
export function fetchLater(): void {
  // The component reports the failure when it is drawn.
  for (const fetch of fetches) fetch().catch(() => undefined);
}

/** A component in a file of its own, which the first screen does not wait for. Drawn at once when it is loaded. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  let fetching: Promise<void> | null = null;
  const fetch = () => {
    fetching ??= load().then((component) => {
      loaded = component;
    });
    return fetching;
  };
  fetches.push(fetch);
  return (props: Props) => {
    const [, draw] = useState({});
    useEffect(() => {
      if (loaded !== null) return;
      fetch().then(
        () => draw({}),
        (problem: unknown) =>
          draw(() => {
            throw problem;
          }),
      );
    }, []);
    return loaded === null ? null : createElement(loaded, props);
  };
}
