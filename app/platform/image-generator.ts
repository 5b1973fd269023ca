// Having pictures made: what is ordered, and what comes of it. Types only; features see them by way of the context.

/** A picture that is wanted. */
export interface PictureOrder {
  /** What a model reads. */
  prompt: string;
  /** What the cover artist draws from, with the category's slug. */
  title: string;
  categorySlug: string;
  /** 0 for the first one; each other number gives another picture of the same title. */
  variation: number;
}

export interface PictureMaker {
  provider: 'workers-ai' | 'cover-artist';
  model: string;
  /** Of one picture, in millionths of a US dollar. */
  price: number;
}

/** A drawn picture, or why there is none. */
export type Drawing =
  | { bytes: Uint8Array }
  | {
      failure: 'try-again' | 'final';
      /** Fit for an editor. */
      sentence: string;
      /** For the log. */
      detail: string;
      /** It may have been paid for nevertheless. */
      isCharged: boolean;
    };

export interface ImageGenerator {
  /** Null where no provider is configured: then each `draw` fails and says so. */
  readonly maker: PictureMaker | null;
  /** Never rejects, and ends within a minute. */
  draw(order: PictureOrder): Promise<Drawing>;
}
