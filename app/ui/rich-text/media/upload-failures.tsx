// The list of uploads that failed, below the editor.

export interface UploadFailure {
  file: File;
  title: string;
  message: string;
  /** Details of a failure whose cause is not the file; '' for none. */
  detail: string;
}

/** Sending the same file again may succeed. Other failures are caused by the file. */
export const UPLOAD_ERROR = 'Upload Error';

interface UploadFailuresProps {
  failures: readonly UploadFailure[];
  onRetry(failure: UploadFailure): void;
  onDismiss(failure: UploadFailure): void;
}

export function UploadFailures({ failures, onRetry, onDismiss }: UploadFailuresProps) {
  return failures.map((failure) => {
    const { file, title, message, detail } = failure;
    return (
      <p className="rich-editor__failure" data-upload-failed key={`${file.name}${file.lastModified}`}>
        <span>
          <strong>
            {title}: {message}
          </strong>{' '}
          {file.name}
          {detail && `: ${detail}`}
        </span>
        {title === UPLOAD_ERROR && (
          <button type="button" className="row-action" onClick={() => onRetry(failure)}>
            Try Again
          </button>
        )}
        <button type="button" className="row-action" onClick={() => onDismiss(failure)}>
          Dismiss
        </button>
      </p>
    );
  });
}
