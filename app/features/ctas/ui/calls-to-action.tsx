// The calls to action of a public page; renders nothing if there are none. Readership counts them by `data-cta`.
import type { CtaView } from '../cta';

export function CallsToAction({ ctas }: { ctas: CtaView[] }) {
  if (!ctas.length) return null;
  return (
    <div className="ctas">
      {ctas.map(({ id, title, body, buttonLabel, buttonLink }) => (
        <aside className="cta" key={id} data-cta={id} aria-labelledby={id}>
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
