// Which cards of a grid span two columns, so that the last row is full (card-grid.css). Computed here because
// CSS that counts from the end would move cards while a partially loaded page is displayed.

/** @param index of the card, from 0 @param count number of cards in the grid */
export function gridItemClass(index: number, count: number): string {
  const isFirst = index === 0;
  const isLast = index === count - 1;
  const classes = ['card-grid__item'];
  if (isFirst && count % 2 === 1) classes.push('card-grid__item--wide-of-2');
  if (count % 3 !== 0 && isFirst) classes.push('card-grid__item--wide-of-3');
  if (count % 3 === 1 && isLast && !isFirst) classes.push('card-grid__item--wide-of-3');
  return classes.join(' ');
}
