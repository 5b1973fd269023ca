// A link of a letter that leads nowhere any more, and the ways on.
import { Link } from '@remix-run/react';
import { LINK_DEAD } from '~/features/newsletter/reader-link';

export function DeadLink() {
  return (
    <div className="subscribe-page container">
      <h1 className="headline headline--display">This link does not work</h1>
      <p className="standfirst">{LINK_DEAD} Perhaps your mail program broke it in two.</p>
      <p>
        You get no newsletter without having confirmed it, and every letter ends with a link to unsubscribe.
      </p>
      <Link className="button" to="/newsletter">
        Subscribe again
      </Link>
    </div>
  );
}
