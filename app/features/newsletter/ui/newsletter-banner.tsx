// The home page's invitation to the newsletter.
import { SubscribeForm } from './subscribe-form';

/** `readersFigure` is the settings' figure ("10,000+"); without it the sentence does without. */
export function NewsletterBanner({ readersFigure }: { readersFigure?: string }) {
  return (
    <section className="newsletter-banner band--night" aria-labelledby="newsletter-banner-title">
      <div className="newsletter-banner__inner container">
        <div className="newsletter-banner__words">
          <p className="kicker">Every Tuesday, free</p>
          <h2 className="headline headline--display" id="newsletter-banner-title">
            One letter a week for the business of your firm.
          </h2>
        </div>
        <div className="newsletter-banner__form">
          <p className="standfirst">
            {readersFigure ? `Join ${readersFigure} law firm owners` : 'Join the law firm owners'} who start
            Tuesday with one idea they can put to work by Friday.
          </p>
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
