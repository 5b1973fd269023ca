// Links to an author's pages on other sites.
import { linkLabel } from '../authors/author';

export function AuthorLinks({ links }: { links: readonly string[] }) {
  if (links.length === 0) return null;
  return (
    <ul className="author-links">
      {links.map((link) => (
        <li key={link}>
          <a className="link" href={link} rel="me noopener">
            {linkLabel(link)}
          </a>
        </li>
      ))}
    </ul>
  );
}
