import type { CSSProperties } from 'react';
import './profile-dot.css';

/** A profile's own colour. `hue` in degrees. */
export function ProfileDot({ hue }: { readonly hue: number }) {
  return <span className="profile-dot hued" style={profileHue(hue)} aria-hidden="true" />;
}

/** Sets the profile's hue for an element of class `hued` and all inside it. */
export function profileHue(hue: number): CSSProperties {
  return { '--profile-hue': String(hue) } as CSSProperties;
}
