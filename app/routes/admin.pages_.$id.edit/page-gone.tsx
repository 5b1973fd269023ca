// In the place of a page that was deleted.
import { Link } from '@remix-run/react';

export function PageGone() {
  return (
    <section className="admin-error">
      <p className="admin-error__code">404</p>
      <h1 className="headline headline--2">There is no such page here</h1>
      <p className="admin-error__text">This page does not exist any more.</p>
      <Link className="button" to="/admin/pages">
        Back to Pages
      </Link>
    </section>
  );
}
