// Calls to action on a reader's page; nothing without one.
import type { CtaView } from '../cta';

export function CallsToAction({ ctas }: { ctas: CtaView[] }) {
  if (!ctas.length) return null;
  return (
    <div className="ctas">
      {ctas.map(({ id, title, body, buttonLabel, buttonLink }) => (
        <aside className="cta" key={id} aria-labelledby={id}>
          <h2 className="headline headline--4" id={id}>
            {title}
          </h2>
          {body && <p className="cta__body">{body}</p>}
          {buttonLink && (
            <a className="button" href={buttonLink}>
              {buttonLabel}
            </a>
          )}
        </aside>
      ))}
    </div>
  );
}
