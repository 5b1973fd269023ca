// The newsletter banner on the home page.
import { SubscribeForm } from './subscribe-form';

/** Text from the site settings. */
export interface NewsletterText {
  headline: string;
  text: string;
}

export function NewsletterBanner({ content }: { content: NewsletterText }) {
  return (
    <section className="newsletter-banner band--night" aria-labelledby="newsletter-banner-title">
      <div className="newsletter-banner__inner container">
        <div className="newsletter-banner__text">
          <p className="kicker">Every Tuesday, free</p>
          <h2 className="headline headline--display" id="newsletter-banner-title">
            {content.headline}
          </h2>
        </div>
        <div className="newsletter-banner__form">
          <p className="standfirst">{content.text}</p>
          <SubscribeForm
            source="newsletter"
            label="Email address for the newsletter"
            buttonText="Subscribe"
          />
          <p className="meta">No noise. Unsubscribe at any time.</p>
        </div>
      </div>
    </section>
  );
}
