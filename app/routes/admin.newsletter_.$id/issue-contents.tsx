// Lists the contents of an issue.
import { useId } from 'react';
import type { IssueContent } from '~/features/newsletter/issues/issue';

interface IssueContentsProps {
  title: string;
  content: IssueContent;
}

export function IssueContents({ title, content }: IssueContentsProps) {
  const id = useId();
  const { subject, intro, articles, cta, ad } = content;
  return (
    <section className="panel newsletter-contents" aria-labelledby={id}>
      <h2 className="panel__title" id={id}>
        {title}
      </h2>
      <h3 className="headline headline--4">{subject}</h3>
      {intro.map((text) => (
        <p className="newsletter-contents__intro" key={text}>
          {text}
        </p>
      ))}
      {articles.length === 0 && (
        <p className="newsletter-contents__none">
          No new articles this week. Select articles, or nothing will be sent.
        </p>
      )}
      <ol className="newsletter-contents__list">
        {articles.map((article) => (
          <li key={article.id}>
            <a className="link" href={article.link}>
              {article.title}
            </a>
            {article.category && <span className="meta"> {article.category}</span>}
          </li>
        ))}
      </ol>
      {cta && (
        <p className="newsletter-contents__extra">
          Call to action: <strong>{cta.title}</strong>
        </p>
      )}
      {ad && (
        <p className="newsletter-contents__extra">
          Ad: <strong>{ad.name}</strong>
        </p>
      )}
    </section>
  );
}
