// SVG elements as strings. Lengths are in the stage's units, 1600 by 1000.

export interface Paint {
  fill?: string;
  stroke?: string;
  width?: number;
  opacity?: number;
  cap?: 'round' | 'butt';
  dash?: string;
  /** Raw extra attributes, such as mask or transform. */
  extra?: string;
}

export type Point = readonly [x: number, y: number];

/** One decimal is finer than a pixel at any size we draw and keeps the document short. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function paintAttributes({ fill, stroke, width, opacity, cap, dash, extra }: Paint): string {
  const attributes = [`fill="${fill ?? 'none'}"`];
  if (stroke)
    attributes.push(`stroke="${stroke}" stroke-width="${round(width ?? 4)}" stroke-linejoin="round"`);
  if (cap) attributes.push(`stroke-linecap="${cap}"`);
  if (dash) attributes.push(`stroke-dasharray="${dash}"`);
  if (opacity !== undefined) {
    // Opacity of a whole element makes the renderer draw it on a separate layer; opacity of a paint costs nothing.
    const part = fill && stroke ? 'opacity' : stroke ? 'stroke-opacity' : 'fill-opacity';
    attributes.push(`${part}="${Math.round(opacity * 1000) / 1000}"`);
  }
  if (extra) attributes.push(extra);
  return attributes.join(' ');
}

export function circle(cx: number, cy: number, r: number, paint: Paint): string {
  return `<circle cx="${round(cx)}" cy="${round(cy)}" r="${round(r)}" ${paintAttributes(paint)}/>`;
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, paint: Paint): string {
  const box = `cx="${round(cx)}" cy="${round(cy)}" rx="${round(rx)}" ry="${round(ry)}"`;
  return `<ellipse ${box} ${paintAttributes(paint)}/>`;
}

export function rect(x: number, y: number, width: number, height: number, paint: Paint, radius = 0): string {
  const box = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
  return `<rect ${box}${radius ? ` rx="${round(radius)}"` : ''} ${paintAttributes(paint)}/>`;
}

export function path(d: string, paint: Paint): string {
  return `<path d="${d}" ${paintAttributes(paint)}/>`;
}

export function polyline(points: readonly Point[], paint: Paint): string {
  return path(throughPoints(points), paint);
}

export function polygon(points: readonly Point[], paint: Paint): string {
  return path(`${throughPoints(points)}z`, paint);
}

export function line(from: Point, to: Point, paint: Paint): string {
  return polyline([from, to], paint);
}

export function group(content: string, attributes: string): string {
  return `<g ${attributes}>${content}</g>`;
}

export function throughPoints(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
}

/** Many dots of one size as one path: round caps on strokes of no length. */
export function dots(points: readonly Point[], radius: number, color: string, opacity = 1): string {
  if (points.length === 0) return '';
  const d = points.map(([x, y]) => `M${round(x)} ${round(y)}h.1`).join('');
  return path(d, { stroke: color, width: radius * 2, cap: 'round', opacity });
}
