// What is left of a picture's file when all is gone that tells about its maker.

export interface CleanedImage {
  bytes: Uint8Array;
  /** As EXIF counts; it is still in `bytes` when it is not 1. */
  orientation: number;
}
