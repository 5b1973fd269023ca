// Types of image generation. Features import them from the context.

/** A requested image. */
export interface ImageRequest {
  /** The prompt for a model. */
  prompt: string;
  /** The cover artist draws from the title and the category's slug. */
  title: string;
  categorySlug: string;
  /** 0 for the first image. Each other number produces a different image for the same title. */
  variation: number;
}

export interface ImageModel {
  provider: 'workers-ai' | 'cover-artist';
  model: string;
  /** Per image, in millionths of a US dollar. */
  price: number;
}

/** A generated image, or the reason there is none. */
export type Drawing =
  | { bytes: Uint8Array }
  | {
      failure: 'try-again' | 'final';
      /** Message for the editor. */
      sentence: string;
      /** Message for the log. */
      detail: string;
      /** The attempt may have been billed. */
      isCharged: boolean;
    };

export interface ImageGenerator {
  /** Null if no provider is configured. Every `draw` then fails with that reason. */
  readonly maker: ImageModel | null;
  /** Never rejects. Finishes within a minute. */
  draw(order: ImageRequest): Promise<Drawing>;
}
