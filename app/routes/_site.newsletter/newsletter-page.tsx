// The newsletter landing page with two subscribe forms.
import { Link } from '@remix-run/react';
import { ARCHIVE_PATH } from '~/features/newsletter/emails/reader-link';
import { SubscribeForm } from '~/features/newsletter/ui/subscribe-form';
import type { SiteSettings } from '~/features/settings/site-settings';
import { IssuePreview } from './issue-preview';
import { READERS, WEEKLY_PARTS } from './newsletter-text';

type NewsletterSettings = Pick<SiteSettings, 'name' | 'readersFigure' | 'growthFigure' | 'newsletterIntro'>;

export function NewsletterPage({ settings }: { settings: NewsletterSettings }) {
  return (
    <div className="newsletter-page">
      <section className="newsletter-hero band--night">
        <div className="newsletter-hero__inner container">
          <div className="newsletter-hero__text">
            <p className="kicker">The free weekly newsletter</p>
            <h1 className="headline headline--poster">Scale Your Law Firm Beyond Traditional Limits</h1>
            <p className="standfirst">{settings.newsletterIntro}</p>
            <SubscribeForm
              source="newsletter-page"
              label="Email address to join the newsletter"
              buttonText="Join Free"
            />
            <p className="meta">Sent every Tuesday. Unsubscribe at any time.</p>
          </div>
          <IssuePreview name={settings.name} />
        </div>
      </section>
      <NewsletterFigures settings={settings} />
      <WeeklyParts />
      <Testimonials />
      <section className="newsletter-close band" aria-labelledby="newsletter-close-title">
        <div className="newsletter-close__inner container">
          <h2 className="headline headline--display" id="newsletter-close-title">
            Your next issue arrives on Tuesday.
          </h2>
          <p className="standfirst">
            Five minutes to read, and free.{' '}
            <Link className="link" to={ARCHIVE_PATH}>
              Read past issues
            </Link>
          </p>
          <SubscribeForm
            source="newsletter-page"
            label="Email address to get started"
            buttonText="Get Started"
          />
        </div>
      </section>
    </div>
  );
}

function NewsletterFigures({ settings }: { settings: NewsletterSettings }) {
  const figures = [
    { figure: settings.readersFigure, label: 'Law Firm Owners' },
    { figure: 'Weekly', label: 'Expert Insights' },
    { figure: settings.growthFigure, label: 'Average Growth' },
  ];
  return (
    <section className="newsletter-figures" aria-label="The newsletter in figures">
      <ul className="newsletter-figures__list container">
        {figures.map(({ figure, label }) => (
          <li className="newsletter-figures__item" key={label}>
            <strong className="newsletter-figures__figure">{figure}</strong>{' '}
            <span className="newsletter-figures__text">{label}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function WeeklyParts() {
  return (
    <section className="weekly-parts band container" aria-labelledby="weekly-parts-title">
      <h2 className="headline headline--1" id="weekly-parts-title">
        What You'll Get Every Week
      </h2>
      <ol className="weekly-parts__list">
        {WEEKLY_PARTS.map((part) => (
          <li className="weekly-parts__item" key={part.title}>
            <h3 className="headline headline--4">{part.title}</h3>
            <p className="weekly-parts__text">{part.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Testimonials() {
  return (
    <section className="testimonials band band--sunk" aria-labelledby="testimonials-title">
      <div className="container">
        <header className="section-head">
          <h2 className="section-head__label" id="testimonials-title">
            What readers say
          </h2>
        </header>
        <div className="testimonials__list">
          {READERS.map((reader) => (
            <figure className="testimonials__item" key={reader.name}>
              <blockquote className="testimonials__quote">
                <p>{reader.quote}</p>
              </blockquote>
              <figcaption className="testimonials__reader">
                <span className="testimonials__name">{reader.name}</span>
                <span className="meta">{reader.firm}</span>
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  );
}
