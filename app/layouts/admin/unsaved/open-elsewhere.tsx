// A note that the article or page is open in another tab of this browser.

export function OpenElsewhere({ what }: { what: 'article' | 'page' }) {
  return (
    <div className="editor__offer" role="status">
      <p>
        This {what} is open in another tab. Each tab keeps its own draft. If you save in both, you can compare
        the two versions.
      </p>
    </div>
  );
}
