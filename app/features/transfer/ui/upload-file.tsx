// The upload form: uploads in parts with a progress bar, or as a plain form without JavaScript.
import { Form, useNavigate } from '@remix-run/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { ProgressBar } from '~/ui/progress-bar';
import { ACCEPTED_TRANSFERS, formatOf, MAX_FORM_FILE_BYTES } from '../files/transfer-file';
import { uploadInParts } from './send-in-parts';

const MEGABYTE = 1024 * 1024;
const UNKNOWN = 'Choose an .xml, .json or .zip file';

interface Sending {
  name: string;
  sent: number;
  size: number;
}

interface UploadFileProps {
  refused: { title: string; message: string; issues: Record<string, string> } | null;
}

export function UploadFile({ refused }: UploadFileProps) {
  const [sending, setSending] = useState<Sending | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  const navigate = useNavigate();
  useEffect(() => () => stop.current?.abort(), []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const file = new FormData(event.currentTarget).get('file');
    if (!(file instanceof File) || file.name === '') return setFailure('Choose a file first');
    if (!formatOf(file.name)) return setFailure(UNKNOWN);
    const { name, size } = file;
    const control = new AbortController();
    stop.current = control;
    setFailure(null);
    setSending({ name, sent: 0, size });
    try {
      const id = await uploadInParts(file, (sent) => setSending({ name, sent, size }), control.signal);
      navigate(`/admin/transfer/${id}`);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setSending(null);
    }
  };

  return (
    <Form className="form transfer__act" method="post" encType="multipart/form-data" onSubmit={submit}>
      <FormRefusal refused={failure ? { title: 'Failed to upload the file', message: failure } : refused} />
      <input type="hidden" name="intent" value="upload" />
      <FormField
        label="File"
        name="file"
        type="file"
        accept={ACCEPTED_TRANSFERS}
        required
        disabled={sending !== null}
        error={refused?.issues.file}
      />
      <noscript>
        <p className="field__hint">Up to {MAX_FORM_FILE_BYTES / MEGABYTE} MB without JavaScript.</p>
      </noscript>
      {sending && (
        <div className="transfer__sending">
          <ProgressBar
            label={`Uploading ${sending.name}`}
            value={sending.sent}
            max={sending.size}
            text={`${toMegabytes(sending.sent)} of ${toMegabytes(sending.size)} MB`}
          />
          <button className="button button--quiet" type="button" onClick={() => stop.current?.abort()}>
            Stop
          </button>
        </div>
      )}
      <div>
        <button className="button" type="submit" disabled={sending !== null}>
          {sending ? 'Uploading...' : 'Upload'}
        </button>
      </div>
    </Form>
  );
}

const toMegabytes = (bytes: number) => (bytes / MEGABYTE).toFixed(bytes < 10 * MEGABYTE ? 1 : 0);
