// A link of a letter that leads nowhere any more, and the ways on.
import { Link } from '@remix-run/react';
import { LINK_DEAD } from '~/features/newsletter/reader-link';
import { LetterPage } from './letter-page';

export function DeadLink() {
  return (
    <LetterPage
      title="This link does not work"
      text={`${LINK_DEAD} Perhaps your mail program broke it in two.`}
      hasKicker={false}
    >
      <p>
        You get no newsletter without having confirmed it, and every letter ends with a link to unsubscribe.
      </p>
      <Link className="button" to="/newsletter">
        Subscribe again
      </Link>
    </LetterPage>
  );
}
