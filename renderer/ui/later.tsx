import { type ComponentType, createElement, useEffect, useState } from 'react';

const fetches: (() => Promise<unknown>)[] = [];

/** Fetches everything that was left for later, so that it is here before somebody asks for it. */
export function fetchLater(): void {
  // Whoever draws it says that it failed.
  for (const fetch of fetches) fetch().catch(() => undefined);
}

/** A component in a file of its own, which the first screen does not wait for. It is drawn at once when it is here. */
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
