// Says that the same thing is being written in another tab of this browser.

export function OpenElsewhere({ what }: { what: 'article' | 'page' }) {
  return (
    <div className="editor__offer" role="status">
      <p>
        This {what} is open in another tab, too. Each tab keeps its own words, and what is saved second is
        shown beside the first.
      </p>
    </div>
  );
}
