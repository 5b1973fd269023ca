// Which cards of a grid take two columns, so that its last line is full (card-grid.css). Told by the page and not found by the
// styles: a browser that has half of the document cannot count from its end, and what it painted would move.

/** @param index of the card, from 0 @param count of the cards in the grid */
export function gridItemClass(index: number, count: number): string {
  const isFirst = index === 0;
  const isLast = index === count - 1;
  const classes = ['card-grid__item'];
  if (isFirst && count % 2 === 1) classes.push('card-grid__item--wide-of-2');
  if (count % 3 !== 0 && isFirst) classes.push('card-grid__item--wide-of-3');
  if (count % 3 === 1 && isLast && !isFirst) classes.push('card-grid__item--wide-of-3');
  return classes.join(' ');
}
