// The interface between the editor and the code that stores its images.

import type { ComponentType } from 'react';

export interface EditorImage {
  url: string;
  width: number | null;
  height: number | null;
  alt: string;
}

/**
 * Stores an image. `onProgress` receives the fraction sent, from 0 to 1. Rejects with an Error whose `title`
 * and message can be shown.
 */
export type UploadImage = (file: File, onProgress: (share: number) => void) => Promise<EditorImage>;

/** A dialog that chooses an image of the library. */
export type ImagePicker = ComponentType<{
  onPick(image: EditorImage): void;
  /** Must be referentially stable. */
  onClose(): void;
}>;

/** Chooses an image's focal point, stored at the end of its URL. */
export type FocusPicker = ComponentType<{
  url: string;
  onChange(url: string): void;
  /** Whether to show how article cards and headers crop the image. */
  hasCrops: boolean;
}>;
