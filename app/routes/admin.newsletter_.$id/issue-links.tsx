// The results of a sent issue's links: clicks if counted, views, engaged minutes and sign-ups.
import type { IssueLinkFigures } from '~/features/newsletter/issues/issue-readership';
import { DataTable, numberColumn, TableRow } from '~/ui/data-table';

export function IssueLinks({ links, total }: { links: IssueLinkFigures[]; total: IssueLinkFigures }) {
  const hasClicks = total.clicks !== null;
  const figures = [...(hasClicks ? ['Clicks'] : []), 'Views', 'Engaged minutes', 'Sign-ups'];
  const valuesOf = ({ clicks, read }: IssueLinkFigures) => [
    ...(hasClicks ? [clicks] : []),
    ...[read?.views, read && Math.round(read.engagedSeconds / 60), read?.signUps],
  ];
  return (
    <section className="newsletter-links" aria-labelledby="links">
      <h2 className="headline headline--4" id="links">
        Links
      </h2>
      <p className="meta">Pages that the links opened. What readers opened next is not included.</p>
      <DataTable columns={['Link', ...figures.map(numberColumn)]}>
        {[...links, total].map((row, place) => (
          // Two links can have the same label.
          // biome-ignore lint/suspicious/noArrayIndexKey: the position is the link's identity
          <TableRow key={place} className={row === total ? 'newsletter-links__total' : undefined}>
            <td className="table__text">{row.label}</td>
            {valuesOf(row).map((value, index) => (
              <td key={figures[index]}>{value?.toLocaleString('en-US') ?? '–'}</td>
            ))}
          </TableRow>
        ))}
      </DataTable>
    </section>
  );
}
