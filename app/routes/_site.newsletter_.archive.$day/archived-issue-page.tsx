// A past newsletter issue with its intro, articles and a subscribe form.
import { Link } from '@remix-run/react';
import { ARCHIVE_PATH } from '~/features/newsletter/emails/reader-link';
import type { ArchivedIssue } from '~/features/newsletter/issues/issue';
import { SubscribeForm } from '~/features/newsletter/ui/subscribe-form';
import { Breadcrumbs } from '~/ui/breadcrumbs';

export function ArchivedIssuePage({ issue }: { issue: ArchivedIssue }) {
  const { day, date, subject, intro, articles, cta } = issue;
  return (
    <div className="static-page container">
      <Breadcrumbs
        items={[
          { label: 'Newsletter', to: '/newsletter' },
          { label: 'Past issues', to: ARCHIVE_PATH },
          { label: date },
        ]}
      />
      <article className="static-page__body">
        <header className="static-page__head">
          <p className="kicker">
            The Tuesday newsletter, <time dateTime={day}>{date}</time>
          </p>
          <h1 className="headline headline--display">{subject}</h1>
        </header>
        <div className="past-issues__column">
          <div className="prose">
            {intro.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
          <ol className="past-issues__list">
            {articles.map(({ id, title, summary, link, author, readTime, category }) => (
              <li className="past-issues__item" key={id}>
                {category && <p className="kicker">{category}</p>}
                <h2 className="headline headline--3">
                  <Link to={link}>{title}</Link>
                </h2>
                {summary && <p>{summary}</p>}
                <p className="meta">
                  {author} · {readTime}
                </p>
              </li>
            ))}
          </ol>
          {cta && (
            <section className="past-issues__item" aria-label={cta.title}>
              <h2 className="headline headline--4">{cta.title}</h2>
              {cta.body && <p>{cta.body}</p>}
              <a className="button" href={cta.link}>
                {cta.label}
              </a>
            </section>
          )}
          <section className="past-issues__item" aria-label="Subscribe">
            <p>The next issue arrives on Tuesday.</p>
            <SubscribeForm
              source="newsletter"
              label="Email address for the next issue"
              buttonText="Subscribe"
            />
          </section>
        </div>
      </article>
    </div>
  );
}
