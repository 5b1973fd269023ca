import type { Footing } from './ground';
import type { Point } from './shapes';
import type { Sheet } from './sheet';

/** How far the image may be scaled and rotated around a point, so that one composition gives close and distant views. */
export interface Camera {
  around: Point;
  zoom: readonly [least: number, most: number];
  /** Degrees. */
  turn?: readonly [least: number, most: number];
}

/** One way to draw a motif. */
export interface Composition {
  draw(sheet: Sheet): string;
  footing: Footing;
  camera?: Camera;
  /** Read from left to right, so never mirrored: a growth chart must not fall. */
  directed?: boolean;
}
