// Shown in place of a page that was deleted.
import { Link } from '@remix-run/react';

export function PageGone() {
  return (
    <section className="admin-error">
      <p className="admin-error__code">404</p>
      <h1 className="headline headline--2">Page not found</h1>
      <p className="admin-error__text">This page no longer exists.</p>
      <Link className="button" to="/admin/pages">
        Back to Pages
      </Link>
    </section>
  );
}
