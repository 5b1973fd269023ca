// A picture that is refused, with the title that a toast about it bears.
import { InvalidError } from '~/lib/errors';
import type { Refusal } from './image-rules';

export class ImageRefusedError extends InvalidError {
  readonly title: string;
  /** @param field the form's field that the picture came from */
  constructor({ title, message }: Refusal, field = 'file') {
    super(message, [{ field, message: `${title}: ${message}` }]);
    this.title = title;
  }
}
