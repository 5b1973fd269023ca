// The home page's invitation to the newsletter.
import { SubscribeForm } from './subscribe-form';

/** The owner's, from the settings. */
export interface NewsletterWords {
  headline: string;
  text: string;
}

export function NewsletterBanner({ words }: { words: NewsletterWords }) {
  return (
    <section className="newsletter-banner band--night" aria-labelledby="newsletter-banner-title">
      <div className="newsletter-banner__inner container">
        <div className="newsletter-banner__words">
          <p className="kicker">Every Tuesday, free</p>
          <h2 className="headline headline--display" id="newsletter-banner-title">
            {words.headline}
          </h2>
        </div>
        <div className="newsletter-banner__form">
          <p className="standfirst">{words.text}</p>
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
