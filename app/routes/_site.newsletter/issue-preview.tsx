// A decorative mock-up of a newsletter issue, hidden from screen readers.

export function IssuePreview({ name }: { name: string }) {
  return (
    <div className="issue" aria-hidden="true">
      <div className="issue__sheet issue__sheet--back" />
      <div className="issue__sheet">
        <p className="issue__dateline">
          <span>The Tuesday newsletter</span>
          <span>5 min</span>
        </p>
        <p className="issue__name">{name}</p>
        <p className="issue__headline">The four-minute rule of client intake</p>
        <div className="issue__art">
          <svg
            viewBox="0 0 320 150"
            preserveAspectRatio="xMidYMid slice"
            aria-hidden="true"
            focusable="false"
          >
            <path className="issue__ground" d="M0 0h320v150H0z" />
            <circle className="issue__sun" cx="232" cy="62" r="34" />
            <path className="issue__far" d="M0 118 70 74l52 30 66-56 132 70v32H0z" />
            <path className="issue__near" d="M0 138 96 100l70 26 62-34 92 40v18H0z" />
            <path className="issue__arc" d="M18 128C84 20 188 8 232 62" />
          </svg>
        </div>
        <div className="issue__columns">
          <p className="issue__text">
            <span className="issue__initial">A</span> caller who waits an hour has already phoned three other
            firms. We timed thirty practices and found one habit that the growing ones share.
          </p>
          <ul className="issue__list">
            <li>Hire for the handover</li>
            <li>What a signed case costs</li>
            <li>A script worth stealing</li>
          </ul>
        </div>
      </div>
    </div>
  );
}
